import { z } from 'zod'
import { getAccount, switchOrganization } from '../auth/accounts'
import { Account, VerificationMail } from '../auth/schema'
import { countVerificationMail } from '../auth/throttle'
import { sendVerification } from '../auth/verification'
import { env } from '../env'
import { Forbidden, RateLimitExceeded } from '../errors'
import { Id } from '../fields/schema'
import { one } from './envelope'
import { requireUser, router, scoped } from './trpc'

/** The signed-in person. */
export const accountRouter = router({
  get: scoped('dashboard:read')
    .output(one(Account))
    .query(async ({ ctx }) => {
      const account = await getAccount(ctx.organizationId, requireUser(ctx.principal))
      return { data: { ...account, mailCaptured: env.smtpUrl === undefined, baseUrl: env.baseUrl } }
    }),

  /** Writes the signed-in person the mail that confirms their address, once more. */
  resendVerification: scoped('dashboard:read')
    .output(one(z.object({ mail: VerificationMail })))
    .mutation(async ({ ctx }) => {
      const { userId, role } = requireUser(ctx.principal)
      if (role !== 'owner') throw new Forbidden()
      const retryAfter = await countVerificationMail(userId)
      if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
      return { data: { mail: await sendVerification(userId) } }
    }),

  switchOrganization: scoped('dashboard:read')
    .input(z.object({ organizationId: Id }))
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => {
      await switchOrganization(requireUser(ctx.principal), input.organizationId)
      return { data: input }
    }),
})
