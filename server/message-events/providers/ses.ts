import { z } from 'zod'
import type { NewMessageEvent } from '../schema'
import {
  type ElementReader,
  isPrefetch,
  OptionalText,
  PASSTHROUGH_KEY,
  type ProviderBatch,
  parseElements,
  readTime,
} from './parse-elements'

/*
 * Events of Amazon SES, as event publishing of a configuration set (`eventType`) or notifications of an identity (`notificationType`).
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */

const Recipient = z.object({ emailAddress: OptionalText, status: OptionalText, diagnosticCode: OptionalText })
const Timed = z.object({ timestamp: OptionalText, userAgent: OptionalText })
const TopicPreferences = z.object({
  unsubscribeAll: z.boolean().nullish(),
  topicSubscriptionStatus: z.array(z.object({ topicName: z.string(), subscriptionStatus: z.string() })).nullish(),
})

const SesEvent = z
  .object({
    eventType: OptionalText,
    notificationType: OptionalText,
    mail: z.object({
      timestamp: OptionalText,
      destination: z.array(z.string()).nullish(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
      commonHeaders: z.object({ messageId: OptionalText }).nullish(),
      tags: z.record(z.string(), z.array(z.string())).nullish(),
    }),
    bounce: z
      .object({
        bounceType: z.string(),
        bounceSubType: OptionalText,
        bouncedRecipients: z.array(Recipient).default([]),
        timestamp: OptionalText,
        feedbackId: OptionalText,
      })
      .nullish(),
    complaint: z
      .object({
        timestamp: OptionalText,
        feedbackId: OptionalText,
        complaintSubType: OptionalText,
        complaintFeedbackType: OptionalText,
      })
      .nullish(),
    delivery: Timed.extend({ smtpResponse: OptionalText }).nullish(),
    open: Timed.nullish(),
    click: Timed.nullish(),
    reject: z.object({ reason: OptionalText }).nullish(),
    failure: z.object({ errorMessage: OptionalText }).nullish(),
    deliveryDelay: z
      .object({ delayType: OptionalText, delayedRecipients: z.array(Recipient).default([]), timestamp: OptionalText })
      .nullish(),
    subscription: Timed.extend({
      newTopicPreferences: TopicPreferences.nullish(),
      oldTopicPreferences: TopicPreferences.nullish(),
    }).nullish(),
  })
  .refine((event) => event.eventType ?? event.notificationType, 'no type')
type SesEvent = z.infer<typeof SesEvent>

/** Sent when a topic is set up for the notifications of an identity. */
const TopicSetUp = z.object({ notificationType: z.literal('AmazonSnsSubscriptionSucceeded') })

export function parseSesEvent(body: unknown, receivedAt: Date): ProviderBatch {
  return parseElements(TopicSetUp.safeParse(body).success ? [] : [body], READER, receivedAt)
}

const READER: ElementReader<SesEvent> = {
  schema: SesEvent,
  toEvent: (element, receivedAt) => {
    const described = describe(element)
    if (!described) return null
    const { at, id, ...event } = described
    const { tags, headers, commonHeaders, destination } = element.mail
    const findHeader = (name: string) => headers?.find((header) => header.name.toLowerCase() === name)?.value
    const time = at ?? element.mail.timestamp
    return {
      token: tags?.[PASSTHROUGH_KEY]?.[0] ?? findHeader('x-feedback-message-id'),
      messageIds: [findHeader('message-id') ?? commonHeaders?.messageId ?? []].flat(),
      recipient: destination?.[0],
      event: {
        ...event,
        provider: 'ses',
        occurredAt: readTime(time, receivedAt),
        dedupeKey: `ses ${event.kind} ${id ?? time ?? ''}`,
      },
    }
  },
}

type Described = Pick<NewMessageEvent, 'kind' | 'bounceType' | 'code' | 'words' | 'isMachine'> & {
  at?: string | null | undefined
  id?: string | null | undefined
}

const DESCRIBE: Record<string, (event: SesEvent) => Described | null> = {
  Bounce: describeBounce,
  Complaint: describeComplaint,
  Delivery: ({ delivery }) => ({ kind: 'delivered', words: delivery?.smtpResponse, at: delivery?.timestamp }),
  DeliveryDelay: describeDelay,
  Reject: ({ reject }) => ({ kind: 'rejected', words: reject?.reason }),
  'Rendering Failure': ({ failure }) => ({ kind: 'rejected', words: failure?.errorMessage }),
  Open: ({ open }) => ({ kind: 'opened', isMachine: isPrefetch(open?.userAgent), at: open?.timestamp }),
  Click: ({ click }) => ({ kind: 'clicked', at: click?.timestamp }),
  Subscription: describeSubscription,
}

function describe(element: SesEvent): Described | null {
  const type = element.eventType ?? element.notificationType ?? ''
  return Object.hasOwn(DESCRIBE, type) ? (DESCRIBE[type]?.(element) ?? null) : null
}

function describeComplaint({ complaint }: SesEvent): Described | null {
  // The recipient moved it out of the spam folder.
  if (complaint?.complaintFeedbackType === 'not-spam') return null
  const { timestamp: at, feedbackId: id, complaintSubType: subType } = complaint ?? {}
  // Not sent, because the recipient complained about an earlier message.
  if (subType === 'OnAccountSuppressionList') return { kind: 'rejected', words: subType, at, id }
  return { kind: 'complained', words: complaint?.complaintFeedbackType, at, id }
}

/** Null if the recipient only subscribed, or changed nothing. */
function describeSubscription({ subscription }: SesEvent): Described | null {
  const { newTopicPreferences: after, oldTopicPreferences: before, timestamp: at } = subscription ?? {}
  const listOptOuts = (preferences: typeof after) =>
    (preferences?.topicSubscriptionStatus ?? []).flatMap(({ topicName, subscriptionStatus }) =>
      subscriptionStatus === 'OptOut' ? topicName : [],
    )
  const previous = listOptOuts(before)
  const hasOptedOut = listOptOuts(after).some((topic) => !previous.includes(topic))
  return after?.unsubscribeAll || hasOptedOut ? { kind: 'unsubscribed', at } : null
}

function describeDelay({ deliveryDelay }: SesEvent): Described {
  const { status, diagnosticCode } = deliveryDelay?.delayedRecipients[0] ?? {}
  const words = withoutType(diagnosticCode) ?? deliveryDelay?.delayType
  return { kind: 'deferred', code: status, words, at: deliveryDelay?.timestamp }
}

function describeBounce({ bounce }: SesEvent): Described | null {
  if (!bounce) return null
  const { status, diagnosticCode } = bounce.bouncedRecipients[0] ?? {}
  return {
    kind: 'bounced',
    bounceType: bounce.bounceType === 'Permanent' ? 'hard' : 'soft',
    code: status,
    words: withoutType(diagnosticCode) ?? `${bounce.bounceType} ${bounce.bounceSubType ?? ''}`,
    at: bounce.timestamp,
    id: bounce.feedbackId,
  }
}

/** `smtp; 550 5.1.1 user unknown` without the type (RFC 3464, 2.3.6). */
export function withoutType(diagnosticCode: string | null | undefined): string | undefined {
  return diagnosticCode?.replace(/^[\w-]{1,20};\s*/, '')
}
