import { z } from 'zod'

/**
 * Failure codes of review sites, with the values that their messages need. Stored untranslated; translated when displayed
 * (`reviews.failures` in the messages).
 */
export const SITE_FAILURES = {
  /** No response; `why` is a code of `server/outbound/schema.ts`. */
  unreachable: ['why'],
  /** 429; retried no earlier than Retry-After. */
  rateLimited: [],
  /** 5xx */
  unavailable: ['status'],
  /** 401, or no credentials: the token is invalid, expired or missing. */
  unauthorized: [],
  /** The grant was revoked or has expired. */
  revoked: [],
  /** 403, with the site's message. */
  forbidden: ['words'],
  notFound: [],
  /** Any other status, with the site's message. */
  refused: ['status', 'words'],
  /** The response does not match the site's documentation; `where` is the path. */
  misunderstood: ['where'],
  /** The credentials cannot be decrypted: APP_SECRET may have changed. */
  unreadable: [],
  /** The organization has reached its review limit. */
  tooMany: ['maximum'],
  /** Storing the response failed; see the log. */
  internal: [],
} as const satisfies Record<string, readonly string[]>

export type SiteFailureCode = keyof typeof SITE_FAILURES

export const StoredFailure = z.object({
  code: z.enum(Object.keys(SITE_FAILURES) as [SiteFailureCode, ...SiteFailureCode[]]),
  values: z.record(z.string(), z.string()),
})
export type StoredFailure = z.infer<typeof StoredFailure>

type Values<C extends SiteFailureCode> = Record<(typeof SITE_FAILURES)[C][number], string>

export class SiteFailure extends Error {
  readonly code: SiteFailureCode
  readonly values: Record<string, string>
  /** From Retry-After; null if the site sent none. */
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

export function siteFailure<C extends SiteFailureCode>(
  code: C,
  values: Values<C>,
  retryAfterMs: number | null = null,
): SiteFailure {
  return new SiteFailure({ code, values }, retryAfterMs)
}

/** Whether an owner has to reconnect the source; a retry would fail again. */
export function needsReconnecting({ code }: SiteFailure): boolean {
  return code === 'unauthorized' || code === 'revoked' || code === 'unreadable'
}

/** Whether a retry may succeed. */
export function mayPass({ code }: SiteFailure): boolean {
  return code === 'unreachable' || code === 'rateLimited' || code === 'unavailable' || code === 'misunderstood'
}
