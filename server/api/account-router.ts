import { z } from 'zod'
import { getAccount, switchOrganization } from '../auth/members'
import { Account } from '../auth/schema'
import { env } from '../env'
import { Unauthenticated } from '../errors'
import { Id } from '../fields/schema'
import type { Principal } from '../principal'
import { one } from './envelope'
import { router, scoped } from './trpc'

/** The signed-in person. */
export const accountRouter = router({
  get: scoped('dashboard:read')
    .output(one(Account))
    .query(async ({ ctx }) => {
      const account = await getAccount(ctx.organizationId, userOf(ctx.principal))
      return { data: { ...account, mailCaptured: env.smtpUrl === undefined, baseUrl: env.baseUrl } }
    }),

  switchOrganization: scoped('dashboard:read')
    .input(z.object({ organizationId: Id }))
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => {
      await switchOrganization(userOf(ctx.principal), input.organizationId)
      return { data: input }
    }),
})

/** `dashboard:read` is held by people alone; this says so to the compiler. */
function userOf({ actor }: Principal) {
  if (actor.type !== 'user') throw new Unauthenticated()
  return actor
}
