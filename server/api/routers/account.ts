import { z } from 'zod'
import { cancelAccountDeletion, requestAccountDeletion } from '../../auth/account-deletion'
import { createOrganization, getAccount, switchOrganization } from '../../auth/accounts'
import { cancelEmailChange, requestEmailChange } from '../../auth/email-change'
import { sendVerificationEmail } from '../../auth/email-verification'
import { authorizeIdentityLink, listIdentities, unlinkIdentity } from '../../auth/identities/identities'
import { cancelPhoneChange, confirmPhone, removePhone, requestPhoneChange } from '../../auth/phone-number'
import { changePassword, getProfile, updateProfile } from '../../auth/profile'
import { enforceVerificationEmailLimit } from '../../auth/rate-limits'
import {
  Account,
  AddPasskey,
  AuthenticatorAppSetup,
  ChangeEmail,
  ChangePassword,
  ConfirmPhone,
  CreateOrganization,
  Identities,
  LinkIdentity,
  PasskeyRegistrationOptions,
  PasswordConfirmation,
  Profile,
  RecoveryCodes,
  RequestPhoneChange,
  SecondFactorCode,
  SecondFactorStatus,
  UpdateProfile,
  UserSession,
  VerificationEmailResult,
} from '../../auth/schema'
import {
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  removeAuthenticatorApp,
} from '../../auth/second-factor/authenticator-app'
import { addPasskey, beginPasskey, removePasskey } from '../../auth/second-factor/passkeys'
import { getSecondFactor, regenerateRecoveryCodes } from '../../auth/second-factor/second-factor'
import { endOtherUserSessions, endUserSession, listUserSessions } from '../../auth/user-sessions'
import { env } from '../../env'
import { Id, Timestamp } from '../../fields/schema'
import { acceptMyInvitation, listMyInvitations } from '../../members/accept-invitation'
import { MyInvitation } from '../../members/schema'
import { getCapturingChannels } from '../../messaging/outbox'
import { one } from './envelope'
import { requestOrigin, requireUser, router, scopedProcedure } from './trpc'

const EndedSessions = z.object({ ended: z.number().int() })

export const accountRouter = router({
  get: scopedProcedure('account:own')
    .output(one(Account))
    .query(async ({ ctx }) => {
      const { restriction = null } = ctx.principal
      const account = await getAccount(ctx.organizationId, requireUser(ctx.principal))
      const installation = {
        restriction,
        mailCaptured: env.smtpUrl === undefined,
        smsCaptured: getCapturingChannels().sms,
        baseUrl: env.baseUrl,
      }
      return { data: { ...account, ...installation } }
    }),

  resendVerification: scopedProcedure('account:own')
    .output(one(z.object({ mail: VerificationEmailResult })))
    .mutation(async ({ ctx }) => {
      const { userId } = requireUser(ctx.principal)
      await enforceVerificationEmailLimit(userId)
      return { data: { mail: await sendVerificationEmail(userId) } }
    }),

  profile: scopedProcedure('account:own')
    .output(one(Profile))
    .query(async ({ ctx }) => ({ data: await getProfile(requireUser(ctx.principal)) })),

  updateProfile: scopedProcedure('account:own')
    .input(UpdateProfile)
    .output(one(Profile))
    .mutation(async ({ ctx, input }) => ({ data: await updateProfile(requireUser(ctx.principal), input) })),

  changePassword: scopedProcedure('account:own')
    .input(ChangePassword)
    .output(one(EndedSessions))
    .mutation(async ({ ctx, input }) => ({ data: await changePassword(requireUser(ctx.principal), input) })),

  requestEmailChange: scopedProcedure('account:own')
    .input(ChangeEmail)
    .output(one(Profile))
    .mutation(async ({ ctx, input }) => {
      const person = requireUser(ctx.principal)
      await requestEmailChange(person, input)
      return { data: await getProfile(person) }
    }),

  cancelEmailChange: scopedProcedure('account:own')
    .output(one(Profile))
    .mutation(async ({ ctx }) => {
      const person = requireUser(ctx.principal)
      await cancelEmailChange(person)
      return { data: await getProfile(person) }
    }),

  requestPhoneCode: scopedProcedure('dashboard:read')
    .input(RequestPhoneChange)
    .output(one(Profile))
    .mutation(async ({ ctx, input }) => {
      const person = requireUser(ctx.principal)
      await requestPhoneChange(ctx.organizationId, person, input)
      return { data: await getProfile(person) }
    }),

  confirmPhone: scopedProcedure('account:own')
    .input(ConfirmPhone)
    .output(one(Profile))
    .mutation(async ({ ctx, input }) => {
      const person = requireUser(ctx.principal)
      await confirmPhone(person, input)
      return { data: await getProfile(person) }
    }),

  cancelPhoneChange: scopedProcedure('account:own')
    .output(one(Profile))
    .mutation(async ({ ctx }) => {
      const person = requireUser(ctx.principal)
      await cancelPhoneChange(person)
      return { data: await getProfile(person) }
    }),

  removePhone: scopedProcedure('account:own')
    .output(one(Profile))
    .mutation(async ({ ctx }) => {
      const person = requireUser(ctx.principal)
      await removePhone(person)
      return { data: await getProfile(person) }
    }),

  requestDeletion: scopedProcedure('account:own')
    .input(PasswordConfirmation)
    .output(one(z.object({ deletesAt: Timestamp })))
    .mutation(async ({ ctx, input }) => ({ data: await requestAccountDeletion(requireUser(ctx.principal), input) })),

  cancelDeletion: scopedProcedure('account:own')
    .output(one(Profile))
    .mutation(async ({ ctx }) => {
      const person = requireUser(ctx.principal)
      await cancelAccountDeletion(person)
      return { data: await getProfile(person) }
    }),

  sessions: scopedProcedure('account:own')
    .output(one(z.array(UserSession)))
    .query(async ({ ctx }) => ({ data: await listUserSessions(requireUser(ctx.principal)) })),

  endSession: scopedProcedure('account:own')
    .input(z.object({ id: Id }))
    .output(one(EndedSessions))
    .mutation(async ({ ctx, input }) => ({ data: await endUserSession(requireUser(ctx.principal), input.id) })),

  endOtherSessions: scopedProcedure('account:own')
    .output(one(EndedSessions))
    .mutation(async ({ ctx }) => ({ data: await endOtherUserSessions(requireUser(ctx.principal)) })),

  secondFactor: scopedProcedure('account:own')
    .output(one(SecondFactorStatus))
    .query(async ({ ctx }) => ({ data: await getSecondFactor(requireUser(ctx.principal).userId) })),

  beginAuthenticatorApp: scopedProcedure('account:own')
    .input(PasswordConfirmation)
    .output(one(AuthenticatorAppSetup))
    .mutation(async ({ ctx, input }) => ({ data: await beginAuthenticatorApp(requireUser(ctx.principal), input) })),

  confirmAuthenticatorApp: scopedProcedure('account:own')
    .input(SecondFactorCode)
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => ({ data: await confirmAuthenticatorApp(requireUser(ctx.principal), input) })),

  removeAuthenticatorApp: scopedProcedure('account:own')
    .input(PasswordConfirmation)
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => {
      await removeAuthenticatorApp(requireUser(ctx.principal), input)
      return { data: { recoveryCodes: null } }
    }),

  beginPasskey: scopedProcedure('account:own')
    .input(PasswordConfirmation)
    .output(one(PasskeyRegistrationOptions))
    .mutation(async ({ ctx, input }) => ({ data: await beginPasskey(requireUser(ctx.principal), input) })),

  addPasskey: scopedProcedure('account:own')
    .input(AddPasskey)
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => ({ data: await addPasskey(requireUser(ctx.principal), input) })),

  removePasskey: scopedProcedure('account:own')
    .input(PasswordConfirmation.extend({ id: Id }))
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => {
      await removePasskey(requireUser(ctx.principal), input)
      return { data: { recoveryCodes: null } }
    }),

  renewRecoveryCodes: scopedProcedure('account:own')
    .input(PasswordConfirmation)
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => ({
      data: { recoveryCodes: await regenerateRecoveryCodes(requireUser(ctx.principal), input) },
    })),

  identities: scopedProcedure('account:own')
    .output(one(Identities))
    .query(async ({ ctx }) => ({ data: await listIdentities(requireUser(ctx.principal).userId) })),

  beginConnect: scopedProcedure('account:own')
    .input(LinkIdentity)
    .output(one(z.object({ token: z.string() })))
    .mutation(async ({ ctx, input }) => ({ data: await authorizeIdentityLink(requireUser(ctx.principal), input) })),

  disconnect: scopedProcedure('account:own')
    .input(PasswordConfirmation.extend({ id: Id }))
    .output(one(Identities))
    .mutation(async ({ ctx, input }) => {
      const person = requireUser(ctx.principal)
      await unlinkIdentity(person, input)
      return { data: await listIdentities(person.userId) }
    }),

  createOrganization: scopedProcedure('account:own')
    .input(CreateOrganization)
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => ({ data: await createOrganization(requireUser(ctx.principal), input) })),

  invitations: scopedProcedure('account:own')
    .output(one(z.array(MyInvitation)))
    .query(async ({ ctx }) => ({ data: await listMyInvitations(requireUser(ctx.principal).userId) })),

  acceptInvitation: scopedProcedure('account:own')
    .input(z.object({ id: Id }))
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => ({
      data: await acceptMyInvitation(requireUser(ctx.principal), input.id, requestOrigin(ctx)),
    })),

  switchOrganization: scopedProcedure('account:own')
    .input(z.object({ organizationId: Id }))
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => {
      await switchOrganization(requireUser(ctx.principal), input.organizationId)
      return { data: input }
    }),
})
