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
