import { z } from 'zod'

/**
 * Why a review site did not do what it was asked, and the names of the values that its words need. Stored as they are; put into
 * words where they are read (`reviews.failures` in the messages).
 */
export const SITE_FAILURES = {
  /** No answer: `why` is a code of `server/outbound/schema.ts`. */
  unreachable: ['why'],
  /** 429: it is asked again when it says, or later. */
  rateLimited: [],
  /** 5xx */
  unavailable: ['status'],
  /** It does not know who asks: the token is wrong, or over. */
  unauthorized: [],
  /** Whoever connected it took the permission back, or it ran out. */
  revoked: [],
  /** It knows who asks, and does not let them. */
  forbidden: ['words'],
  /** What was asked for is not there. */
  notFound: [],
  /** It refused what was sent, with its own words. */
  refused: ['status', 'words'],
  /** Its answer is not what its documentation says. */
  misunderstood: ['where'],
  /** The credentials cannot be read: APP_SECRET may have been changed. */
  unreadable: [],
  /** The organization has as many reviews as one may. */
  tooMany: ['maximum'],
  /** Storing its answer failed; the log has the error. */
  internal: [],
} as const satisfies Record<string, readonly string[]>

export type SiteFailureCode = keyof typeof SITE_FAILURES

/** As it is stored. */
export const StoredFailure = z.object({
  code: z.enum(Object.keys(SITE_FAILURES) as [SiteFailureCode, ...SiteFailureCode[]]),
  values: z.record(z.string(), z.string()),
})
export type StoredFailure = z.infer<typeof StoredFailure>

type Values<C extends SiteFailureCode> = Record<(typeof SITE_FAILURES)[C][number], string>

/** A review site did not do what it was asked. */
export class SiteFailure extends Error {
  readonly code: SiteFailureCode
  readonly values: Record<string, string>
  /** How long the site wants to be left alone; null where it does not say. */
  readonly retryAfterMs: number | null

  constructor({ code, values }: StoredFailure, retryAfterMs: number | null) {
    super(`the review site: ${code} ${JSON.stringify(values)}`)
    this.name = 'SiteFailure'
    this.code = code
    this.values = values
    this.retryAfterMs = retryAfterMs
  }

  get stored(): StoredFailure {
    return { code: this.code, values: this.values }
  }
}

/** @param values what the words of this failure need. */
export function siteFailure<C extends SiteFailureCode>(
  code: C,
  values: Values<C>,
  retryAfterMs: number | null = null,
): SiteFailure {
  return new SiteFailure({ code, values }, retryAfterMs)
}

/** Nothing but a person can mend it: asking again would only be refused again. */
export function needsReconnecting({ code }: SiteFailure): boolean {
  return code === 'unauthorized' || code === 'revoked' || code === 'unreadable'
}

/** It may pass by itself. */
export function mayPass({ code }: SiteFailure): boolean {
  return code === 'unreachable' || code === 'rateLimited' || code === 'unavailable' || code === 'misunderstood'
}
