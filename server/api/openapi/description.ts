import { env } from '../../env'
import { errorTable } from './errors'

export const SUMMARY = 'Contacts, surveys, sequences, responses, reviews and webhooks of one organization.'

export const TAGS = [
  { name: 'Contacts', description: 'The people you ask. An email address stands once in an organization.' },
  {
    name: 'Surveys',
    description:
      'What you ask: NPS (0 to 10), CSAT (1 to 5), CES (1 to 7) or questions of your own, in English and French.',
  },
  {
    name: 'Sequences',
    description:
      'Automated steps for a contact: surveys, emails, text messages and waits. They are made in the dashboard and ' +
      'executed here; the steps run in the background.',
  },
  { name: 'Responses', description: 'What people answered, with the score of the survey.' },
  { name: 'Reviews', description: 'What people wrote on review sites, and your replies.' },
  { name: 'Webhooks', description: 'Addresses of yours that are told when something happens.' },
  { name: 'Events', description: 'What is sent to those addresses. See *Webhooks* in the introduction.' },
]

export const SECURITY_SCHEMES = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key from Settings, API keys: `cfs_` and 43 characters. If both headers are sent, this one counts.',
  },
  Bearer: { type: 'http', scheme: 'bearer', description: 'The same key as `Authorization: Bearer <key>`.' },
} as const

export const DESCRIPTION = `
Everything belongs to the organization of your key: what another organization has does not exist for you.

## Authentication

Make a key in the dashboard under Settings, API keys. It is shown once. Send it with each request:

\`\`\`
curl ${env.baseUrl}/api/v1/contacts -H "X-API-Key: $API_KEY"
\`\`\`

A key has scopes. Each operation names the one it needs; \`contacts:*\` stands for all scopes of contacts, \`admin\` for all
there are. Give a key the fewest that do.

| Scope | Opens |
|---|---|
| \`contacts:read\` | list and get contacts |
| \`contacts:write\` | create, update and delete contacts |
| \`surveys:read\` | list and get surveys |
| \`surveys:write\` | create, update and delete surveys |
| \`surveys:send\` | send a survey to contacts |
| \`sequences:read\` | list and get sequences |
| \`sequences:execute\` | execute sequences |
| \`responses:read\` | list and get responses |
| \`reviews:read\` | list and get reviews |
| \`reviews:write\` | post and change replies |
| \`webhooks:read\` | list webhook subscriptions |
| \`webhooks:write\` | subscribe and unsubscribe |

## Requests and answers

- Bodies are JSON objects in UTF-8 with \`Content-Type: application/json\`, at most 1 MiB. Fields that we do not know are
  ignored. Query parameters that we do not know are ignored too; one that we know may stand once.
- A success holds \`data\`; a list also \`meta\`. New fields may appear in answers: ignore those you do not know.
- Ids are UUIDs. Times are ISO 8601 in UTC with milliseconds: \`2026-03-01T09:30:00.000Z\`.
- Lengths count UTF-16 code units: most characters are one, most emoji are two. Spaces around names, emails
  and texts are removed, and a required text must have something left.
- Every answer carries \`X-Request-Id\`. Every GET path answers HEAD as well.

## Pages

Lists are newest first. \`page\` starts at 1; \`limit\` is 50 when absent and counts as 100 when larger. \`meta.total\` is exact.
A page after the last is empty, not an error.

## Errors

Every error has the same shape: \`code\` for programs, \`message\` for people, \`details\` where there is more to say.

${errorTable()}

Checks come in this order: key, rate limit, path and method, scope, input, whether it exists, what state it is in. A request
that fails changes nothing. Try again after 429 (wait \`Retry-After\` seconds) and 500 (with growing pauses); 409
\`IDEMPOTENCY_IN_PROGRESS\` passes by itself; nothing else becomes right by repeating it.

## Rate limit

${env.rateLimitPerMinute} requests in any 60 seconds and ${env.rateLimitPerHour} in any hour, for all keys of an organization
together, unless yours has limits of its own. \`RateLimit-Policy\` tells the limits, \`RateLimit\` what is left. A request that
was refused with 429 does not count. Too many wrong keys from one address are answered 429 too; a live key never is.

## Repeating a POST

Send an \`Idempotency-Key\` of your choice (1 to 255 characters) with a POST, and the same key when you repeat it because no
answer came. For 24 hours the same key with the same body gets the first answer again, with \`Idempotent-Replayed: true\`, and
has no second effect. Another body under the same key is 409 \`IDEMPOTENCY_KEY_REUSED\`.

## Webhooks

Subscribe an https address to events; the first subscription of an address answers with its signing secret, once. The kind
is in \`X-Service-Event\`, a signature of time and raw body in \`X-Service-Signature\`, and an id that stays the same on every
retry in \`X-Service-Delivery\`. Answer any 2xx within 10 seconds. Anything else is tried up to five times over about two and a
half hours; 410 deactivates the address. Events may arrive twice or out of order: take each delivery id once.

A subscription belongs to the key that made it: while that key is inactive nothing is sent, and when it is revoked the
subscription and its history are deleted.

## Versions

\`v1\` is part of every path. Within it, fields, filters, error codes and kinds of events may be added; nothing that is here is
taken away or changes its meaning.
`.trim()
