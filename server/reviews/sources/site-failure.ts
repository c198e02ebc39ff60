import { z } from 'zod'

/**
 * Failure codes of review sites, with the values of their messages. `why`: a code of `server/outbound/failure-code.ts`. `words`: the site's
 * message. `where`: the path at which a response does not match the site's documentation. `unreadable`: the credentials cannot be
 * decrypted, because APP_SECRET may have changed. `internal`: see the log.
 */
export const SITE_FAILURES = {
  unreachable: ['why'],
  rateLimited: [],
  unavailable: ['status'],
  unauthorized: [],
  revoked: [],
  forbidden: ['words'],
  notFound: [],
  refused: ['status', 'words'],
  misunderstood: ['where'],
  unreadable: [],
  tooMany: ['maximum'],
  internal: [],
} as const satisfies Record<string, readonly string[]>

export type SiteFailureCode = keyof typeof SITE_FAILURES

export const StoredSiteFailure = z.object({
  code: z.enum(Object.keys(SITE_FAILURES) as [SiteFailureCode, ...SiteFailureCode[]]),
  values: z.record(z.string(), z.string()),
})
export type StoredSiteFailure = z.infer<typeof StoredSiteFailure>

type Values<C extends SiteFailureCode> = Record<(typeof SITE_FAILURES)[C][number], string>

export class SiteFailure extends Error {
  readonly code: SiteFailureCode
  readonly values: Record<string, string>
  readonly retryAfterMs: number | null

  constructor({ code, values }: StoredSiteFailure, retryAfterMs: number | null) {
    super(`the review site: ${code} ${JSON.stringify(values)}`)
    this.name = 'SiteFailure'
    this.code = code
    this.values = values
    this.retryAfterMs = retryAfterMs
  }

  get stored(): StoredSiteFailure {
    return { code: this.code, values: this.values }
  }
}

export function createSiteFailure<C extends SiteFailureCode>(
  code: C,
  values: Values<C>,
  retryAfterMs: number | null = null,
) {
  return new SiteFailure({ code, values }, retryAfterMs)
}

export function needsReconnecting({ code }: SiteFailure): boolean {
  return code === 'unauthorized' || code === 'revoked' || code === 'unreadable'
}

export function isTransient({ code }: SiteFailure): boolean {
  return code === 'unreachable' || code === 'rateLimited' || code === 'unavailable' || code === 'misunderstood'
}
