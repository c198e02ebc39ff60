import { type HeaderSource, readClientIpAddress } from './client-ip-address'
import { consumeBuckets, defineBucket, type RateLimitBucket, refundBucket } from './rate-limit'

/*
 * Open links have no token for each person, so a link and an address count. A shop's Wi-Fi has many people behind one address: beyond the
 * first numbers answers are flagged, and only beyond the second refused.
 */

const DAY_SECONDS = 86_400
const FLAGGED_BEYOND = { seconds: 600, linkAndAddress: 30, link: 1200 }
const REFUSED_BEYOND = { link: 20_000, organization: 100_000, flagged: 2000, partial: 20_000, seconds: DAY_SECONDS }
const PIN_ATTEMPTS = { seconds: 900, linkAndAddress: 10, link: 100 }

type Link = { id: string; organizationId: string }

/** @returns whether answers come so fast that this one looks like a machine's */
export async function isBeyondUsualRate({ id }: Link, headers: HeaderSource): Promise<boolean> {
  const { seconds, linkAndAddress, link } = FLAGGED_BEYOND
  return (await consumeBuckets(perLinkAndAddress('answers', id, headers, { seconds, linkAndAddress, link }))) !== null
}

/** Bounds the rows that a link and an organization get in a day. @returns seconds until there is room; null if there is */
export function consumeDailyAnswers(link: Link, kind: 'answer' | 'flagged' | 'partial'): Promise<number | null> {
  const { id, organizationId } = link
  const limit = { answer: REFUSED_BEYOND.link, flagged: REFUSED_BEYOND.flagged, partial: REFUSED_BEYOND.partial }[kind]
  return consumeBuckets([
    defineBucket(`open link ${kind} a day ${id}`, DAY_SECONDS, limit),
    defineBucket(`open links ${kind} a day of ${organizationId}`, DAY_SECONDS, REFUSED_BEYOND.organization),
  ])
}

/** Counts a guess of a PIN; `refund` takes a right one back. */
export async function consumePinAttempt({ id }: Link, headers: HeaderSource) {
  const buckets = perLinkAndAddress('pin', id, headers, PIN_ATTEMPTS)
  const retryAfter = await consumeBuckets(buckets)
  const refund = async () => {
    for (const bucket of buckets) await refundBucket(bucket)
  }
  return { retryAfter, refund }
}

function perLinkAndAddress(
  kind: string,
  id: string,
  headers: HeaderSource,
  { seconds, linkAndAddress, link }: { seconds: number; linkAndAddress: number; link: number },
): RateLimitBucket[] {
  const address = readClientIpAddress(headers)
  return [
    defineBucket(`open link ${kind} ${id}`, seconds, link),
    ...(address === null ? [] : [defineBucket(`open link ${kind} ${id} ${address}`, seconds, linkAndAddress)]),
  ]
}
