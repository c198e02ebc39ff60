import type { z } from 'zod'
import { Contact } from '../../../contacts/schema'
import { ContactBouncedPayload, SendingFailedPayload } from '../../../message-events/schema'
import { Response } from '../../../responses/schema'
import { Review } from '../../../reviews/schema'
import { StepCompletedPayload } from '../../../sequences/schema'
import { EventKind } from '../../../webhooks/schema'
import { toJsonSchema } from './json-schema'
import type { JsonSchema, OpenApiDocument, OperationObject, ParameterObject, ResponseObject } from './openapi-types'
import { sampleContact, sampleIds, sampleReview, sampleSurveyResponse } from './sample-resources'

type Event = { summary: string; when: string; payload: z.ZodType; sample: object }

const stepCompleted: StepCompletedPayload = {
  event: 'step.completed',
  occurredAt: '2026-03-02T09:30:02.417Z',
  sequenceId: sampleIds.sequence,
  stepId: sampleIds.step,
  stepType: 'survey',
  sendingId: sampleIds.sending,
  contactId: sampleIds.contact,
  email: sampleContact.email,
  status: 'sent',
  surveyId: sampleIds.survey,
}

const contactBounced: ContactBouncedPayload = {
  event: 'contact.bounced',
  occurredAt: '2026-03-02T09:30:04.120Z',
  contactId: sampleIds.contact,
  email: sampleContact.email,
  sendingId: sampleIds.sending,
  code: '5.1.1',
  words: '550 5.1.1 User unknown',
}

const sendingFailed: SendingFailedPayload = {
  event: 'sending.failed',
  occurredAt: '2026-03-02T09:30:04.120Z',
  sendingId: sampleIds.sending,
  sequenceId: sampleIds.sequence,
  stepId: sampleIds.step,
  contactId: sampleIds.contact,
  email: sampleContact.email,
  channel: 'email',
  status: 'bounced',
  reason: 'refused',
  words: '550 5.1.1 User unknown',
  surveyId: sampleIds.survey,
}

const EVENTS: Record<EventKind, Event> = {
  new_response: {
    summary: 'A response was submitted',
    when:
      'Sent once for each response: when it is submitted, or 24 hours after it was started if it has a score and was not submitted ' +
      '(its `status` is then `partial`). Submitting such a response later sends nothing.',
    payload: Response,
    sample: sampleSurveyResponse,
  },
  detractor_response: {
    summary: 'A detractor answered',
    when: 'Sent with `new_response` when the response has `isDetractor` true, as a second delivery with the same body.',
    payload: Response,
    sample: sampleSurveyResponse,
  },
  new_review: {
    summary: 'A review appeared',
    when: 'Sent when a review is first found on its site. Later edits send nothing.',
    payload: Review,
    sample: sampleReview,
  },
  bad_review: {
    summary: 'A bad review appeared',
    when: 'Sent when a new review has 3 stars or fewer, as a second delivery with the same body as `new_review`.',
    payload: Review,
    sample: sampleReview,
  },
  new_contact: {
    summary: 'A contact was created',
    when: 'Sent once for each contact, whether created through the API, a sequence execution, the dashboard or an import.',
    payload: Contact,
    sample: sampleContact,
  },
  'contact.bounced': {
    summary: 'An email address does not exist',
    when:
      'Sent once for each contact when a mail server, or the provider of emails, reports that the mailbox does not exist. Nothing ' +
      'is emailed to the address until the suppression is lifted.',
    payload: ContactBouncedPayload,
    sample: contactBounced,
  },
  'sending.failed': {
    summary: 'A message was refused for good',
    when:
      'Sent when an email or text message of a sending bounced or was refused, when it was sent or later. Not sent for a message ' +
      'that may have arrived, or that was skipped.',
    payload: SendingFailedPayload,
    sample: sendingFailed,
  },
  'step.completed': {
    summary: 'A sequence step finished',
    when:
      'Sent when a step with its own `webhookUrl` ends, however it ends. It goes to that address only, and you cannot ' +
      'subscribe to it. The body is the object itself, not a list.',
    payload: StepCompletedPayload,
    sample: stepCompleted,
  },
}

export function describeWebhooks(components: Record<string, JsonSchema>): OpenApiDocument['webhooks'] {
  return Object.fromEntries(EventKind.options.map((kind) => [kind, { post: webhook(kind, EVENTS[kind], components) }]))
}

function webhook(kind: EventKind, event: Event, components: Record<string, JsonSchema>): OperationObject {
  const payload = toJsonSchema(event.payload, 'output', components)
  const isBare = kind === 'step.completed'
  const schema: JsonSchema = isBare ? payload : { type: 'array', minItems: 1, maxItems: 1, items: payload }
  return {
    operationId: `on${kind.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary: event.summary,
    description: event.when,
    tags: ['Events'],
    security: [],
    parameters: webhookHeaders(kind),
    requestBody: {
      required: true,
      description: isBare ? 'The event.' : 'A list with exactly one item.',
      content: {
        'application/json': { schema, examples: { [kind]: { value: isBare ? event.sample : [event.sample] } } },
      },
    },
    responses: RESPONSES,
  }
}

function webhookHeaders(kind: EventKind): ParameterObject[] {
  const header = (name: string, description: string, schema: JsonSchema, example?: string): ParameterObject => ({
    name,
    in: 'header',
    required: example !== undefined,
    description,
    schema,
    ...(example === undefined ? {} : { example }),
  })
  return [
    header(
      'X-Service-Signature',
      '`t=<Unix seconds>,v1=<hex>`: hex is the HMAC-SHA256 of `<t>.<raw body>`, keyed with the whole secret, `whsec_` ' +
        'included. Compare in constant time, and refuse a `t` more than 300 seconds from now. While a secret is being ' +
        'replaced there are two `v1`; accept either.',
      { type: 'string', pattern: '^t=\\d+(,v1=[0-9a-f]{64})+$' },
      `t=1772474651,v1=${'5f'.repeat(32)}`,
    ),
    header(
      'X-Service-Delivery',
      'The id of the delivery. A retry has the same id, and a different event has a different one. Process each id once.',
      { type: 'string', format: 'uuid' },
      sampleIds.delivery,
    ),
    header('X-Service-Event', 'The kind of event.', { type: 'string', enum: [kind] }, kind),
    header('X-Service-Test', 'Sent with tests from the dashboard only: nothing has happened.', {
      type: 'string',
      enum: ['true'],
    }),
    header(
      'webhook-id',
      'The same as `X-Service-Delivery`, for the libraries of Standard Webhooks.',
      { type: 'string', format: 'uuid' },
      sampleIds.delivery,
    ),
    header(
      'webhook-timestamp',
      'When this attempt was made, in Unix seconds: the same as `t`.',
      { type: 'string', pattern: '^[0-9]+$' },
      '1772474651',
    ),
    header(
      'webhook-signature',
      'The signature of Standard Webhooks: `v1,<base64>`, the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>`, keyed ' +
        'with the bytes that the secret encodes in base64 after `whsec_`. While a secret is being replaced there are two, with a ' +
        'space between them; accept either.',
      { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$' },
      `v1,${'X1'.repeat(21)}w=`,
    ),
  ]
}

const RESPONSES: Record<string, ResponseObject> = {
  '2XX': { description: 'Received. Answer within 10 seconds, and do the work afterwards.' },
  410: {
    description: 'Gone: the subscription is deactivated at once, for all its events, and nothing is retried.',
  },
  default: {
    description:
      'Anything else, a redirect, or no answer within 10 seconds: retried after 1, 5, 25 and 125 minutes (±10%), five ' +
      'attempts in all. A `Retry-After` on 429 or 503 may lengthen a pause to at most one hour.',
  },
}
