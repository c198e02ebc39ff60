import { z } from 'zod'
import type { NewMessageEvent } from '../schema'
import {
  type ElementReader,
  findStatusCode,
  isPrefetch,
  OptionalText,
  PASSTHROUGH_KEY,
  type ProviderBatch,
  parseElements,
  readTime,
  toElements,
} from './parse-elements'

/* https://postmarkapp.com/developer/webhooks/webhooks-overview */

const PostmarkEvent = z.object({
  RecordType: z.string(),
  ID: z.union([z.number(), z.string()]).nullish(),
  MessageID: OptionalText,
  Type: OptionalText,
  Description: OptionalText,
  Details: OptionalText,
  Email: OptionalText,
  Recipient: OptionalText,
  Metadata: z.record(z.string(), z.string()).nullish(),
  BouncedAt: OptionalText,
  DeliveredAt: OptionalText,
  ReceivedAt: OptionalText,
  ChangedAt: OptionalText,
  UserAgent: OptionalText,
  SuppressSending: z.boolean().nullish(),
  SuppressionReason: OptionalText,
})
type PostmarkEvent = z.infer<typeof PostmarkEvent>

export function parsePostmarkEvents(body: unknown, receivedAt: Date): ProviderBatch {
  return parseElements(toElements(body), READER, receivedAt)
}

const READER: ElementReader<PostmarkEvent> = {
  schema: PostmarkEvent,
  toEvent: (element, receivedAt) => {
    const event = describe(element)
    if (!event) return null
    const { RecordType, ID, MessageID, Metadata, Email, Recipient } = element
    const at = element.BouncedAt ?? element.DeliveredAt ?? element.ReceivedAt ?? element.ChangedAt
    const metadata = Object.entries(Metadata ?? {}).find(([key]) => key.toLowerCase() === PASSTHROUGH_KEY)
    return {
      token: metadata?.[1],
      messageIds: [],
      recipient: Email ?? Recipient ?? undefined,
      event: {
        ...event,
        provider: 'postmark',
        occurredAt: readTime(at, receivedAt),
        dedupeKey: `postmark ${RecordType} ${ID ?? MessageID ?? ''} ${at ?? ''}`,
      },
    }
  },
}

type Described = Pick<NewMessageEvent, 'kind' | 'bounceType' | 'code' | 'words' | 'isMachine'>

function describe(element: PostmarkEvent): Described | null {
  const { RecordType, Details, UserAgent, SuppressSending, SuppressionReason } = element
  switch (RecordType) {
    case 'Bounce':
      return describeBounce(element)
    case 'SpamComplaint':
      return { kind: 'complained', words: Details }
    case 'Delivery':
      return { kind: 'delivered', words: Details }
    case 'Open':
      return { kind: 'opened', isMachine: isPrefetch(UserAgent) }
    case 'Click':
      return { kind: 'clicked' }
    case 'SubscriptionChange':
      return SuppressSending && SuppressionReason === 'ManualSuppression' ? { kind: 'unsubscribed' } : null
    default:
      return null
  }
}

const BOUNCES: Record<string, Pick<Described, 'kind' | 'bounceType'>> = {
  HardBounce: { kind: 'bounced', bounceType: 'hard' },
  BadEmailAddress: { kind: 'bounced', bounceType: 'hard' },
  SoftBounce: { kind: 'bounced', bounceType: 'soft' },
  DnsError: { kind: 'bounced', bounceType: 'soft' },
  SpamNotification: { kind: 'bounced', bounceType: 'soft' },
  VirusNotification: { kind: 'bounced', bounceType: 'soft' },
  Blocked: { kind: 'bounced', bounceType: 'soft' },
  DMARCPolicy: { kind: 'bounced', bounceType: 'soft' },
  Undeliverable: { kind: 'bounced', bounceType: 'soft' },
  Unknown: { kind: 'bounced', bounceType: 'soft' },
  Transient: { kind: 'deferred' },
  SpamComplaint: { kind: 'complained' },
  Unsubscribe: { kind: 'unsubscribed' },
  ManuallyDeactivated: { kind: 'rejected' },
  SMTPApiError: { kind: 'rejected' },
  TemplateRenderingFailed: { kind: 'rejected' },
}

/** Null for automatic replies, changes of address and confirmations. */
function describeBounce({ Type, Description, Details }: PostmarkEvent): Described | null {
  const kind = Object.hasOwn(BOUNCES, Type ?? '') ? BOUNCES[Type ?? ''] : undefined
  return kind ? { ...kind, code: findStatusCode(Details), words: Details || Description || Type } : null
}
