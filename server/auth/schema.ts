import { z } from 'zod'
import { atMostCharacters, Email, Id, Language, RequiredText, Timestamp, TimeZone } from '../fields/schema'
import { sentence } from '../messages/sentence'
import { HOLDS } from '../organizations/vocabulary'
import { HELD_BACK_BY, PROVIDERS, THEMES, TRANSPORTS } from './vocabulary'

const PASSWORD_MIN_CHARACTERS = 8
/** Hashing costs time and memory: nobody may choose how much. */
export const PASSWORD_MAX_CHARACTERS = 128

export const Password = z
  .string()
  .min(PASSWORD_MIN_CHARACTERS, sentence('value.minCharacters', { minimum: PASSWORD_MIN_CHARACTERS }))
  .check(atMostCharacters(PASSWORD_MAX_CHARACTERS))
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), sentence('value.notText'))

/** Of the browser. One that we do not know is no reason to refuse an account. */
const BrowserTimeZone = TimeZone.optional().catch(undefined)

export const SignUp = z.object({
  name: RequiredText(100),
  email: Email,
  password: Password,
  organizationName: RequiredText(100),
  timeZone: BrowserTimeZone,
})
export type SignUp = z.infer<typeof SignUp>

/** The same fields, as a person types them to come back; whether they are right is for the account to say. */
export const Credentials = z.object({
  email: Email,
  password: z.string().min(1, sentence('value.missing')).check(atMostCharacters(PASSWORD_MAX_CHARACTERS)),
})
export type Credentials = z.infer<typeof Credentials>

/** What became of a verification mail that was asked for. */
export const VerificationMail = z.enum(['sent', 'failed', 'not_needed'])
export type VerificationMail = z.infer<typeof VerificationMail>

export const VerifyEmail = z.object({ token: z.string().max(200) })

/** What the page behind a verification link finds. */
export type VerificationState = { state: 'open'; email: string } | { state: 'verified' | 'expired' | 'unknown' }

const RoleName = z.enum(['owner', 'admin', 'member'])

const CurrentOrganization = z.object({
  id: Id,
  name: z.string(),
  demo: z.boolean(),
  timeZone: z.string(),
  /** Why nothing of it leaves; null when everything may. */
  hold: z.enum(HOLDS).nullable(),
  /** When the organization goes; null where nobody asked for that. */
  deletesAt: Timestamp.nullable(),
  /** The operator's words. */
  suspensionReason: z.string().nullable(),
})

/** Who is signed in, and where they are looking; `role` and `organization` are null for somebody who belongs to none. */
export const Account = z.object({
  user: z.object({ id: Id, name: z.string(), email: z.string(), role: RoleName.nullable() }),
  organization: CurrentOrganization.nullable(),
  /** All that the person belongs to; `isLeaving` where one is about to be deleted. */
  organizations: z.array(z.object({ id: Id, name: z.string(), role: RoleName, isLeaving: z.boolean() })),
  /**
   * Why nothing but their own account is open to the person: the organization asks for two-step sign-in, which they have not set
   * up, their account is about to be deleted, or they belong to no organization. Null where all of their role is.
   */
  heldBackBy: z.enum(HELD_BACK_BY).nullable(),
  /** Whether people make organizations themselves, or the operator alone does. */
  mayCreateOrganizations: z.boolean(),
  /** No mail server is configured: what would be sent is kept and shown in the Outbox. */
  mailCaptured: z.boolean(),
  /** The same of text messages: no SMS provider is configured. */
  smsCaptured: z.boolean(),
  /** Where people and programs reach the service, without a trailing slash. */
  baseUrl: z.string(),
})
export type Account = z.infer<typeof Account>

/** The account of somebody who looks at an organization, as every page of one has it. */
export type MemberAccount = Account & {
  user: { role: z.infer<typeof RoleName> }
  organization: z.infer<typeof CurrentOrganization>
}

/** One of the browsers in which a person is signed in. */
export const OwnSession = z.object({
  id: Id,
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** Where it looks; null for somebody who belongs to no organization. */
  organization: z.string().nullable(),
  /** What people call it, by what it says of itself: `Firefox, Windows`. */
  browser: z.string().nullable(),
  address: z.string().nullable(),
  lastSeenAt: Timestamp,
  createdAt: Timestamp,
})
export type OwnSession = z.infer<typeof OwnSession>

/** How pages look: as the device says, or always the same. */
export const Theme = z.enum(THEMES)
export type Theme = z.infer<typeof Theme>

export const Profile = z.object({
  name: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  language: Language,
  hasPassword: z.boolean(),
  /** When the account goes; null where nobody asked for that. */
  deletesAt: Timestamp.nullable(),
  /** Of the dashboard; null: each browser's own. */
  interfaceLanguage: Language.nullable(),
  /** Null where none was ever chosen: as the device says. */
  theme: Theme.nullable(),
  /** Another address that waits for a yes from both. */
  pendingEmail: z.object({ email: z.string(), fromConfirmed: z.boolean(), toConfirmed: z.boolean() }).nullable(),
  /** E.164; where their text messages go. */
  phone: z.string().nullable(),
  /** False for one that was confirmed from the Outbox, now that text messages leave: nothing goes there until a code has. */
  isPhoneReached: z.boolean(),
  /** A number that waits for its code. */
  pendingPhone: z.object({ phone: z.string(), expiresAt: Timestamp }).nullable(),
})
export type Profile = z.infer<typeof Profile>

export const UpdateProfile = z.object({
  name: RequiredText(100).exactOptional(),
  language: Language.exactOptional(),
  interfaceLanguage: Language.nullable().exactOptional(),
  theme: Theme.nullable().exactOptional(),
  /** As they were read: nothing is written once one of these has another value. */
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

/** What a person signs in with beside the password. */
export const SecondFactor = z.object({
  app: z.object({ addedAt: Timestamp, lastUsedAt: Timestamp.nullable() }).nullable(),
  passkeys: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** Kept on several devices, by a password manager or a maker's account. */
      isSynced: z.boolean(),
      addedAt: Timestamp,
      lastUsedAt: Timestamp.nullable(),
    }),
  ),
  recoveryCodesLeft: z.number().int(),
  /** Their organizations that ask for it. */
  askedBy: z.array(z.string()),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** The password that holds; empty for somebody who has none. */
export const Confirmation = z.object({ current: z.string().check(atMostCharacters(PASSWORD_MAX_CHARACTERS)) })

const Provider = z.enum(PROVIDERS)

/** The accounts elsewhere with which a person signs in. A provider without a name is the company's own. */
export const Identities = z.object({
  identities: z.array(
    z.object({
      id: Id,
      provider: Provider,
      name: z.string().nullable(),
      /** As the provider said it last. */
      email: z.string().nullable(),
      addedAt: Timestamp,
      lastUsedAt: Timestamp.nullable(),
    }),
  ),
  /** Those that could be added. */
  available: z.array(z.object({ id: Provider, name: z.string().nullable() })),
})
export type Identities = z.infer<typeof Identities>

export const Connect = Confirmation.extend({ provider: Provider })

/** What somebody gives whom a provider named: who they are, and the organization that they make. */
export const SignUpWithIdentity = SignUp.pick({ name: true, organizationName: true, timeZone: true })

/** Another address, and the password that holds. */
export const ChangeEmail = z.object({
  email: Email,
  current: z.string().check(atMostCharacters(PASSWORD_MAX_CHARACTERS)),
})
export type ChangeEmail = z.infer<typeof ChangeEmail>

/** A number of one's own, in any format; read as one of the organization's country where it names none. */
export const AskForPhone = z.object({
  phone: z.string().trim().min(1, sentence('value.missing')).max(50, sentence('phone.invalid')),
})
export type AskForPhone = z.infer<typeof AskForPhone>

/** Six digits that came by SMS, as people type them. */
export const PhoneCode = z.object({
  code: z.string().trim().min(1, sentence('value.missing')).max(20, sentence('phone.notSixDigits')),
})

/** What an app is to remember: as a code to photograph, as a link, and as letters to type. */
export const NewAuthenticatorApp = z.object({
  secret: z.string(),
  uri: z.string(),
  /** The dark squares as the path of an SVG that is `size` wide and high. */
  path: z.string(),
  size: z.number().int(),
})
export type NewAuthenticatorApp = z.infer<typeof NewAuthenticatorApp>

/** Six digits of an app, or a recovery code, as people type them. */
export const TypedCode = z.object({
  code: z.string().trim().min(1, sentence('value.missing')).max(40, sentence('secondFactor.wrongCode')),
})

/** New codes, shown once; null where those before still hold. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn, and what comes back with the answer to it. */
export const NewPasskey = z.object({ token: z.string(), options: z.looseObject({ challenge: z.string() }) })
export type NewPasskey = z.infer<typeof NewPasskey>

/** Of at most 1023 bytes (WebAuthn Level 3, 7.1), in base64url. */
const CredentialId = z.string().regex(/^[\w-]{1,1364}$/)

/** What every answer of a passkey has; the rest is judged by who knows WebAuthn. */
const PasskeyAnswer = z.looseObject({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}),
})

/** How a browser reaches a passkey; ways that nobody knows are no mistake, and say nothing (WebAuthn Level 3, 5.8.4). */
const Transports = z
  .array(z.unknown())
  .default([])
  .catch([])
  .transform((named) => TRANSPORTS.filter((one) => named.includes(one)))

/** A passkey that a browser made. */
const MadePasskey = PasskeyAnswer.extend({
  response: PasskeyAnswer.shape.response.extend({ transports: Transports }),
})

export const AddPasskey = z.object({ token: z.string().max(100), name: RequiredText(60), response: MadePasskey })
export type AddPasskey = z.infer<typeof AddPasskey>

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn; the token is null where the browser holds it in its cookie. */
export type PasskeyQuestion = { token: string | null; options: { challenge: string } }

/** The answer to it. */
export const PasskeySignIn = z.object({ token: z.string().max(100).nullable(), response: PasskeyAnswer })
