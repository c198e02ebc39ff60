import type { ParameterObject, Ref } from './openapi-types'

export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'Identifies this request in our log. Include it when you ask us for help.',
    required: true,
    schema: { type: 'string', format: 'uuid', examples: ['0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57'] },
  },
  'RateLimit-Policy': {
    description: 'The limits of your organization: requests (`q`) in each window of seconds (`w`).',
    schema: { type: 'string', examples: ['"minute";q=100;w=60, "hour";q=1000;w=3600'] },
  },
  RateLimit: {
    description: 'What is left (`r`) in each window, and how many seconds (`t`) until there is more.',
    schema: { type: 'string', examples: ['"minute";r=99;t=60, "hour";r=412;t=1804'] },
  },
  'Retry-After': {
    description:
      'How many whole seconds to wait before the same request is worth another try. On 429 and 503 always; on 409 only with ' +
      '`IDEMPOTENCY_IN_PROGRESS`.',
    schema: { type: 'integer', minimum: 1, examples: [12] },
  },
  'Idempotent-Replayed': {
    description: 'Present when this is the stored response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const

export const IDEMPOTENCY_KEY_PARAMETER: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat for 24 hours: the same key with the same body returns the first response again. ' +
    'Use a new key, such as a UUID, for each operation.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const REPLAYED_STATUSES = new Set([200, 201, 400, 404, 409])

/** Response headers for a status. Rate limit headers are missing before authentication (401) and without a database (503). */
export function describeResponseHeaders(method: string, status: number): Record<string, Ref> {
  const names: (keyof typeof RESPONSE_HEADERS)[] = ['X-Request-Id']
  if (status !== 401 && status !== 503) names.push('RateLimit-Policy', 'RateLimit')
  if (status === 429 || status === 503 || (method === 'POST' && status === 409)) names.push('Retry-After')
  if (method === 'POST' && REPLAYED_STATUSES.has(status)) names.push('Idempotent-Replayed')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
