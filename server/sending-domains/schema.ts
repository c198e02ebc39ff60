import { z } from 'zod'
import { DOMAIN_STATES } from '../domain-checks/constants'
import { Domain } from '../domain-checks/schema'
import { localizableMessage } from '../messages/localizable-message'
import { Id, Timestamp } from '../validation/schema'
import {
  DMARC_POLICIES,
  LOCAL_PART_DEFAULT,
  MESSAGE_SOURCE_MAX_CHARACTERS,
  RECORD_KINDS,
  RECORD_STATUSES,
} from './constants'

export const LocalPart = z
  .string()
  .overwrite((text) => text.trim().toLowerCase())
  .regex(/^(?=.{1,64}$)[a-z0-9_-]+(?:[.+][a-z0-9_-]+)*$/, localizableMessage('sendingDomain.localPart'))

export const CreateSendingDomain = z.object({ domain: Domain, localPart: LocalPart.default(LOCAL_PART_DEFAULT) })
export type CreateSendingDomain = z.infer<typeof CreateSendingDomain>

export const UpdateSendingDomain = z.object({
  localPart: LocalPart,
  asRead: z.object({ localPart: z.string() }).exactOptional(),
})
export type UpdateSendingDomain = z.infer<typeof UpdateSendingDomain>

/**
 * @property found what DNS holds, shortened; of SPF and DMARC only records of that kind
 * @property at the name where it was found, if that is a parent
 * @property lookups how many look-ups SPF needs
 */
export const RecordCheck = z.object({
  status: z.enum(RECORD_STATUSES),
  found: z.array(z.string()),
  at: z.string().nullable().default(null),
  policy: z.enum(DMARC_POLICIES).nullable().default(null),
  lookups: z.number().int().nullable().default(null),
})
export type RecordCheck = z.infer<typeof RecordCheck>

/** The stored result of a check. A record that is not asked for is absent. */
export const DomainCheck = z.object({
  dkim: RecordCheck,
  dmarc: RecordCheck,
  returnPath: RecordCheck.exactOptional(),
  spf: RecordCheck.exactOptional(),
})
export type DomainCheck = z.infer<typeof DomainCheck>

export const DnsRecord = z.object({
  kind: z.enum(RECORD_KINDS),
  /** Mails are sent from the domain only if it is right. */
  isRequired: z.boolean(),
  type: z.enum(['TXT', 'CNAME']),
  name: z.string(),
  /** The name without the domain, as most DNS providers ask for it; `@` for the domain itself. */
  host: z.string(),
  value: z.string(),
  check: RecordCheck.nullable(),
})
export type DnsRecord = z.infer<typeof DnsRecord>

export const SendingDomain = z.object({
  id: Id,
  /** As people write it, not in ASCII form. */
  domain: z.string(),
  localPart: z.string(),
  state: z.enum(DOMAIN_STATES),
  records: z.array(DnsRecord),
  checkedAt: Timestamp.nullable(),
  verifiedAt: Timestamp.nullable(),
  failingSince: Timestamp.nullable(),
  /** When mails come from the service's address again, unless a check succeeds. */
  graceEndsAt: Timestamp.nullable(),
})
export type SendingDomain = z.infer<typeof SendingDomain>

export const SendingDomainSettings = z.object({
  isEnabled: z.boolean(),
  /** The service's own from-address. */
  serviceAddress: z.string(),
  sendingDomain: SendingDomain.nullable(),
})
export type SendingDomainSettings = z.infer<typeof SendingDomainSettings>

export const ReadMessageSource = z.object({
  source: z
    .string()
    .max(MESSAGE_SOURCE_MAX_CHARACTERS, localizableMessage('sendingDomain.sourceLong'))
    .refine((text) => text.trim() !== '', localizableMessage('value.missing')),
})
export type ReadMessageSource = z.infer<typeof ReadMessageSource>

const Verdict = z.enum(['pass', 'fail', 'none', 'unknown'])

/**
 * What the server that received a message says of it. Anyone can write such headers: it is only displayed.
 * @property domain that the result is about
 * @property isAligned whether that domain is the one of the from-address, or its parent or child; null if not known
 */
export const AuthenticationResult = z.object({
  verdict: Verdict,
  word: z.string().nullable(),
  domain: z.string().nullable(),
  isAligned: z.boolean().nullable(),
})
export type AuthenticationResult = z.infer<typeof AuthenticationResult>

export const MessageSourceReport = z.object({
  fromDomain: z.string().nullable(),
  /** Which server wrote the results; null if there are none. */
  reportedBy: z.string().nullable(),
  source: z.enum(['authenticationResults', 'arc', 'none']),
  spf: AuthenticationResult,
  dkim: AuthenticationResult,
  dmarc: AuthenticationResult,
  tls: z.object({ verdict: Verdict, version: z.string().nullable() }),
  /** `d=` and `s=` of the signatures, whether valid or not. */
  signatures: z.array(z.object({ domain: z.string(), selector: z.string() })),
})
export type MessageSourceReport = z.infer<typeof MessageSourceReport>
