import { hasScope } from '../../principal'
import { searchGlobally } from '../../search/global-search'
import { GlobalSearchQuery, SearchResults } from '../../search/schema'
import { one } from './envelope'
import { router, scopedProcedure } from './trpc'

export const searchRouter = router({
  find: scopedProcedure('dashboard:read')
    .input(GlobalSearchQuery)
    .output(one(SearchResults))
    .query(async ({ ctx, input }) => ({
      data: await searchGlobally(ctx.organizationId, { ...input, includesWebhooks: hasScope(ctx.principal, 'admin') }),
    })),
})
