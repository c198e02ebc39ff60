import { z } from 'zod'
import type { NewMessageEvent } from '../schema'
import {
  type ElementReader,
  findStatusCode,
  OptionalText,
  type ProviderBatch,
  parseElements,
  readTime,
  toElements,
} from './parse-elements'

/* https://developers.brevo.com/docs/transactional-webhooks */

const BrevoEvent = z.object({
  event: z.string(),
  email: OptionalText,
  ts_event: z.number().nullish(),
  ts_epoch: z.number().nullish(),
  'message-id': OptionalText,
  'X-Mailin-custom': OptionalText,
  reason: OptionalText,
})
type BrevoEvent = z.infer<typeof BrevoEvent>

export function parseBrevoEvents(body: unknown, receivedAt: Date): ProviderBatch {
  return parseElements(toElements(body), READER, receivedAt)
}

const READER: ElementReader<BrevoEvent> = {
  schema: BrevoEvent,
  toEvent: (element, receivedAt) => {
    const kind = Object.hasOwn(KINDS, element.event) ? KINDS[element.event] : undefined
    if (!kind) return null
    const { 'X-Mailin-custom': token, 'message-id': messageId, reason, email, ts_epoch: epochMs } = element
    const seconds = epochMs == null ? element.ts_event : epochMs / 1000
    return {
      token: token ?? undefined,
      messageIds: messageId ? [messageId] : [],
      recipient: email ?? undefined,
      event: {
        ...kind,
        code: findStatusCode(reason),
        words: reason,
        provider: 'brevo',
        occurredAt: readTime(seconds, receivedAt),
        dedupeKey: `brevo ${element.event} ${seconds ?? ''}`,
      },
    }
  },
}

/** Each in both spellings: of the documentation and of the settings of a webhook. */
const KINDS: Record<string, Pick<NewMessageEvent, 'kind' | 'bounceType' | 'isMachine'>> = {
  delivered: { kind: 'delivered' },
  hard_bounce: { kind: 'bounced', bounceType: 'hard' },
  hardBounce: { kind: 'bounced', bounceType: 'hard' },
  invalid_email: { kind: 'bounced', bounceType: 'hard' },
  invalid: { kind: 'bounced', bounceType: 'hard' },
  soft_bounce: { kind: 'bounced', bounceType: 'soft' },
  softBounce: { kind: 'bounced', bounceType: 'soft' },
  deferred: { kind: 'deferred' },
  blocked: { kind: 'rejected' },
  error: { kind: 'rejected' },
  spam: { kind: 'complained' },
  complaint: { kind: 'complained' },
  unsubscribed: { kind: 'unsubscribed' },
  opened: { kind: 'opened' },
  unique_opened: { kind: 'opened' },
  uniqueOpened: { kind: 'opened' },
  proxy_open: { kind: 'opened', isMachine: true },
  unique_proxy_open: { kind: 'opened', isMachine: true },
  click: { kind: 'clicked' },
}
