import { z } from 'zod'
import { BOUNCE_TYPES, MESSAGE_EVENT_KINDS } from '../constants'
import {
  type ElementReader,
  OptionalText,
  type ProviderBatch,
  parseElements,
  readTime,
  toElements,
} from './parse-elements'

/* The format for any other provider or mail server, described in docs/deploy.md. */

/** Longer ones would be cut where events are compared. */
const ID_MAX_CHARACTERS = 190

const GenericEvent = z
  .object({
    /** Of the event, the same when it is repeated. */
    id: z.string().min(1).max(ID_MAX_CHARACTERS),
    kind: z.enum(MESSAGE_EVENT_KINDS),
    bounceType: z.enum(BOUNCE_TYPES).nullish(),
    /** The value of the message's header X-Feedback-Message-Id. */
    feedbackId: OptionalText,
    /** The message's Message-ID. */
    messageId: OptionalText,
    code: OptionalText,
    words: OptionalText,
    isMachine: z.boolean().nullish(),
    occurredAt: OptionalText,
  })
  .refine(({ feedbackId, messageId }) => feedbackId ?? messageId, 'no message')
type GenericEvent = z.infer<typeof GenericEvent>

export function parseGenericEvents(body: unknown, receivedAt: Date): ProviderBatch {
  return parseElements(toElements(body), READER, receivedAt)
}

const READER: ElementReader<GenericEvent> = {
  schema: GenericEvent,
  toEvent: ({ id, kind, bounceType, feedbackId, messageId, code, words, isMachine, occurredAt }, receivedAt) => ({
    token: feedbackId ?? undefined,
    messageIds: messageId ? [messageId] : [],
    event: {
      kind,
      bounceType: kind === 'bounced' ? (bounceType ?? 'soft') : null,
      code,
      words,
      isMachine: isMachine ?? false,
      provider: 'generic',
      occurredAt: readTime(occurredAt, receivedAt),
      dedupeKey: `generic ${id}`,
    },
  }),
}
