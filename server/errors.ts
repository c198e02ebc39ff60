/**
 * Part 7 of the interface specification as code: every error that an integrator can get, and the only place where a
 * code meets a status.
 */
const STATUS = {
  MISSING_API_KEY: 401,
  INVALID_API_KEY_FORMAT: 401,
  INVALID_API_KEY: 401,
  EXPIRED_API_KEY: 401,
  UNAUTHENTICATED: 401,
  INSUFFICIENT_PERMISSIONS: 403,
  FORBIDDEN: 403,
  VALIDATION_ERROR: 400,
  SEQUENCE_INACTIVE: 400,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONTACT_EXISTS: 409,
  SURVEY_IN_USE: 409,
  REPLY_EXISTS: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
} as const

export type ErrorCode = keyof typeof STATUS

/** Dotted path of a field → sentences that a person can act on. */
export type FieldErrors = Record<string, string[]>

export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined
  /** Stands beside `code` and `message` in the answer. */
  readonly beside: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      details?: Record<string, unknown>
      beside?: Record<string, unknown>
      headers?: Record<string, string>
    } = {},
  ) {
    super(message)
    this.name = code
    this.code = code
    this.details = more.details
    this.beside = more.beside ?? {}
    this.headers = more.headers ?? {}
  }

  get status(): number {
    return STATUS[this.code]
  }
}

export function httpStatus(code: ErrorCode): number {
  return STATUS[code]
}

export class MissingApiKey extends AppError {
  constructor() {
    super('MISSING_API_KEY', 'Send your API key in the header X-API-Key, or as Authorization: Bearer <key>.')
  }
}

export class InvalidApiKeyFormat extends AppError {
  constructor() {
    super('INVALID_API_KEY_FORMAT', 'This is not an API key: a key starts with cfs_ and has 47 characters.')
  }
}

export class InvalidApiKey extends AppError {
  constructor() {
    super('INVALID_API_KEY', 'This API key does not exist or is not active.')
  }
}

export class ExpiredApiKey extends AppError {
  constructor() {
    super('EXPIRED_API_KEY', 'This API key has expired. Create a new one under Settings, API keys.')
  }
}

export class Unauthenticated extends AppError {
  constructor(message = 'Sign in first.') {
    super('UNAUTHENTICATED', message)
  }
}

/** A session whose role does not reach this far. */
export class Forbidden extends AppError {
  constructor(message = 'Your role in this organization does not allow this.') {
    super('FORBIDDEN', message)
  }
}

/** A live key of an organization that the operator suspended. */
export class OrganizationSuspended extends AppError {
  constructor(headers: Record<string, string> = {}) {
    super('FORBIDDEN', 'This organization is suspended. Its owners find the reason in the dashboard.', { headers })
  }
}

export class InsufficientPermissions extends AppError {
  constructor(requiredScope: string, availableScopes: readonly string[]) {
    super('INSUFFICIENT_PERMISSIONS', `This needs the scope ${requiredScope}, which this key does not have.`, {
      beside: { requiredScope, availableScopes: [...availableScopes] },
    })
  }
}

export class ValidationError extends AppError {
  constructor(details: FieldErrors, message = 'Some fields need your attention.') {
    super('VALIDATION_ERROR', message, { details })
  }
}

export class NotFound extends AppError {
  /** @param noun the kind of thing, as people say it: "contact". */
  constructor(noun: string) {
    super('NOT_FOUND', `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found.`)
  }
}

export class MethodNotAllowed extends AppError {
  constructor(method: string, allowed: readonly string[]) {
    super('METHOD_NOT_ALLOWED', `${method} is not possible here; use ${allowed.join(' or ')}.`, {
      headers: { Allow: allowed.join(', ') },
    })
  }
}

export class PayloadTooLarge extends AppError {
  constructor(limitBytes: number) {
    super('PAYLOAD_TOO_LARGE', `The body is larger than ${limitBytes} bytes.`)
  }
}

export class ContactExists extends AppError {
  constructor(contactId: string) {
    super('CONTACT_EXISTS', 'A contact with this email address exists already.', { details: { contactId } })
  }
}

export class SurveyInUse extends AppError {
  constructor(sequenceIds: readonly string[]) {
    super('SURVEY_IN_USE', 'Sequences still send this survey. Archive them or take it out of their steps first.', {
      details: { sequenceIds: [...sequenceIds] },
    })
  }
}

export class ReplyExists extends AppError {
  constructor() {
    super('REPLY_EXISTS', 'This review has a reply already. Change it with PATCH.')
  }
}

export class SequenceInactive extends AppError {
  constructor(status: string) {
    super('SEQUENCE_INACTIVE', `This sequence is ${status}. Activate it in the dashboard, then execute it.`)
  }
}

export class RateLimitExceeded extends AppError {
  /** @param retryAfter whole seconds, at least 1. */
  constructor(retryAfter: number, headers: Record<string, string> = {}) {
    super('RATE_LIMIT_EXCEEDED', `Too many requests. Try again in ${retryAfter} s.`, {
      details: { retryAfter },
      headers: { ...headers, 'Retry-After': String(retryAfter) },
    })
  }
}

/** The organization has as much waiting as one may; answered like any other limit. */
export class BacklogFull extends AppError {
  /** @param retryAfter whole seconds, at least 1. */
  constructor(backlog: 'deliveries' | 'sendings', retryAfter: number) {
    const waiting = { deliveries: 'webhook deliveries', sendings: 'messages' }[backlog]
    super(
      'RATE_LIMIT_EXCEEDED',
      `Too many ${waiting} of this organization are still waiting. Try again in ${retryAfter} s.`,
      {
        details: { retryAfter },
        headers: { 'Retry-After': String(retryAfter) },
      },
    )
  }
}

/** One organization never holds more than its share of the database; what waited too long for its turn ends here. */
export class TooMuchAtOnce extends AppError {
  constructor() {
    super('RATE_LIMIT_EXCEEDED', 'Your organization asks for too much at once. Try again in 5 s.', {
      details: { retryAfter: 5 },
      headers: { 'Retry-After': '5' },
    })
  }
}

export class IdempotencyKeyReused extends AppError {
  constructor() {
    super(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another request. Use a new key for each operation.',
    )
  }
}

export class IdempotencyInProgress extends AppError {
  constructor() {
    super(
      'IDEMPOTENCY_IN_PROGRESS',
      'The first request with this Idempotency-Key is still under way. Try again in a moment.',
    )
  }
}

/** What anybody is told of an unexpected error; the log has the cause under the same request id. */
export class InternalError extends AppError {
  constructor() {
    super('INTERNAL_ERROR', 'Something went wrong on our side. Try again; if it stays, tell us the request id.')
  }
}

/**
 * The database was given its time and did not come to an end. A 500 like any other that a caller may try again: the
 * specification knows no other code for it, and the sentence says what helps.
 */
export class TookTooLong extends AppError {
  constructor() {
    super(
      'INTERNAL_ERROR',
      'This took too long and was stopped; nothing was changed. Ask for less at once, or try again.',
    )
  }
}
