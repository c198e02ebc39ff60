import { createHash } from 'node:crypto'
import { computeEmailHashes } from '../../../contacts/suppression-emails'
import type { ParsedResponse } from './parsed-response'

type IdentifiedAnswer = Pick<ParsedResponse, 'at' | 'externalId'> & { email: string; surveyId: string }

/**
 * The possible ids of the response with a past answer, the one to store it under first: the same whenever and by whatever import it comes.
 * An answer is identified by its survey, and by its id in the service that it comes from, else by the address and the time. Addresses enter
 * as keyed hashes: one under each accepted secret.
 */
export function computeResponseIds({
  at,
  externalId,
  email,
  surveyId,
}: IdentifiedAnswer): readonly [string, ...string[]] {
  if (externalId !== null) return [toUuid(`${surveyId} id ${externalId}`)]
  const [current, ...others] = computeEmailHashes(email).map((hash) =>
    toUuid(`${surveyId} ${at.toISOString()} ${Buffer.from(hash).toString('base64')}`),
  )
  if (current === undefined) throw new Error('an address has a hash')
  return [current, ...others]
}

/** A UUID of version 8 (RFC 9562, 5.8) from the first bits of a SHA-256 hash. */
function toUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
