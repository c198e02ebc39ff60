import { z } from 'zod'
import { createOrganization, getAccount, switchOrganization } from '../auth/accounts'
import { endOtherSessions, endOwnSession, listOwnSessions } from '../auth/own-sessions'
import { changePassword, getProfile, updateProfile } from '../auth/profile'
import {
  Account,
  ChangePassword,
  CreateOrganization,
  OwnSession,
  Profile,
  UpdateProfile,
  VerificationMail,
} from '../auth/schema'
import { countVerificationMail } from '../auth/throttle'
import { sendVerification } from '../auth/verification'
import { env } from '../env'
import { Forbidden, RateLimitExceeded } from '../errors'
import { Id } from '../fields/schema'
import { one } from './envelope'
import { requireUser, router, scoped } from './trpc'

const Ended = z.object({ ended: z.number().int() })

/** The signed-in person. */
export const accountRouter = router({
  get: scoped('dashboard:read')
    .output(one(Account))
    .query(async ({ ctx }) => {
      const account = await getAccount(ctx.organizationId, requireUser(ctx.principal))
      const installation = {
        mailCaptured: env.smtpUrl === undefined,
        baseUrl: env.baseUrl,
        mayCreateOrganizations: env.signUp.mode !== 'closed',
      }
      return { data: { ...account, ...installation } }
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

  profile: scoped('dashboard:read')
    .output(one(Profile))
    .query(async ({ ctx }) => ({ data: await getProfile(requireUser(ctx.principal)) })),

  updateProfile: scoped('dashboard:read')
    .input(UpdateProfile)
    .output(one(Profile))
    .mutation(async ({ ctx, input }) => ({ data: await updateProfile(requireUser(ctx.principal), input) })),

  changePassword: scoped('dashboard:read')
    .input(ChangePassword)
    .output(one(Ended))
    .mutation(async ({ ctx, input }) => ({ data: await changePassword(requireUser(ctx.principal), input) })),

  sessions: scoped('dashboard:read')
    .output(one(z.array(OwnSession)))
    .query(async ({ ctx }) => ({ data: await listOwnSessions(requireUser(ctx.principal)) })),

  endSession: scoped('dashboard:read')
    .input(z.object({ id: Id }))
    .output(one(Ended))
    .mutation(async ({ ctx, input }) => ({ data: await endOwnSession(requireUser(ctx.principal), input.id) })),

  endOtherSessions: scoped('dashboard:read')
    .output(one(Ended))
    .mutation(async ({ ctx }) => ({ data: await endOtherSessions(requireUser(ctx.principal)) })),

  /** A further organization, whose owner the person is. */
  createOrganization: scoped('dashboard:read')
    .input(CreateOrganization)
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => ({ data: await createOrganization(requireUser(ctx.principal), input) })),

  switchOrganization: scoped('dashboard:read')
    .input(z.object({ organizationId: Id }))
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => {
      await switchOrganization(requireUser(ctx.principal), input.organizationId)
      return { data: input }
    }),
})
