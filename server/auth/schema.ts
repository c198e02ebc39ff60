import { z } from 'zod'
import { atMostCharacters, Email, Id, Language, RequiredText, Timestamp, TimeZone } from '../fields/schema'
import { sentence } from '../messages/error-message'
import { HOLDS } from '../organizations/vocabulary'
import { HELD_BACK_BY, PROVIDERS, THEMES, TRANSPORTS } from './vocabulary'

const PASSWORD_MIN_CHARACTERS = 8
export const PASSWORD_MAX_CHARACTERS = 128

export const Password = z
  .string()
  .min(PASSWORD_MIN_CHARACTERS, sentence('value.minCharacters', { minimum: PASSWORD_MIN_CHARACTERS }))
  .check(atMostCharacters(PASSWORD_MAX_CHARACTERS))
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), sentence('value.notText'))

const BrowserTimeZone = TimeZone.optional().catch(undefined)

export const SignUp = z.object({
  name: RequiredText(100),
  email: Email,
  password: Password,
  organizationName: RequiredText(100),
  timeZone: BrowserTimeZone,
})
export type SignUp = z.infer<typeof SignUp>

export const Credentials = z.object({
  email: Email,
  password: z.string().min(1, sentence('value.missing')).check(atMostCharacters(PASSWORD_MAX_CHARACTERS)),
})
export type Credentials = z.infer<typeof Credentials>

export const VerificationMail = z.enum(['sent', 'failed', 'not_needed'])
export type VerificationMail = z.infer<typeof VerificationMail>

export const VerifyEmail = z.object({ token: z.string().max(200) })

export type VerificationState = { state: 'open'; email: string } | { state: 'verified' | 'expired' | 'unknown' }

const RoleName = z.enum(['owner', 'admin', 'member'])

const CurrentOrganization = z.object({
  id: Id,
  name: z.string(),
  demo: z.boolean(),
  timeZone: z.string(),
  hold: z.enum(HOLDS).nullable(),
  deletesAt: Timestamp.nullable(),
  suspensionReason: z.string().nullable(),
})

export const Account = z.object({
  user: z.object({ id: Id, name: z.string(), email: z.string(), role: RoleName.nullable() }),
  organization: CurrentOrganization.nullable(),
  organizations: z.array(z.object({ id: Id, name: z.string(), role: RoleName, isLeaving: z.boolean() })),
  heldBackBy: z.enum(HELD_BACK_BY).nullable(),
  mayCreateOrganizations: z.boolean(),
  mailCaptured: z.boolean(),
  smsCaptured: z.boolean(),
  baseUrl: z.string(),
})
export type Account = z.infer<typeof Account>

export type MemberAccount = Account & {
  user: { role: z.infer<typeof RoleName> }
  organization: z.infer<typeof CurrentOrganization>
}

export const OwnSession = z.object({
  id: Id,
  isCurrent: z.boolean(),
  organization: z.string().nullable(),
  browser: z.string().nullable(),
  address: z.string().nullable(),
  lastSeenAt: Timestamp,
  createdAt: Timestamp,
})
export type OwnSession = z.infer<typeof OwnSession>

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
  isPhoneReached: z.boolean(),
  pendingPhone: z.object({ phone: z.string(), expiresAt: Timestamp }).nullable(),
})
export type Profile = z.infer<typeof Profile>

export const UpdateProfile = z.object({
  name: RequiredText(100).exactOptional(),
  language: Language.exactOptional(),
  interfaceLanguage: Language.nullable().exactOptional(),
  theme: Theme.nullable().exactOptional(),
  asRead: Profile.pick({ name: true, language: true, interfaceLanguage: true, theme: true }).partial().exactOptional(),
})
export type UpdateProfile = z.infer<typeof UpdateProfile>

export const ChangePassword = z.object({
  current: z.string().min(1, sentence('value.missing')).check(atMostCharacters(PASSWORD_MAX_CHARACTERS)),
  password: Password,
})
export type ChangePassword = z.infer<typeof ChangePassword>

export const CreateOrganization = z.object({ name: RequiredText(100), timeZone: BrowserTimeZone })
export type CreateOrganization = z.infer<typeof CreateOrganization>

export const SecondFactor = z.object({
  app: z.object({ addedAt: Timestamp, lastUsedAt: Timestamp.nullable() }).nullable(),
  passkeys: z.array(
    z.object({
      id: Id,
      name: z.string(),
      isSynced: z.boolean(),
      addedAt: Timestamp,
      lastUsedAt: Timestamp.nullable(),
    }),
  ),
  recoveryCodesLeft: z.number().int(),
  askedBy: z.array(z.string()),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** The current password; empty for a user without one. */
export const Confirmation = z.object({ current: z.string().check(atMostCharacters(PASSWORD_MAX_CHARACTERS)) })

const Provider = z.enum(PROVIDERS)

export const Identities = z.object({
  identities: z.array(
    z.object({
      id: Id,
      provider: Provider,
      name: z.string().nullable(),
      email: z.string().nullable(),
      addedAt: Timestamp,
      lastUsedAt: Timestamp.nullable(),
    }),
  ),
  available: z.array(z.object({ id: Provider, name: z.string().nullable() })),
})
export type Identities = z.infer<typeof Identities>

export const Connect = Confirmation.extend({ provider: Provider })

export const SignUpWithIdentity = SignUp.pick({ name: true, organizationName: true, timeZone: true })

export const ChangeEmail = z.object({
  email: Email,
  current: z.string().check(atMostCharacters(PASSWORD_MAX_CHARACTERS)),
})
export type ChangeEmail = z.infer<typeof ChangeEmail>

export const AskForPhone = z.object({
  phone: z.string().trim().min(1, sentence('value.missing')).max(50, sentence('phone.invalid')),
})
export type AskForPhone = z.infer<typeof AskForPhone>

export const PhoneCode = z.object({
  code: z.string().trim().min(1, sentence('value.missing')).max(20, sentence('phone.notSixDigits')),
})

export const NewAuthenticatorApp = z.object({
  secret: z.string(),
  uri: z.string(),
  path: z.string(),
  size: z.number().int(),
})
export type NewAuthenticatorApp = z.infer<typeof NewAuthenticatorApp>

export const TypedCode = z.object({
  code: z.string().trim().min(1, sentence('value.missing')).max(40, sentence('secondFactor.wrongCode')),
})

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

export const NewPasskey = z.object({ token: z.string(), options: z.looseObject({ challenge: z.string() }) })
export type NewPasskey = z.infer<typeof NewPasskey>

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
  .transform((transports) => TRANSPORTS.filter((transport) => transports.includes(transport)))

const PasskeyRegistration = PasskeyResponse.extend({
  response: PasskeyResponse.shape.response.extend({ transports: Transports }),
})

export const AddPasskey = z.object({
  token: z.string().max(100),
  name: RequiredText(60),
  response: PasskeyRegistration,
})
export type AddPasskey = z.infer<typeof AddPasskey>

export type PasskeyQuestion = { token: string | null; options: { challenge: string } }

export const PasskeySignIn = z.object({ token: z.string().max(100).nullable(), response: PasskeyResponse })
