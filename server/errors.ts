import type en from './messages/en/errors.json'
import { type Sentence, sentence } from './messages/error-message'
import { toWords } from './messages/format-error-message'
import type { Locale } from './messages/locale'

/** Part 7 of the interface specification as code: every error that an integrator can get, and the only mapping from code to HTTP status. */
const STATUS = {
  MISSING_API_KEY: 401,
  INVALID_API_KEY_FORMAT: 401,
  INVALID_API_KEY: 401,
  EXPIRED_API_KEY: 401,
  UNAUTHENTICATED: 401,
  SESSION_CHANGED: 409,
  INSUFFICIENT_PERMISSIONS: 403,
  FORBIDDEN: 403,
  VALIDATION_ERROR: 400,
  SEQUENCE_INACTIVE: 400,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONTACT_EXISTS: 409,
  SURVEY_IN_USE: 409,
  REPLY_EXISTS: 409,
  CHANGED_MEANWHILE: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof STATUS

export type FieldErrors = Record<string, Sentence[]>

export type ErrorWords = { code: ErrorCode; message: string; details: Record<string, unknown> | undefined }

type ErrorParts = {
  details?: Record<string, unknown>
  fields?: FieldErrors
  beside?: Record<string, unknown>
  headers?: Record<string, string>
}

/** `message` and `details` are English, for REST and the log; pages use {@link AppError.inLanguage}. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined
  readonly beside: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly fields: FieldErrors | undefined
  readonly #sentence: Sentence

  constructor(code: ErrorCode, message: Sentence, { details, fields, beside = {}, headers = {} }: ErrorParts = {}) {
    super(toWords('en', message))
    this.name = code
    this.code = code
    this.details = fields === undefined ? details : localizeFields('en', fields)
    this.beside = beside
    this.headers = headers
    this.#sentence = message
    this.fields = fields
  }

  get status(): number {
    return STATUS[this.code]
  }

  inLanguage(locale: Locale): ErrorWords {
    const details = this.fields === undefined ? this.details : localizeFields(locale, this.fields)
    return { code: this.code, message: toWords(locale, this.#sentence), details }
  }
}

function localizeFields(locale: Locale, fields: FieldErrors): Record<string, string[]> {
  const localized = Object.entries(fields).map(([path, sentences]) => [
    path,
    sentences.map((one) => toWords(locale, one)),
  ])
  return Object.fromEntries(localized) as Record<string, string[]>
}

export function httpStatus(code: ErrorCode): number {
  return STATUS[code]
}

export class MissingApiKey extends AppError {
  constructor() {
    super('MISSING_API_KEY', sentence('key.missing'))
  }
}

export class InvalidApiKeyFormat extends AppError {
  constructor() {
    super('INVALID_API_KEY_FORMAT', sentence('key.format'))
  }
}

export class InvalidApiKey extends AppError {
  constructor() {
    super('INVALID_API_KEY', sentence('key.unknown'))
  }
}

export class ExpiredApiKey extends AppError {
  constructor(message = sentence('key.expired')) {
    super('EXPIRED_API_KEY', message)
  }
}

export class Unauthenticated extends AppError {
  constructor(message = sentence('session.none')) {
    super('UNAUTHENTICATED', message)
  }
}

/** The session changed to another person or organization since the page was loaded; a write would go to the wrong one. */
export class SessionChanged extends AppError {
  constructor() {
    super('SESSION_CHANGED', sentence('session.changed'))
  }
}

export class Forbidden extends AppError {
  constructor(message = sentence('session.role')) {
    super('FORBIDDEN', message)
  }
}

export class OrganizationSuspended extends AppError {
  constructor(headers: Record<string, string> = {}) {
    super('FORBIDDEN', sentence('session.suspended'), { headers })
  }
}

export class InsufficientPermissions extends AppError {
  constructor(requiredScope: string, availableScopes: readonly string[]) {
    super('INSUFFICIENT_PERMISSIONS', sentence('key.scope', { scope: requiredScope }), {
      beside: { requiredScope, availableScopes: [...availableScopes] },
    })
  }
}

export class ValidationError extends AppError {
  constructor(fields: FieldErrors, message = sentence('request.invalid')) {
    super('VALIDATION_ERROR', message, { fields })
  }
}

export type Thing = keyof (typeof en)['notFound']

export class NotFound extends AppError {
  constructor(what: Thing) {
    super('NOT_FOUND', sentence(`notFound.${what}`))
  }
}

export class MethodNotAllowed extends AppError {
  constructor(method: string, allowed: readonly string[]) {
    super('METHOD_NOT_ALLOWED', sentence('request.method', { method, allowed }), {
      headers: { Allow: allowed.join(', ') },
    })
  }
}

export class PayloadTooLarge extends AppError {
  constructor(limitBytes: number) {
    super('PAYLOAD_TOO_LARGE', sentence('request.tooLarge', { bytes: limitBytes }))
  }
}

export class ContactExists extends AppError {
  constructor(contactId: string) {
    super('CONTACT_EXISTS', sentence('contact.exists'), { details: { contactId } })
  }
}

export class SurveyInUse extends AppError {
  constructor(sequenceIds: readonly string[]) {
    super('SURVEY_IN_USE', sentence('survey.inUse'), {
      details: { sequenceIds: [...sequenceIds] },
    })
  }
}

export class ReplyExists extends AppError {
  constructor() {
    super('REPLY_EXISTS', sentence('review.replied'))
  }
}

export class ChangedMeanwhile extends AppError {
  constructor(current: object) {
    super('CHANGED_MEANWHILE', sentence('request.changed'), { details: { current } })
  }
}

export class SequenceInactive extends AppError {
  constructor(status: string) {
    super('SEQUENCE_INACTIVE', sentence('sequence.inactive', { status }))
  }
}

export class RateLimitExceeded extends AppError {
  /** @param retryAfter whole seconds, at least 1 */
  constructor(retryAfter: number, headers: Record<string, string> = {}) {
    super('RATE_LIMIT_EXCEEDED', sentence('request.tooMany', { seconds: retryAfter }), {
      details: { retryAfter },
      headers: { ...headers, 'Retry-After': String(retryAfter) },
    })
  }
}

export class BacklogFull extends AppError {
  constructor(backlog: 'deliveries' | 'sendings', retryAfter: number) {
    super('RATE_LIMIT_EXCEEDED', sentence('request.backlog', { waiting: backlog, seconds: retryAfter }), {
      details: { retryAfter },
      headers: { 'Retry-After': String(retryAfter) },
    })
  }
}

export class TooMuchAtOnce extends AppError {
  constructor() {
    super('RATE_LIMIT_EXCEEDED', sentence('request.tooManyAtOnce', { seconds: 5 }), {
      details: { retryAfter: 5 },
      headers: { 'Retry-After': '5' },
    })
  }
}

export class IdempotencyKeyReused extends AppError {
  constructor() {
    super('IDEMPOTENCY_KEY_REUSED', sentence('request.idempotencyKeyReused'))
  }
}

export class IdempotencyInProgress extends AppError {
  constructor() {
    super('IDEMPOTENCY_IN_PROGRESS', sentence('request.idempotencyInProgress'), { headers: { 'Retry-After': '1' } })
  }
}

export class InternalError extends AppError {
  constructor() {
    super('INTERNAL_ERROR', sentence('request.failed'))
  }
}

export class ServiceUnavailable extends AppError {
  constructor() {
    super('SERVICE_UNAVAILABLE', sentence('request.unavailable', { seconds: 5 }), {
      details: { retryAfter: 5 },
      headers: { 'Retry-After': '5' },
    })
  }
}

/**
 * A database statement timed out. A 500 that may be retried: the specification has no code of its own for it, and the message says how to
 * proceed.
 */
export class TookTooLong extends AppError {
  constructor() {
    super('INTERNAL_ERROR', sentence('request.tookTooLong'))
  }
}
