import { z } from 'zod'
import { DOMAIN_STATES } from '../domain-checks/constants'
import { Domain } from '../domain-checks/schema'
import { FailureCode } from '../outbound/failure-code'
import { Id, Timestamp } from '../validation/schema'
import { LINK_CHECK_KINDS, LINK_CHECK_STATUSES } from './constants'

export const CreateLinkDomain = z.object({ domain: Domain })
export type CreateLinkDomain = z.infer<typeof CreateLinkDomain>

/**
 * @property found what DNS holds, shortened; of the TXT record only those that look like one
 * @property failure why there was no answer over HTTPS
 * @property httpStatus of an answer that is not the service's
 */
export const LinkCheck = z.object({
  status: z.enum(LINK_CHECK_STATUSES),
  found: z.array(z.string()).default([]),
  failure: FailureCode.nullable().default(null),
  httpStatus: z.number().int().nullable().default(null),
})
export type LinkCheck = z.infer<typeof LinkCheck>

/** The stored result of a check. */
export const LinkDomainCheck = z.object({ dns: LinkCheck, ownership: LinkCheck, https: LinkCheck })
export type LinkDomainCheck = z.infer<typeof LinkDomainCheck>

/** What must hold, and what was found. @property record to publish; null for `https` */
export const LinkDomainRequirement = z.object({
  kind: z.enum(LINK_CHECK_KINDS),
  record: z.object({ type: z.enum(['CNAME', 'A', 'AAAA', 'TXT']), name: z.string(), value: z.string() }).nullable(),
  check: LinkCheck.nullable(),
})
export type LinkDomainRequirement = z.infer<typeof LinkDomainRequirement>

export const LinkDomain = z.object({
  id: Id,
  /** As people write it, not in ASCII form. */
  domain: z.string(),
  /** How links begin while the domain is used. */
  url: z.string(),
  state: z.enum(DOMAIN_STATES),
  requirements: z.array(LinkDomainRequirement),
  checkedAt: Timestamp.nullable(),
  verifiedAt: Timestamp.nullable(),
  failingSince: Timestamp.nullable(),
  /** When links have the service's host again, unless a check succeeds. */
  graceEndsAt: Timestamp.nullable(),
})
export type LinkDomain = z.infer<typeof LinkDomain>

export const LinkDomainSettings = z.object({
  /** The service's own host, in links without a domain. */
  serviceHost: z.string(),
  linkDomain: LinkDomain.nullable(),
})
export type LinkDomainSettings = z.infer<typeof LinkDomainSettings>
