import { generateOpenApiDocument } from 'trpc-to-openapi'
import { env } from '../env'
import { statusOf } from '../errors'
import { appRouter } from './router'
import type { Meta } from './trpc'

type Operation = {
  operationId?: string
  security?: object[]
  parameters?: { schema?: Record<string, unknown> }[]
  responses: Record<string, { description: string; content?: Record<string, unknown>; headers?: object }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas?: Record<string, unknown> }
  [part: string]: unknown
}

let document: Document | undefined

/** The API as OpenAPI 3.1, read off the procedures once per process. */
export function openApiDocument(): Document {
  return (document ??= build())
}

/** GET /api/v1/openapi.json: open to everybody. */
export function handleOpenApi(): Response {
  return Response.json(openApiDocument(), {
    headers: { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' },
  })
}

function build(): Document {
  const generated = generateOpenApiDocument(appRouter, {
    title: 'Customer Feedback Service',
    version: '1',
    description: DESCRIPTION,
    baseUrl: `${env.baseUrl}/api/v1`,
    securitySchemes: SECURITY_SCHEMES,
  }) as unknown as Document
  const metas = new Map(
    Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { meta?: Meta } }>).map(
      ([name, procedure]) => [name.replaceAll('.', '-'), procedure._def.meta],
    ),
  )
  for (const operations of Object.values(generated.paths))
    for (const operation of Object.values(operations)) complete(operation, metas.get(operation.operationId ?? ''))
  const schemas = (generated.components.schemas ??= {})
  for (const name of Object.keys(schemas)) if (name.startsWith('error.')) delete schemas[name]
  schemas.Error = ERROR_SCHEMA
  return { ...generated, servers: [{ url: `${env.baseUrl}/api/v1` }] }
}

/** What trpc-to-openapi cannot know: our statuses, our one error schema, and that every operation wants a key. */
function complete(operation: Operation, meta: Meta | undefined): void {
  const success = String(meta?.status ?? 200)
  const ok = operation.responses[200]
  operation.security = [{ ApiKey: [] }, { Bearer: [] }]
  operation.responses = {
    ...(ok ? { [success]: ok } : {}),
    ...Object.fromEntries(
      ERROR_ANSWERS.map(([status, description]) => [
        status,
        { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
      ]),
    ),
  }
  for (const { schema } of operation.parameters ?? [])
    if (schema?.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

const DESCRIPTION =
  'Contacts, surveys, sequences, responses and webhooks of one organization. Send your key as X-API-Key, or as Authorization: Bearer. ' +
  'Lists are paged by `page` and `limit`. Times are ISO 8601 in UTC. Every error has the same shape.'

const SECURITY_SCHEMES = {
  ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key from Settings, API keys.' },
  Bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
} as const

const ERROR_ANSWERS = [
  [statusOf('VALIDATION_ERROR'), 'Invalid data or parameters: VALIDATION_ERROR names the fields in `details`.'],
  [statusOf('INVALID_API_KEY'), 'No key, or none that is alive.'],
  [statusOf('INSUFFICIENT_PERMISSIONS'), 'The key lacks the scope that `requiredScope` names.'],
  [statusOf('NOT_FOUND'), 'Not found in your organization.'],
  [statusOf('CONTACT_EXISTS'), 'In conflict with what exists.'],
  [statusOf('PAYLOAD_TOO_LARGE'), 'The body is larger than 1 MiB.'],
  [statusOf('RATE_LIMIT_EXCEEDED'), 'Too many requests: wait `details.retryAfter` seconds.'],
  [statusOf('INTERNAL_ERROR'), 'Unexpected error on our side: back off and try again.'],
] as const

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', examples: ['VALIDATION_ERROR'] },
        message: { type: 'string' },
        details: {
          type: 'object',
          additionalProperties: true,
          description: 'For VALIDATION_ERROR: dotted field path → sentences.',
        },
        requiredScope: { type: 'string' },
        availableScopes: { type: 'array', items: { type: 'string' } },
      },
    },
  },
}
