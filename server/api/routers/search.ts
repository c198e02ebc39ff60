import { holdsScope } from '../../principal'
import { find } from '../../search/global-search'
import { FindQuery, Found } from '../../search/schema'
import { one } from './envelope'
import { router, scoped } from './trpc'

export const searchRouter = router({
  find: scoped('dashboard:read')
    .input(FindQuery)
    .output(one(Found))
    .query(async ({ ctx, input }) => ({
      data: await find(ctx.organizationId, { ...input, includesWebhooks: holdsScope(ctx.principal, 'admin') }),
    })),
})
