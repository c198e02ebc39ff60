import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { SENDING_RESTRICTIONS } from '../organizations/constants'
import { Email, Id, Language, maxCharactersCheck, requiredTextSchema, Timestamp, TimeZone } from '../validation/schema'
import { ACCOUNT_RESTRICTIONS, IDENTITY_PROVIDERS, PASSKEY_TRANSPORTS, THEMES } from './constants'

const PASSWORD_MIN_CHARACTERS = 8
export const PASSWORD_MAX_CHARACTERS = 128

export const Password = z
  .string()
  .min(PASSWORD_MIN_CHARACTERS, localizableMessage('value.minCharacters', { minimum: PASSWORD_MIN_CHARACTERS }))
  .check(maxCharactersCheck(PASSWORD_MAX_CHARACTERS))
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), localizableMessage('value.notText'))

const BrowserTimeZone = TimeZone.optional().catch(undefined)

export const SignUp = z.object({
  name: requiredTextSchema(100),
  email: Email,
  password: Password,
  organizationName: requiredTextSchema(100),
  timeZone: BrowserTimeZone,
})
export type SignUp = z.infer<typeof SignUp>

const TypedPassword = z
  .string()
  .min(1, localizableMessage('value.missing'))
  .check(maxCharactersCheck(PASSWORD_MAX_CHARACTERS))

export const Credentials = z.object({ email: Email, password: TypedPassword })
export type Credentials = z.infer<typeof Credentials>

export const VerificationEmailResult = z.enum(['sent', 'failed', 'not_needed'])
export type VerificationEmailResult = z.infer<typeof VerificationEmailResult>

export const VerifyEmail = z.object({ token: z.string().max(200) })

export type VerificationLinkState = { state: 'open'; email: string } | { state: 'verified' | 'expired' | 'unknown' }

const RoleName = z.enum(['owner', 'admin', 'member'])

/** @property isTest a test organization (server/test-organizations) */
const CurrentOrganization = z.object({
  id: Id,
  name: z.string(),
  demo: z.boolean(),
  timeZone: z.string(),
  hold: z.enum(SENDING_RESTRICTIONS).nullable(),
  deletesAt: Timestamp.nullable(),
  suspensionReason: z.string().nullable(),
  isTest: z.boolean(),
})

export const Account = z.object({
  user: z.object({ id: Id, name: z.string(), email: z.string(), role: RoleName.nullable() }),
  organization: CurrentOrganization.nullable(),
  organizations: z.array(z.object({ id: Id, name: z.string(), role: RoleName, isLeaving: z.boolean() })),
  restriction: z.enum(ACCOUNT_RESTRICTIONS).nullable(),
  mayCreateOrganizations: z.boolean(),
  mailCaptured: z.boolean(),
  smsCaptured: z.boolean(),
  baseUrl: z.string(),
})
export type Account = z.infer<typeof Account>

export type AccountWithOrganization = Account & {
  user: { role: z.infer<typeof RoleName> }
  organization: z.infer<typeof CurrentOrganization>
}

export const UserSession = z.object({
  id: Id,
  isCurrent: z.boolean(),
  organization: z.string().nullable(),
  browser: z.string().nullable(),
  address: z.string().nullable(),
  lastSeenAt: Timestamp,
  createdAt: Timestamp,
})
export type UserSession = z.infer<typeof UserSession>

export const Theme = z.enum(THEMES)
export type Theme = z.infer<typeof Theme>

export const Profile = z.object({
  name: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  language: Language,
  hasPassword: z.boolean(),
  deletesAt: Timestamp.nullable(),
  interfaceLanguage: Language.nullable(),
  theme: Theme.nullable(),
  pendingEmail: z.object({ email: z.string(), fromConfirmed: z.boolean(), toConfirmed: z.boolean() }).nullable(),
  phone: z.string().nullable(),
  /** False for a number confirmed from the Outbox, once an SMS provider is configured; it gets no messages until a code was delivered. */
  isPhoneVerified: z.boolean(),
  pendingPhone: z.object({ phone: z.string(), expiresAt: Timestamp }).nullable(),
})
export type Profile = z.infer<typeof Profile>

export const UpdateProfile = z.object({
  name: requiredTextSchema(100).exactOptional(),
  language: Language.exactOptional(),
  interfaceLanguage: Language.nullable().exactOptional(),
  theme: Theme.nullable().exactOptional(),
  asRead: Profile.pick({ name: true, language: true, interfaceLanguage: true, theme: true }).partial().exactOptional(),
})
export type UpdateProfile = z.infer<typeof UpdateProfile>

export const ChangePassword = z.object({ current: TypedPassword, password: Password })
export type ChangePassword = z.infer<typeof ChangePassword>

export const CreateOrganization = z.object({ name: requiredTextSchema(100), timeZone: BrowserTimeZone })
export type CreateOrganization = z.infer<typeof CreateOrganization>

const UseDates = z.object({ addedAt: Timestamp, lastUsedAt: Timestamp.nullable() })

export const SecondFactorStatus = z.object({
  app: UseDates.nullable(),
  passkeys: z.array(z.object({ id: Id, name: z.string(), isSynced: z.boolean(), ...UseDates.shape })),
  recoveryCodesLeft: z.number().int(),
  requiredBy: z.array(z.string()),
})
export type SecondFactorStatus = z.infer<typeof SecondFactorStatus>

/** The current password; empty for a user without one. */
export const PasswordConfirmation = z.object({ current: z.string().check(maxCharactersCheck(PASSWORD_MAX_CHARACTERS)) })

const Provider = z.enum(IDENTITY_PROVIDERS)

export const IdentitiesAndProviders = z.object({
  identities: z.array(
    z.object({
      id: Id,
      provider: Provider,
      name: z.string().nullable(),
      email: z.string().nullable(),
      ...UseDates.shape,
    }),
  ),
  available: z.array(z.object({ id: Provider, name: z.string().nullable() })),
})
export type IdentitiesAndProviders = z.infer<typeof IdentitiesAndProviders>

export const LinkIdentity = PasswordConfirmation.extend({ provider: Provider })

export const SignUpWithIdentity = SignUp.pick({ name: true, organizationName: true, timeZone: true })

export const ChangeEmail = z.object({ email: Email, ...PasswordConfirmation.shape })
export type ChangeEmail = z.infer<typeof ChangeEmail>

export const RequestPhoneChange = z.object({
  phone: z.string().trim().min(1, localizableMessage('value.missing')).max(50, localizableMessage('phone.invalid')),
})
export type RequestPhoneChange = z.infer<typeof RequestPhoneChange>

export const ConfirmPhone = z.object({
  code: z.string().trim().min(1, localizableMessage('value.missing')).max(20, localizableMessage('phone.notSixDigits')),
})

export const AuthenticatorAppSetup = z.object({
  secret: z.string(),
  uri: z.string(),
  path: z.string(),
  size: z.number().int(),
})
export type AuthenticatorAppSetup = z.infer<typeof AuthenticatorAppSetup>

export const SecondFactorCode = z.object({
  code: z
    .string()
    .trim()
    .min(1, localizableMessage('value.missing'))
    .max(40, localizableMessage('secondFactor.wrongCode')),
})

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

export const PasskeyRegistrationOptions = z.object({
  token: z.string(),
  options: z.looseObject({ challenge: z.string() }),
})
export type PasskeyRegistrationOptions = z.infer<typeof PasskeyRegistrationOptions>

const CredentialId = z.string().regex(/^[\w-]{1,1364}$/)

const PasskeyResponse = z.looseObject({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}),
})

/** Unknown transports are ignored, not rejected (WebAuthn Level 3, 5.8.4). */
const Transports = z
  .array(z.unknown())
  .default([])
  .catch([])
  .transform((transports) => PASSKEY_TRANSPORTS.filter((transport) => transports.includes(transport)))

const PasskeyRegistration = PasskeyResponse.extend({
  response: PasskeyResponse.shape.response.extend({ transports: Transports }),
})

export const AddPasskey = z.object({
  token: z.string().max(100),
  name: requiredTextSchema(60),
  response: PasskeyRegistration,
})
export type AddPasskey = z.infer<typeof AddPasskey>

export type PasskeyChallenge = { token: string | null; options: { challenge: string } }

export const PasskeySignIn = z.object({ token: z.string().max(100).nullable(), response: PasskeyResponse })
