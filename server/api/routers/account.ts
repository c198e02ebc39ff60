import { z } from 'zod'
import { cancelAccountDeletion, requestAccountDeletion } from '../../auth/account-deletion'
import { createOrganization, getAccount, switchOrganization } from '../../auth/accounts'
import { cancelEmailChange, requestEmailChange } from '../../auth/email-change'
import { sendVerificationEmail } from '../../auth/email-verification'
import { issueIdentityLinkToken, listIdentitiesAndProviders, unlinkIdentity } from '../../auth/identities/identities'
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
  IdentitiesAndProviders,
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
  beginAuthenticatorAppSetup,
  confirmAuthenticatorApp,
  removeAuthenticatorApp,
} from '../../auth/second-factor/authenticator-app'
import { addPasskey, beginPasskeyRegistration, removePasskey } from '../../auth/second-factor/passkeys'
import { getSecondFactorStatus, regenerateRecoveryCodes } from '../../auth/second-factor/second-factor'
import { endOtherUserSessions, endUserSession, listUserSessions } from '../../auth/user-sessions'
import { env } from '../../env'
import { acceptMyInvitation, listMyInvitations } from '../../members/accept-invitation'
import { MyInvitation } from '../../members/schema'
import { getOutboxChannels } from '../../messaging/outbox'
import { Id, Timestamp } from '../../validation/schema'
import { one } from './envelope'
import { router, toRequestOrigin, userProcedure } from './trpc'

const EndedSessions = z.object({ ended: z.number().int() })

export const accountRouter = router({
  get: userProcedure('account:own')
    .output(one(Account))
    .query(async ({ ctx }) => {
      const { restriction = null } = ctx.principal
      const account = await getAccount(ctx.organizationId, ctx.user)
      const isTest = account.organization?.isTest === true
      const installation = {
        restriction,
        mailCaptured: isTest || env.smtpUrl === undefined,
        smsCaptured: isTest || getOutboxChannels().sms,
        baseUrl: env.baseUrl,
      }
      return { data: { ...account, ...installation } }
    }),

  resendVerification: userProcedure('account:own')
    .output(one(z.object({ mail: VerificationEmailResult })))
    .mutation(async ({ ctx }) => {
      const { userId } = ctx.user
      await enforceVerificationEmailLimit(userId)
      return { data: { mail: await sendVerificationEmail(userId) } }
    }),

  profile: userProcedure('account:own')
    .output(one(Profile))
    .query(async ({ ctx }) => ({ data: await getProfile(ctx.user) })),

  updateProfile: userProcedure('account:own')
    .input(UpdateProfile)
    .output(one(Profile))
    .mutation(async ({ ctx, input }) => ({ data: await updateProfile(ctx.user, input) })),

  changePassword: userProcedure('account:own')
    .input(ChangePassword)
    .output(one(EndedSessions))
    .mutation(async ({ ctx, input }) => ({ data: await changePassword(ctx.user, input) })),

  requestEmailChange: userProcedure('account:own')
    .input(ChangeEmail)
    .output(one(Profile))
    .mutation(async ({ ctx, input }) => {
      await requestEmailChange(ctx.user, input)
      return { data: await getProfile(ctx.user) }
    }),

  cancelEmailChange: userProcedure('account:own')
    .output(one(Profile))
    .mutation(async ({ ctx }) => {
      await cancelEmailChange(ctx.user)
      return { data: await getProfile(ctx.user) }
    }),

  requestPhoneCode: userProcedure('dashboard:read')
    .input(RequestPhoneChange)
    .output(one(Profile))
    .mutation(async ({ ctx, input }) => {
      await requestPhoneChange(ctx.organizationId, ctx.user, input)
      return { data: await getProfile(ctx.user) }
    }),

  confirmPhone: userProcedure('account:own')
    .input(ConfirmPhone)
    .output(one(Profile))
    .mutation(async ({ ctx, input }) => {
      await confirmPhone(ctx.user, input)
      return { data: await getProfile(ctx.user) }
    }),

  cancelPhoneChange: userProcedure('account:own')
    .output(one(Profile))
    .mutation(async ({ ctx }) => {
      await cancelPhoneChange(ctx.user)
      return { data: await getProfile(ctx.user) }
    }),

  removePhone: userProcedure('account:own')
    .output(one(Profile))
    .mutation(async ({ ctx }) => {
      await removePhone(ctx.user)
      return { data: await getProfile(ctx.user) }
    }),

  requestDeletion: userProcedure('account:own')
    .input(PasswordConfirmation)
    .output(one(z.object({ deletesAt: Timestamp })))
    .mutation(async ({ ctx, input }) => ({ data: await requestAccountDeletion(ctx.user, input) })),

  cancelDeletion: userProcedure('account:own')
    .output(one(Profile))
    .mutation(async ({ ctx }) => {
      await cancelAccountDeletion(ctx.user)
      return { data: await getProfile(ctx.user) }
    }),

  sessions: userProcedure('account:own')
    .output(one(z.array(UserSession)))
    .query(async ({ ctx }) => ({ data: await listUserSessions(ctx.user) })),

  endSession: userProcedure('account:own')
    .input(z.object({ id: Id }))
    .output(one(EndedSessions))
    .mutation(async ({ ctx, input }) => ({ data: await endUserSession(ctx.user, input.id) })),

  endOtherSessions: userProcedure('account:own')
    .output(one(EndedSessions))
    .mutation(async ({ ctx }) => ({ data: await endOtherUserSessions(ctx.user) })),

  secondFactor: userProcedure('account:own')
    .output(one(SecondFactorStatus))
    .query(async ({ ctx }) => ({ data: await getSecondFactorStatus(ctx.user.userId) })),

  beginAuthenticatorApp: userProcedure('account:own')
    .input(PasswordConfirmation)
    .output(one(AuthenticatorAppSetup))
    .mutation(async ({ ctx, input }) => ({ data: await beginAuthenticatorAppSetup(ctx.user, input) })),

  confirmAuthenticatorApp: userProcedure('account:own')
    .input(SecondFactorCode)
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => ({ data: await confirmAuthenticatorApp(ctx.user, input) })),

  removeAuthenticatorApp: userProcedure('account:own')
    .input(PasswordConfirmation)
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => {
      await removeAuthenticatorApp(ctx.user, input)
      return { data: { recoveryCodes: null } }
    }),

  beginPasskey: userProcedure('account:own')
    .input(PasswordConfirmation)
    .output(one(PasskeyRegistrationOptions))
    .mutation(async ({ ctx, input }) => ({ data: await beginPasskeyRegistration(ctx.user, input) })),

  addPasskey: userProcedure('account:own')
    .input(AddPasskey)
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => ({ data: await addPasskey(ctx.user, input) })),

  removePasskey: userProcedure('account:own')
    .input(PasswordConfirmation.extend({ id: Id }))
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => {
      await removePasskey(ctx.user, input)
      return { data: { recoveryCodes: null } }
    }),

  renewRecoveryCodes: userProcedure('account:own')
    .input(PasswordConfirmation)
    .output(one(RecoveryCodes))
    .mutation(async ({ ctx, input }) => ({ data: { recoveryCodes: await regenerateRecoveryCodes(ctx.user, input) } })),

  identities: userProcedure('account:own')
    .output(one(IdentitiesAndProviders))
    .query(async ({ ctx }) => ({ data: await listIdentitiesAndProviders(ctx.user.userId) })),

  beginConnect: userProcedure('account:own')
    .input(LinkIdentity)
    .output(one(z.object({ token: z.string() })))
    .mutation(async ({ ctx, input }) => ({ data: await issueIdentityLinkToken(ctx.user, input) })),

  disconnect: userProcedure('account:own')
    .input(PasswordConfirmation.extend({ id: Id }))
    .output(one(IdentitiesAndProviders))
    .mutation(async ({ ctx, input }) => {
      await unlinkIdentity(ctx.user, input)
      return { data: await listIdentitiesAndProviders(ctx.user.userId) }
    }),

  createOrganization: userProcedure('account:own')
    .input(CreateOrganization)
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => ({ data: await createOrganization(ctx.user, input) })),

  invitations: userProcedure('account:own')
    .output(one(z.array(MyInvitation)))
    .query(async ({ ctx }) => ({ data: await listMyInvitations(ctx.user.userId) })),

  acceptInvitation: userProcedure('account:own')
    .input(z.object({ id: Id }))
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => ({ data: await acceptMyInvitation(ctx.user, input.id, toRequestOrigin(ctx)) })),

  switchOrganization: userProcedure('account:own')
    .input(z.object({ organizationId: Id }))
    .output(one(z.object({ organizationId: Id })))
    .mutation(async ({ ctx, input }) => {
      await switchOrganization(ctx.user, input.organizationId)
      return { data: input }
    }),
})
