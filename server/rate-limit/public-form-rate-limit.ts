import { type HeaderSource, readClientIpAddress } from './client-ip-address'
import { consumeBuckets, defineBucket } from './rate-limit'

/*
 * Out of reach for a person on a phone: the page autosaves at most once in 0.9 s and only after changes, and submits once. An address may
 * be shared by a whole office. Autosaves have their own budget and never use up that of submissions.
 */
const LIMITS_PER_MINUTE = {
  save: { link: 60, address: 600 },
  submission: { link: 30, address: 300 },
  consent: { link: 60, address: 3000 },
}

export async function consumePublicFormLimit(
  kind: keyof typeof LIMITS_PER_MINUTE,
  token: string,
  headers: HeaderSource,
): Promise<number | null> {
  const limits = LIMITS_PER_MINUTE[kind]
  const address = readClientIpAddress(headers)
  const buckets = [defineBucket(`survey ${kind} link ${token}`, 60, limits.link)]
  if (address !== null) buckets.push(defineBucket(`survey ${kind} address ${address}`, 60, limits.address))
  return consumeBuckets(buckets)
}

const HOUR_SECONDS = 3600
const LINK_REQUESTS_PER_HOUR = { address: 20, organization: 300 }
const LINKS_PER_RECIPIENT_AND_DAY = 3

/**
 * Limits requests for the link of a preference page: by client address and organization; and how many emails one recipient gets, which the
 * response must not tell.
 */
export async function consumePreferenceLinkLimit(
  { organizationId, email }: { organizationId: string; email: string },
  headers: HeaderSource,
): Promise<{ retryAfter: number | null; isRecipientFull: boolean }> {
  const limits = LINK_REQUESTS_PER_HOUR
  const address = readClientIpAddress(headers)
  const buckets = [defineBucket(`preference links of ${organizationId}`, HOUR_SECONDS, limits.organization)]
  if (address !== null)
    buckets.push(defineBucket(`preference links for address ${address}`, HOUR_SECONDS, limits.address))
  const retryAfter = await consumeBuckets(buckets)
  if (retryAfter !== null) return { retryAfter, isRecipientFull: false }
  const recipient = `preference links of ${organizationId} to ${email}`
  const isFull = await consumeBuckets([defineBucket(recipient, 24 * HOUR_SECONDS, LINKS_PER_RECIPIENT_AND_DAY)])
  return { retryAfter: null, isRecipientFull: isFull !== null }
}
