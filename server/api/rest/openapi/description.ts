import { env } from '../../../env'
import { formatErrorTableMarkdown } from './error-responses'

export const SUMMARY =
  'The contacts, surveys, sequences, responses, reviews, locations, employees and webhooks of your organization.'

export const TAGS = [
  { name: 'Contacts', description: 'The people you survey. Each email address is unique in your organization.' },
  {
    name: 'Surveys',
    description:
      'The questions you ask: NPS (0 to 10), CSAT (1 to 5), CES (1 to 7) or your own, in English and French.',
  },
  {
    name: 'Sequences',
    description:
      'Automated steps for a contact: surveys, emails, text messages and waits. Build them in the dashboard ' +
      'and execute them here. The steps run in the background.',
  },
  { name: 'Sendings', description: 'What became of each contact that you sent something to.' },
  { name: 'Responses', description: 'What people answered, with their score.' },
  { name: 'Reviews', description: 'What people wrote on review sites, and your replies.' },
  { name: 'Locations', description: 'The places where you serve customers. A response can be about one.' },
  { name: 'Employees', description: 'The people who serve them. A response can be about one.' },
  { name: 'Contact organizations', description: 'The companies that contacts belong to.' },
  { name: 'Webhooks', description: 'Your own addresses, notified when something happens.' },
  { name: 'Events', description: 'What we send to those addresses. See Webhooks in the introduction.' },
]

export const SECURITY_SCHEMES = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key from Settings, API keys: `cfs_` and 43 characters. If you send both headers, this one is used.',
  },
  Bearer: { type: 'http', scheme: 'bearer', description: 'The same key as `Authorization: Bearer <key>`.' },
} as const

export const DESCRIPTION = `
Your key gives access to one organization. Anything that belongs to another organization does not exist for you.

## Authentication

Create a key in the dashboard under Settings, API keys. It is shown only once. Send it with every request:

\`\`\`
curl ${env.baseUrl}/api/v1/contacts -H "X-API-Key: $API_KEY"
\`\`\`

A key has scopes, and each operation names the one it needs. \`contacts:*\` covers every scope for contacts, and \`admin\`
covers everything. Give a key only the scopes it needs.

| Scope | Allows you to |
|---|---|
| \`contacts:read\` | list and get contacts |
| \`contacts:write\` | create, update and delete contacts |
| \`surveys:read\` | list and get surveys |
| \`surveys:write\` | create, update and delete surveys |
| \`surveys:send\` | send a survey to contacts |
| \`sequences:read\` | list and get sequences and sendings |
| \`sequences:execute\` | execute sequences; pause, resume, skip and cancel sendings |
| \`sequences:write\` | create, update and delete sequences; \`sequences:*\` does not cover it |
| \`responses:read\` | list and get responses |
| \`reviews:read\` | list and get reviews |
| \`reviews:write\` | post and change replies |
| \`locations:read\` | list and get locations |
| \`locations:write\` | create, update and delete locations |
| \`employees:read\` | list and get employees |
| \`employees:write\` | create, update and delete employees |
| \`contact-organizations:read\` | list and get contact organizations |
| \`contact-organizations:write\` | create, update and delete contact organizations |
| \`webhooks:read\` | list webhook subscriptions |
| \`webhooks:write\` | subscribe and unsubscribe |

## Requests and responses

- Bodies are JSON objects in UTF-8 with \`Content-Type: application/json\`, at most 1 MiB unless the operation takes more. Unknown fields
  are ignored. An unknown query parameter, or one that is sent twice, gets 400.
- A successful response has \`data\`, and a list also has \`meta\`. We may add new fields, so ignore those you do not know, and
  new values to a field that has a list of them: expect others than those you read here.
- Ids are UUIDs. Times are ISO 8601 in UTC with milliseconds: \`2026-03-01T09:30:00.000Z\`.
- Lengths count Unicode code points, so most characters and emoji count as one. We trim spaces around names, emails and
  texts. A required text cannot be empty after that.
- Every response has an \`X-Request-Id\`. Every GET path supports HEAD too.

## Pages

Lists start with the newest. \`page\` starts at 1. \`limit\` is 50 by default and at most 100; a larger number counts as 100.
\`meta.total\` is exact. A page after the last one is empty, not an error. When items are
deleted while you read, others move up and one may be missed: the guide on lists says what to do.

## Errors

Every error has the same shape: \`code\` for programs, \`message\` for people, and \`details\` where there is more to say.

${formatErrorTableMarkdown()}

We check in this order: key, rate limit, path and method, scope, input, whether the resource exists, and its state. A
request that fails changes nothing. Retry after 429 and 503 (wait \`Retry-After\` seconds), after 500 (with longer and longer pauses)
and after 409 \`IDEMPOTENCY_IN_PROGRESS\` (in a moment). Retrying anything else gives the same answer.

## Rate limit

All keys of an organization share ${env.rateLimitPerMinute} requests in any 60 seconds and ${env.rateLimitPerHour} in any hour, unless yours
has its own limits. \`RateLimit-Policy\` gives the limits and \`RateLimit\` what is left. A request refused with 429 does not
count. Too many wrong keys from one address also get 429, but a valid key never does for that reason.

## Repeating a POST

Send an \`Idempotency-Key\` of your choice (1 to 255 characters) with a POST. If you get no response, repeat the request with
the same key. For 24 hours, the same key with the same body returns the first response again, with
\`Idempotent-Replayed: true\`, and changes nothing more. A different body with the same key gets 409 \`IDEMPOTENCY_KEY_REUSED\`.

## Webhooks

Subscribe an https address to events. The first time you subscribe an address, the response contains its signing secret,
once. Each delivery names its event in \`X-Service-Event\`, signs the time and the raw body in \`X-Service-Signature\`, and has
an id in \`X-Service-Delivery\` that stays the same on every retry. It also has the headers of Standard Webhooks, so the libraries of
that standard verify it with the same secret. Answer with any 2xx within 10 seconds. Anything else is
tried up to five times over about two and a half hours, and 410 deactivates the address. Events may arrive twice or out of
order, so process each delivery id only once.

A subscription belongs to the key that created it. While that key is inactive, nothing is sent. When the key is revoked, the
subscription and its history are deleted.

## Versions

\`v1\` is part of every path. Within it, we may add fields, values, filters, error codes and events, but we do not remove
anything or change what it means.
`.trim()
