import { z } from 'zod'
import { Id, PageQuery, Timestamp } from '../fields/schema'

/** The five kinds that can be subscribed to (interface specification, 6.1). */
export const TriggerType = z.enum(['new_response', 'detractor_response', 'new_review', 'bad_review', 'new_contact'])
export type TriggerType = z.infer<typeof TriggerType>

export const EventKind = z.enum([...TriggerType.options, 'step.completed'])
export type EventKind = z.infer<typeof EventKind>

const subscription = {
  id: Id,
  hookUrl: z.string(),
  triggerTypes: z.array(EventKind),
  active: z.boolean().describe('False after the address answered 410; subscribe again to reactivate it.'),
  createdAt: Timestamp,
}

export const WebhookSubscription = z.object(subscription).meta({ id: 'WebhookSubscription' })
export type WebhookSubscription = z.infer<typeof WebhookSubscription>

export const Subscribe = z.object({
  hookUrl: z
    .string()
    .describe('An https address whose host is public.')
    .meta({ example: 'https://example.com/webhooks' }),
  triggerType: TriggerType,
})
export type Subscribe = z.infer<typeof Subscribe>

export const Subscribed = z.object({
  ...subscription,
  triggerType: TriggerType.describe('The event that was added.'),
  secret: z
    .string()
    .nullable()
    .describe('The signing secret of a new subscription. Null when the address already had one.'),
  ownedByThisKey: z
    .boolean()
    .describe('False when the subscription belongs to another key, or to none: it shares the fate of its owner.'),
})
export type Subscribed = z.infer<typeof Subscribed>

/** Either the address or the id; both must agree. */
export const Unsubscribe = z.object({
  id: Id.exactOptional(),
  hookUrl: z.string().exactOptional(),
  triggerType: TriggerType,
})
export type Unsubscribe = z.infer<typeof Unsubscribe>

export const Unsubscribed = z.object({
  id: Id,
  deleted: z.boolean().describe('True when this was the last event, and the subscription is gone.'),
})
export type Unsubscribed = z.infer<typeof Unsubscribed>

export const ListSubscriptions = PageQuery
export type ListSubscriptions = z.infer<typeof ListSubscriptions>

/** One try to deliver, as the dashboard shows it. */
export const DeliveryAttempt = z.object({
  deliveryId: Id,
  event: EventKind,
  attempt: z.number().int().describe('1 to 5.'),
  httpStatusCode: z.number().int().nullable(),
  success: z.boolean(),
  deadLetter: z.boolean().describe('True on the fifth failure: nothing more is tried.'),
  error: z.string().nullable().describe('What went wrong, in words; null while it is under way.'),
  durationMs: z.number().int().nullable(),
  createdAt: Timestamp,
})
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

/** What an owner or admin sees of a subscription (interface specification, 4.6). */
export const SubscriptionDetail = z.object({
  ...subscription,
  paused: z.boolean().describe('The owner key is inactive.'),
  owner: z.object({ id: Id, name: z.string() }).nullable(),
  secret: z.string().nullable().describe('Null when it was encrypted under another APP_SECRET.'),
  attempts: z.array(DeliveryAttempt),
})
export type SubscriptionDetail = z.infer<typeof SubscriptionDetail>
