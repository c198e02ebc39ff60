import type en from './messages/en/errors.json'
import type { Locale } from './messages/locale'
import { type ErrorMessageKey, type LocalizableMessage, localizableMessage } from './messages/localizable-message'
import { translateLocalizableMessage } from './messages/translate-localizable-message'

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
  SENDING_ENDED: 409,
  SENDING_BUSY: 409,
  STEP_NOT_NEXT: 409,
  CHANGED_MEANWHILE: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof STATUS

export type FieldErrors = Record<string, LocalizableMessage[]>

export type LocalizedError = { code: ErrorCode; message: string; details: Record<string, unknown> | undefined }

type ErrorParts = {
  details?: Record<string, unknown>
  fields?: FieldErrors
  extraFields?: Record<string, unknown>
  headers?: Record<string, string>
}

/** `message` and `details` are English, for REST and the log; pages use {@link AppError.localize}. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined
  readonly extraFields: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly fields: FieldErrors | undefined
  readonly #sentence: LocalizableMessage

  constructor(
    code: ErrorCode,
    message: LocalizableMessage,
    { details, fields, extraFields = {}, headers = {} }: ErrorParts = {},
  ) {
    super(translateLocalizableMessage('en', message))
    this.name = code
    this.code = code
    this.details = fields === undefined ? details : localizeFields('en', fields)
    this.extraFields = extraFields
    this.headers = headers
    this.#sentence = message
    this.fields = fields
  }

  get status(): number {
    return STATUS[this.code]
  }

  localize(locale: Locale): LocalizedError {
    const details = this.fields === undefined ? this.details : localizeFields(locale, this.fields)
    return { code: this.code, message: translateLocalizableMessage(locale, this.#sentence), details }
  }
}

function localizeFields(locale: Locale, fields: FieldErrors): Record<string, string[]> {
  const localized = Object.entries(fields).map(([path, sentences]) => [
    path,
    sentences.map((one) => translateLocalizableMessage(locale, one)),
  ])
  return Object.fromEntries(localized) as Record<string, string[]>
}

export function httpStatus(code: ErrorCode): number {
  return STATUS[code]
}

/** Base of an error that differs by its message only. */
function errorWith(code: ErrorCode, key: ErrorMessageKey) {
  return class extends AppError {
    constructor(message = localizableMessage(key)) {
      super(code, message)
    }
  }
}

export class MissingApiKey extends errorWith('MISSING_API_KEY', 'key.missing') {}
export class InvalidApiKeyFormat extends errorWith('INVALID_API_KEY_FORMAT', 'key.format') {}
export class InvalidApiKey extends errorWith('INVALID_API_KEY', 'key.unknown') {}
export class ExpiredApiKey extends errorWith('EXPIRED_API_KEY', 'key.expired') {}
export class Unauthenticated extends errorWith('UNAUTHENTICATED', 'session.none') {}

/** The session changed to another person or organization since the page was loaded; a write would go to the wrong one. */
export class SessionChanged extends errorWith('SESSION_CHANGED', 'session.changed') {}
export class Forbidden extends errorWith('FORBIDDEN', 'session.role') {}

/** What claims to come from a mail provider is not signed with the secret of its intake. */
export class MailEventRefused extends errorWith('FORBIDDEN', 'mailEvents.signature') {}

/** A request to a trigger address is not signed as its settings require. */
export class TriggerSignatureInvalid extends errorWith('UNAUTHENTICATED', 'trigger.signature') {}

/** A page of a foreign origin asks for a widget. */
export class OriginNotAllowed extends errorWith('FORBIDDEN', 'surveyWidget.foreign') {}

export class OrganizationSuspended extends AppError {
  constructor(headers: Record<string, string> = {}) {
    super('FORBIDDEN', localizableMessage('session.suspended'), { headers })
  }
}

export class InsufficientPermissions extends AppError {
  constructor(requiredScope: string, availableScopes: readonly string[]) {
    super('INSUFFICIENT_PERMISSIONS', localizableMessage('key.scope', { scope: requiredScope }), {
      extraFields: { requiredScope, availableScopes: [...availableScopes] },
    })
  }
}

export class ValidationError extends AppError {
  constructor(fields: FieldErrors, message = localizableMessage('request.invalid')) {
    super('VALIDATION_ERROR', message, { fields })
  }
}

export type ResourceName = keyof (typeof en)['notFound']

export class NotFound extends AppError {
  constructor(what: ResourceName) {
    super('NOT_FOUND', localizableMessage(`notFound.${what}`))
  }
}

export class MethodNotAllowed extends AppError {
  constructor(method: string, allowed: readonly string[]) {
    super('METHOD_NOT_ALLOWED', localizableMessage('request.method', { method, allowed }), {
      headers: { Allow: allowed.join(', ') },
    })
  }
}

export class PayloadTooLarge extends AppError {
  constructor(limitBytes: number) {
    super('PAYLOAD_TOO_LARGE', localizableMessage('request.tooLarge', { bytes: limitBytes }))
  }
}

export class ContactExists extends AppError {
  constructor(contactId: string) {
    super('CONTACT_EXISTS', localizableMessage('contact.exists'), { details: { contactId } })
  }
}

export class SurveyInUse extends AppError {
  constructor(sequenceIds: readonly string[]) {
    super('SURVEY_IN_USE', localizableMessage('survey.inUse'), { details: { sequenceIds: [...sequenceIds] } })
  }
}

export class ReviewReplyExists extends errorWith('REPLY_EXISTS', 'review.replied') {}

export class EditConflict extends AppError {
  constructor(current: object) {
    super('CHANGED_MEANWHILE', localizableMessage('request.changed'), { details: { current } })
  }
}

export class SequenceInactive extends AppError {
  constructor(status: string) {
    super('SEQUENCE_INACTIVE', localizableMessage('sequence.inactive', { status }))
  }
}

export class SendingEnded extends AppError {
  constructor(status: 'completed' | 'cancelled') {
    super('SENDING_ENDED', localizableMessage('sequence.sendingEnded', { status }), { details: { status } })
  }
}

/** A message of the sending is being sent, so that its next step is not known yet. */
export class SendingBusy extends errorWith('SENDING_BUSY', 'sequence.sendingBusy') {}

export class StepNotNext extends AppError {
  /** @param nextStepId null if no step is ahead */
  constructor(nextStepId: string | null) {
    super('STEP_NOT_NEXT', localizableMessage('sequence.stepNotNext'), { details: { nextStepId } })
  }
}

function retryParts(retryAfter: number, headers: Record<string, string> = {}): ErrorParts {
  return { details: { retryAfter }, headers: { ...headers, 'Retry-After': String(retryAfter) } }
}

export class RateLimitExceeded extends AppError {
  /** @param retryAfter whole seconds, at least 1 */
  constructor(retryAfter: number, headers: Record<string, string> = {}) {
    super(
      'RATE_LIMIT_EXCEEDED',
      localizableMessage('request.tooMany', { seconds: retryAfter }),
      retryParts(retryAfter, headers),
    )
  }
}

export class BacklogFull extends AppError {
  constructor(backlog: 'deliveries' | 'sendings' | 'requests', retryAfter: number) {
    const message = localizableMessage('request.backlog', { waiting: backlog, seconds: retryAfter })
    super('RATE_LIMIT_EXCEEDED', message, retryParts(retryAfter))
  }
}

export class ConcurrencyLimitExceeded extends AppError {
  constructor() {
    super('RATE_LIMIT_EXCEEDED', localizableMessage('request.tooManyAtOnce', { seconds: 5 }), retryParts(5))
  }
}

export class IdempotencyKeyReused extends errorWith('IDEMPOTENCY_KEY_REUSED', 'request.idempotencyKeyReused') {}

export class IdempotencyInProgress extends AppError {
  constructor() {
    super('IDEMPOTENCY_IN_PROGRESS', localizableMessage('request.idempotencyInProgress'), {
      headers: { 'Retry-After': '1' },
    })
  }
}

export class InternalError extends errorWith('INTERNAL_ERROR', 'request.failed') {}

export class ServiceUnavailable extends AppError {
  constructor() {
    super('SERVICE_UNAVAILABLE', localizableMessage('request.unavailable', { seconds: 5 }), retryParts(5))
  }
}

/** A database statement timed out. A 500 that may be retried: the specification has no code for it, so the message says how. */
export class StatementTimeout extends errorWith('INTERNAL_ERROR', 'request.tookTooLong') {}
