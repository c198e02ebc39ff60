import { z } from 'zod'
import { askForAccountDeletion, keepAccount } from '../../auth/account-deletion'
import { createOrganization, getAccount, switchOrganization } from '../../auth/accounts'
import { askForEmailChange, cancelEmailChange } from '../../auth/email-change'
import { sendVerification } from '../../auth/email-verification'
import { beginConnect, disconnect, listIdentities } from '../../auth/identities/identities'
import { askForPhone, cancelPhoneChange, confirmPhone, removePhone } from '../../auth/phone-number'
import { changePassword, getProfile, updateProfile } from '../../auth/profile'
import { countVerificationMail } from '../../auth/rate-limits'
import {
  Account,
  AddPasskey,
  AskForPhone,
  ChangeEmail,
  ChangePassword,
  Confirmation,
  Connect,
  CreateOrganization,
  Identities,
  NewAuthenticatorApp,
  NewPasskey,
  OwnSession,
  PhoneCode,
  Profile,
  RecoveryCodes,
  SecondFactor,
  TypedCode,
  UpdateProfile,
  VerificationMail,
} from '../../auth/schema'
import {
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  removeAuthenticatorApp,
} from '../../auth/second-factor/authenticator-app'
import { addPasskey, beginPasskey, removePasskey } from '../../auth/second-factor/passkeys'
import { getSecondFactor, renewCodes } from '../../auth/second-factor/second-factor'
import { endOtherSessions, endOwnSession, listOwnSessions } from '../../auth/user-sessions'
import { env } from '../../env'
import { RateLimitExceeded } from '../../errors'
import { Id, Timestamp } from '../../fields/schema'
import { acceptInvitation, listOwnInvitations } from '../../members/my-invitations'
import { OwnInvitation } from '../../members/schema'
import { isCapturing } from '../../messaging/outbox'
import { one } from './envelope'
import { requestOrigin, requireUser, router, scoped } from './trpc'

const EndedSessions = z.object({ ended: z.number().int() })

export const accountRouter = router({
  get: scoped('account:own')
    .output(one(Account))
    .query(async ({ ctx }) => {
      const { heldBackBy = null } = ctx.principal
      const account = await getAccount(ctx.organizationId, requireUser(ctx.principal))
      const installation = {
        heldBackBy,
        mailCaptured: env.smtpUrl === undefined,
        smsCaptured: isCapturing().sms,
        baseUrl: env.baseUrl,
      }
      return { data: { ...account, ...installation } }
    }),

  resendVerification: scoped('account:own')
    .output(one(z.object({ mail: VerificationMail })))
    .mutation(async ({ ctx }) => {
      const { userId } = requireUser(ctx.principal)
      const retryAfter = await countVerificationMail(userId)
      if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
      return { data: { mail: await sendVerification(userId) } }
    }),

  profile: scoped('account:own')
    .output(one(Profile))
    .query(async ({ ctx }) => ({ data: await getProfile(requireUser(ctx.principal)) })),

  updateProfile: scoped('account:own')
    .input(UpdateProfile)
    .output(one(Profile))
    .mutation(async ({ ctx, input }) => ({ data: await updateProfile(requireUser(ctx.principal), input) })),

  changePassword: scoped('account:own')
    .input(ChangePassword)
    .output(one(EndedSessions))
    .mutation(async ({ ctx, input }) => ({ data: await changePassword(requireUser(ctx.principal), input) })),

  askForEmailChange: scoped('account:own')
    .input(ChangeEmail)
    .output(one(Profile))
    .mutation(async ({ ctx, input }) => {
      const person = requireUser(ctx.principal)
      await askForEmailChange(person, input)
      return { data: await getProfile(person) }
    }),

  cancelEmailChange: scoped('account:own')
    .output(one(Profile))
    .mutation(async ({ ctx }) => {
      const person = requireUser(ctx.principal)
      await cancelEmailChange(person)
      return { data: await getProfile(person) }
    }),

  askForPhone: scoped('dashboard:read')
    .input(AskForPhone)
    .output(one(Profile))
    .mutation(async ({ ctx, input }) => {
      const person = requireUser(ctx.principal)
      await askForPhone(ctx.organizationId, person, input)
      return { data: await getProfile(person) }
    }),

  confirmPhone: scoped('account:own')
    .input(PhoneCode)
    .output(one(Profile))
    .mutation(async ({ ctx, input }) => {
      const person = requireUser(ctx.principal)
      await confirmPhone(person, input)
      return { data: await getProfile(person) }
    }),

  cancelPhoneChange: scoped('account:own')
    .output(one(Profile))
    .mutation(async ({ ctx }) => {
      const person = requireUser(ctx.principal)
      await cancelPhoneChange(person)
      return { data: await getProfile(person) }
    }),

  removePhone: scoped('account:own')
    .output(one(Profile))
    .mutation(async ({ ctx }) => {
      const person = requireUser(ctx.principal)
      await removePhone(person)
      return { data: await getProfile(person) }
    }),

  askForDeletion: scoped('account:own')
    .input(Confirmation)
    .output(one(z.object({ deletesAt: Timestamp })))
    .mutation(async ({ ctx, input }) => ({ data: await askForAccountDeletion(requireUser(ctx.principal), input) })),

  keep: scoped('account:own')
    .output(one(Profile))
    .mutation(async ({ ctx }) => {
      const person = requireUser(ctx.principal)
      await keepAccount(person)
      return { data: await getProfile(person) }
    }),

  sessions: scoped('account:own')
    .output(one(z.array(OwnSession)))
    .query(async ({ ctx }) => ({ data: await listOwnSessions(requireUser(ctx.principal)) })),

  endSession: scoped('account:own')
    .input(z.object({ id: Id }))
    .output(one(EndedSessions))
    .mutation(async ({ ctx, input }) => ({ data: await endOwnSession(requireUser(ctx.principal), input.id) })),

  endOtherSessions: scoped('account:own')
    .output(one(EndedSessions))
    .mutation(async ({ ctx }) => ({ data: await endOtherSessions(requireUser(ctx.principal)) })),

  secondFactor: scoped('account:own')
    .output(one(SecondFactor))
    .query(async ({ ctx }) => ({ data: await getSecondFactor(requireUser(ctx.principal).userId) })),

  beginAuthenticatorApp: scoped('account:own')
    .input(Confirmation)
    .output(one(NewAuthenticatorApp))
    .mutation(async ({ ctx, input }) => ({ data: await beginAuthenticatorApp(requireUser(ctx.principal), input) })),

  confirmAuthenticatorApp: scoped('account:own')
    .input(TypedCode)
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => ({ data: await confirmAuthenticatorApp(requireUser(ctx.principal), input) })),

  removeAuthenticatorApp: scoped('account:own')
    .input(Confirmation)
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => {
      await removeAuthenticatorApp(requireUser(ctx.principal), input)
      return { data: { recoveryCodes: null } }
    }),

  beginPasskey: scoped('account:own')
    .input(Confirmation)
    .output(one(NewPasskey))
    .mutation(async ({ ctx, input }) => ({ data: await beginPasskey(requireUser(ctx.principal), input) })),

  addPasskey: scoped('account:own')
    .input(AddPasskey)
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => ({ data: await addPasskey(requireUser(ctx.principal), input) })),

  removePasskey: scoped('account:own')
    .input(Confirmation.extend({ id: Id }))
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => {
      await removePasskey(requireUser(ctx.principal), input)
      return { data: { recoveryCodes: null } }
    }),

  renewRecoveryCodes: scoped('account:own')
    .input(Confirmation)
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => ({
      data: { recoveryCodes: await renewCodes(requireUser(ctx.principal), input) },
    })),

  identities: scoped('account:own')
    .output(one(Identities))
    .query(async ({ ctx }) => ({ data: await listIdentities(requireUser(ctx.principal).userId) })),

  beginConnect: scoped('account:own')
    .input(Connect)
    .output(one(z.object({ token: z.string() })))
    .mutation(async ({ ctx, input }) => ({ data: await beginConnect(requireUser(ctx.principal), input) })),

  disconnect: scoped('account:own')
    .input(Confirmation.extend({ id: Id }))
    .output(one(Identities))
    .mutation(async ({ ctx, input }) => {
      const person = requireUser(ctx.principal)
      await disconnect(person, input)
      return { data: await listIdentities(person.userId) }
    }),

  createOrganization: scoped('account:own')
    .input(CreateOrganization)
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => ({ data: await createOrganization(requireUser(ctx.principal), input) })),

  invitations: scoped('account:own')
    .output(one(z.array(OwnInvitation)))
    .query(async ({ ctx }) => ({ data: await listOwnInvitations(requireUser(ctx.principal).userId) })),

  acceptInvitation: scoped('account:own')
    .input(z.object({ id: Id }))
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => ({
      data: await acceptInvitation(requireUser(ctx.principal), input.id, requestOrigin(ctx)),
    })),

  switchOrganization: scoped('account:own')
    .input(z.object({ organizationId: Id }))
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => {
      await switchOrganization(requireUser(ctx.principal), input.organizationId)
      return { data: input }
    }),
})
