import { z } from 'zod'
import { Id, PageQuery, Timestamp } from '../fields/schema'

/** The five kinds that can be subscribed to (interface specification, 6.1). */
export const TriggerType = z.enum(['new_response', 'detractor_response', 'new_review', 'bad_review', 'new_contact'])
export type TriggerType = z.infer<typeof TriggerType>

export const EventKind = z.enum([...TriggerType.options, 'step.completed'])
export type EventKind = z.infer<typeof EventKind>

export const WebhookSubscription = z.object({
  id: Id,
  hookUrl: z.string(),
  triggerTypes: z.array(EventKind),
  active: z.boolean().describe('False after the address answered 410; subscribe again to reactivate it.'),
  createdAt: Timestamp,
})
export type WebhookSubscription = z.infer<typeof WebhookSubscription>

export const ListSubscriptions = PageQuery
export type ListSubscriptions = z.infer<typeof ListSubscriptions>
