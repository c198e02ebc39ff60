import { API_KEY_SCOPES } from '../../api-keys/constants'
import type { ApiKeyScope } from '../../api-keys/schema'
import { DELETED_RECORD_RETENTION_DAYS } from '../../change-feed/constants'
import { CONTACT_BATCH_MAX, CUSTOM_FIELDS_MAX_BYTES, CUSTOM_FIELDS_MAX_KEYS } from '../../contacts/schema'
import { env } from '../../env'
import { httpStatus } from '../../errors'
import { RESPONSE_BODY_MAX_BYTES as ANSWER_READ_BYTES, RESPONSE_HEADERS_TIMEOUT_MS } from '../../outbound/safe-request'
import { TARGET_URL_MAX_CHARACTERS } from '../../outbound/target-url'
import { REVIEW_REPLY_MAX_CHARACTERS } from '../../reviews/constants'
import { PageQuery } from '../../validation/schema'
import { MAX_ATTEMPTS } from '../../webhooks/constants'
import { retryDelayMs } from '../../webhooks/delivery/retry-delay'
import { EventKind, TriggerType } from '../../webhooks/schema'
import { MAX_BATCH_BODY_BYTES, MAX_BODY_BYTES } from '../request-body'
import { API_ERROR_CODES, type ApiErrorCode } from '../rest/openapi/error-responses'
import { appRouter } from '../routers/app-router'
import type { ProcedureMeta } from '../routers/trpc'

export type DocsFacts = {
  baseUrl: string
  errors: readonly { code: ApiErrorCode; status: number }[]
  scopes: readonly { scope: ApiKeyScope; operations: readonly { method: string; path: string }[] }[]
  events: readonly { kind: EventKind; subscribable: boolean }[]
  numbers: Readonly<Record<string, number>>
  retryMinutes: readonly number[]
}

let cachedData: DocsFacts | undefined

export function getDocsFacts(): DocsFacts {
  return (cachedData ??= {
    baseUrl: env.baseUrl,
    errors: API_ERROR_CODES.map((code) => ({ code, status: httpStatus(code) })).sort((a, b) => a.status - b.status),
    scopes: scopesWithOperations(),
    events: EventKind.options.map((kind) => ({ kind, subscribable: TriggerType.safeParse(kind).success })),
    numbers: {
      perMinute: env.rateLimitPerMinute,
      perHour: env.rateLimitPerHour,
      pageDefault: PageQuery.parse({}).limit,
      pageMax: PageQuery.parse({ limit: Number.MAX_SAFE_INTEGER }).limit,
      deletedRecordDays: DELETED_RECORD_RETENTION_DAYS,
      bodyBytes: MAX_BODY_BYTES,
      batchBodyBytes: MAX_BATCH_BODY_BYTES,
      batchContacts: CONTACT_BATCH_MAX,
      customFieldKeys: CUSTOM_FIELDS_MAX_KEYS,
      customFieldBytes: CUSTOM_FIELDS_MAX_BYTES,
      replyCharacters: REVIEW_REPLY_MAX_CHARACTERS,
      attempts: MAX_ATTEMPTS,
      timeoutSeconds: RESPONSE_HEADERS_TIMEOUT_MS / 1000,
      answerBytes: ANSWER_READ_BYTES,
      urlCharacters: TARGET_URL_MAX_CHARACTERS,
    },
    retryMinutes: Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) =>
      Math.round(retryDelayMs(index + 1, {}, new Date(0), 0.5) / 60_000),
    ),
  })
}

function scopesWithOperations(): DocsFacts['scopes'] {
  const procedures = Object.values(
    appRouter._def.procedures as unknown as Record<string, { _def: { meta?: ProcedureMeta } }>,
  ).map(({ _def: { meta } }) => meta)
  return API_KEY_SCOPES.map((scope) => ({
    scope,
    operations: procedures.flatMap((meta) => {
      if (!meta?.openapi || meta.scope !== scope) return []
      const { method, path } = meta.openapi
      return [{ method, path }]
    }),
  }))
}
