import {
  type AppError,
  ContactExists,
  EditConflict,
  type ErrorCode,
  ExpiredApiKey,
  type FieldErrors,
  httpStatus,
  IdempotencyInProgress,
  IdempotencyKeyReused,
  InsufficientPermissions,
  InternalError,
  InvalidApiKey,
  InvalidApiKeyFormat,
  MethodNotAllowed,
  MissingApiKey,
  NotFound,
  OrganizationSuspended,
  PayloadTooLarge,
  RateLimitExceeded,
  type ResourceName,
  ReviewReplyExists,
  SendingBusy,
  SendingEnded,
  SequenceInactive,
  ServiceUnavailable,
  StepNotNext,
  SurveyInUse,
  ValidationError,
} from '../../../errors'
import { toErrorEnvelope } from '../../endpoint'
import { MAX_BODY_BYTES } from '../../request-body'
import type { RestOperation } from '../list-operations'
import { EXTENSIBLE_ENUM_KEYWORD } from './constants'
import { describeResponseHeaders } from './headers'
import type { JsonSchema, ResponseObject } from './openapi-types'
import { sampleContact, sampleContactOrganization, sampleEmployee, sampleIds, sampleLocation } from './sample-resources'

/** Codes that only sessions get are left out: integrators never see them. */
export type ApiErrorCode = Exclude<ErrorCode, 'UNAUTHENTICATED' | 'SESSION_CHANGED'>

type SampleContext = { scope: string; thing: ResourceName; details: FieldErrors; maxBodyBytes: number }
type DocumentedError = { when: string; sample: (context: SampleContext) => AppError }

const ERRORS: Record<ApiErrorCode, DocumentedError> = {
  VALIDATION_ERROR: {
    when: 'The request is not valid. `details` maps the dotted path of each field to a list of sentences.',
    sample: ({ details }) => new ValidationError(details),
  },
  SEQUENCE_INACTIVE: {
    when: 'The sequence is not `active`. Activate it in the dashboard.',
    sample: () => new SequenceInactive('paused'),
  },
  MISSING_API_KEY: { when: 'No key was sent.', sample: () => new MissingApiKey() },
  INVALID_API_KEY_FORMAT: { when: 'What was sent is not a key.', sample: () => new InvalidApiKeyFormat() },
  INVALID_API_KEY: {
    when: 'The key does not exist, is inactive or has been revoked.',
    sample: () => new InvalidApiKey(),
  },
  EXPIRED_API_KEY: {
    when: 'The key, or a secret of it that was replaced, has expired.',
    sample: () => new ExpiredApiKey(),
  },
  INSUFFICIENT_PERMISSIONS: {
    when: 'The key does not have the scope in `requiredScope`. `availableScopes` lists those it has.',
    sample: ({ scope }) =>
      new InsufficientPermissions(scope, [scope === 'responses:read' ? 'contacts:read' : 'responses:read']),
  },
  FORBIDDEN: {
    when: 'The people who run the service have suspended the organization.',
    sample: () => new OrganizationSuspended(),
  },
  NOT_FOUND: {
    when: 'It does not exist in your organization.',
    sample: ({ thing }) => new NotFound(thing),
  },
  METHOD_NOT_ALLOWED: {
    when: 'The path does not take this method. The `Allow` header lists those it takes.',
    sample: () => new MethodNotAllowed('PUT', ['GET', 'PATCH', 'DELETE']),
  },
  CONTACT_EXISTS: {
    when: 'Another contact has this email address. Its id is in `details.contactId`.',
    sample: () => new ContactExists(sampleIds.otherContact),
  },
  SURVEY_IN_USE: {
    when: 'Some sequences that are not archived send this survey. `details.sequenceIds` lists them.',
    sample: () => new SurveyInUse([sampleIds.sequence]),
  },
  REPLY_EXISTS: {
    when: 'The review already has a reply. Change it with PATCH.',
    sample: () => new ReviewReplyExists(),
  },
  SENDING_ENDED: {
    when: 'Nothing of the sending is left to send: it was completed, or cancelled.',
    sample: () => new SendingEnded('completed'),
  },
  SENDING_BUSY: {
    when: 'A message of the sending is being sent right now, so the next step is not known yet. Try again in a minute.',
    sample: () => new SendingBusy(),
  },
  STEP_NOT_NEXT: {
    when: 'The step in `stepId` is not the next one. `details.nextStepId` is the next one, or null.',
    sample: () => new StepNotNext(sampleIds.reminder),
  },
  CHANGED_MEANWHILE: {
    when: 'A field that you sent in `asRead` has another value by now. `details.current` holds what is stored.',
    sample: ({ thing }) => new EditConflict(CURRENT_EXAMPLES[thing] ?? sampleContact),
  },
  IDEMPOTENCY_KEY_REUSED: {
    when: 'This `Idempotency-Key` was used with a different path or body.',
    sample: () => new IdempotencyKeyReused(),
  },
  IDEMPOTENCY_IN_PROGRESS: {
    when: 'The first request with this `Idempotency-Key` is still in progress. Try again in a moment.',
    sample: () => new IdempotencyInProgress(),
  },
  PAYLOAD_TOO_LARGE: {
    when: 'The request body is larger than the operation takes: 1 MiB, or what its description says.',
    sample: ({ maxBodyBytes }) => new PayloadTooLarge(maxBodyBytes),
  },
  RATE_LIMIT_EXCEEDED: {
    when: 'Too many requests, or too much work still waiting. Wait for `details.retryAfter` seconds.',
    sample: () => new RateLimitExceeded(12),
  },
  INTERNAL_ERROR: {
    when: 'Something went wrong on our side. Try again, with longer and longer pauses.',
    sample: () => new InternalError(),
  },
  SERVICE_UNAVAILABLE: {
    when: 'The service cannot reach its database, for example while that restarts. Wait for `details.retryAfter` seconds.',
    sample: () => new ServiceUnavailable(),
  },
}

export const API_ERROR_CODES = Object.keys(ERRORS) as ApiErrorCode[]

const KEY_ERRORS = ['MISSING_API_KEY', 'INVALID_API_KEY_FORMAT', 'INVALID_API_KEY', 'EXPIRED_API_KEY'] as const

export function listPossibleErrorCodes({ method, path, meta, input }: RestOperation): ApiErrorCode[] {
  const takesBody = method === 'POST' || method === 'PATCH' || method === 'PUT'
  const codes: ErrorCode[] = [
    ...(Object.keys(input.shape).length > 0 ? (['VALIDATION_ERROR'] as const) : []),
    ...KEY_ERRORS,
    'INSUFFICIENT_PERMISSIONS',
    'FORBIDDEN',
    // PUT creates what does not exist.
    ...(path.includes('{') && method !== 'PUT' ? (['NOT_FOUND'] as const) : []),
    ...(meta.errors ?? []),
    ...(method === 'POST' ? (['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'] as const) : []),
    ...(takesBody ? (['PAYLOAD_TOO_LARGE'] as const) : []),
    'RATE_LIMIT_EXCEEDED',
    'INTERNAL_ERROR',
    'SERVICE_UNAVAILABLE',
  ]
  return [...new Set(codes)].filter((code): code is ApiErrorCode => code in ERRORS)
}

export function describeErrorResponses(procedure: RestOperation, details: FieldErrors): Record<string, ResponseObject> {
  const context = {
    scope: procedure.scope,
    thing: isChangeOfReply(procedure) ? 'reply' : (RESOURCE_BY_TAG[procedure.meta.openapi?.tags?.[0] ?? ''] ?? 'path'),
    details,
    maxBodyBytes: procedure.meta.maxBodyBytes ?? MAX_BODY_BYTES,
  }
  const answers: Record<string, ResponseObject> = {}
  for (const code of listPossibleErrorCodes(procedure)) {
    const { when, sample } = ERRORS[code]
    const status = httpStatus(code)
    const answer = (answers[status] ??= { description: '', headers: describeResponseHeaders(procedure.method, status) })
    answer.description = [answer.description, `\`${code}\`: ${when}`].filter(Boolean).join('\n\n')
    const content = ((answer.content ??= {})['application/json'] ??= { schema: ERROR_REF })
    content.examples = { ...content.examples, [code]: { summary: when, value: toErrorEnvelope(sample(context)) } }
  }
  return answers
}

const RESOURCE_BY_TAG: Record<string, ResourceName> = {
  'Contact organizations': 'contactOrganization',
  Contacts: 'contact',
  Employees: 'employee',
  Locations: 'location',
  Surveys: 'survey',
  Sequences: 'sequence',
  Responses: 'response',
  Reviews: 'review',
  Webhooks: 'subscription',
}

const CURRENT_EXAMPLES: Partial<Record<ResourceName, object>> = {
  location: sampleLocation,
  employee: sampleEmployee,
  contactOrganization: sampleContactOrganization,
}

const ERROR_REF = { $ref: '#/components/schemas/Error' }

export function getResourceNoun({ meta }: RestOperation): string {
  return (meta.openapi?.tags?.[0] ?? '').toLowerCase().replace(/s$/, '').replace('webhook', 'webhook subscription')
}

function isChangeOfReply({ resource, action }: RestOperation): boolean {
  return resource === 'reviews' && action === 'updateReply'
}

export function formatErrorTableMarkdown(): string {
  const rows = API_ERROR_CODES.map((code) => `| ${httpStatus(code)} | \`${code}\` | ${ERRORS[code].when} |`)
  return ['| Status | Code | When |', '|---|---|---|', ...rows].join('\n')
}

export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'The response to every request that fails.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: {
          type: 'string',
          [EXTENSIBLE_ENUM_KEYWORD]: API_ERROR_CODES,
          description: 'What happened, for programs.',
        },
        message: { type: 'string', description: 'What happened, in a sentence for people. It may change.' },
        details: {
          type: 'object',
          additionalProperties: true,
          description:
            'More about the error. `VALIDATION_ERROR`: dotted field path → list of sentences (`body` stands for the whole body). ' +
            '`CONTACT_EXISTS`: `contactId`. `SURVEY_IN_USE`: `sequenceIds`. `CHANGED_MEANWHILE`: `current`. `RATE_LIMIT_EXCEEDED`, `SERVICE_UNAVAILABLE`: `retryAfter`, whole seconds.',
          properties: {
            contactId: { type: 'string', format: 'uuid' },
            sequenceIds: { type: 'array', items: { type: 'string', format: 'uuid' } },
            current: { type: 'object', additionalProperties: true },
            retryAfter: { type: 'integer', minimum: 1 },
          },
        },
        requiredScope: { type: 'string', description: 'Only with `INSUFFICIENT_PERMISSIONS`.' },
        availableScopes: {
          type: 'array',
          items: { type: 'string' },
          description: 'Only with `INSUFFICIENT_PERMISSIONS`: the scopes of the key, as stored.',
        },
      },
    },
  },
}
