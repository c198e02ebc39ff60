import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { FailureCode } from '../outbound/failure-code'
import { Id, PageQuery, sortParameterSchema, Timestamp, textSchema } from '../validation/schema'
import { DELIVERY_STATUSES, EVENT_KINDS, TRIGGER_TYPES } from './constants'

export const TriggerType = z.enum(TRIGGER_TYPES)
export type TriggerType = z.infer<typeof TriggerType>

export const EventKind = z.enum(EVENT_KINDS)
export type EventKind = z.infer<typeof EventKind>

const subscription = {
  id: Id,
  hookUrl: z.string().describe('The normalized address: host in lower case, no default port, no fragment.'),
  triggerTypes: z
    .array(EventKind)
    .meta({ maxItems: EVENT_KINDS.length })
    .describe('`step.completed` is listed while a step uses the address.'),
  active: z.boolean().describe('False after the address answered 410. Subscribe again to reactivate it.'),
  createdAt: Timestamp,
}

export const WebhookSubscription = z.object(subscription).meta({ id: 'WebhookSubscription' })
export type WebhookSubscription = z.infer<typeof WebhookSubscription>

export const Subscribe = z.object({
  hookUrl: z.string().meta({
    example: 'https://hooks.example.com/feedback',
    description: 'A public https address of at most 2048 characters, without credentials.',
  }),
  triggerType: TriggerType,
})
export type Subscribe = z.infer<typeof Subscribe>

export const Subscribed = z
  .object({
    ...subscription,
    triggerType: TriggerType.describe('The event that was added.'),
    secret: z
      .string()
      .nullable()
      .describe('The signing secret of a new subscription, or null if the address already had one.'),
    ownedByThisKey: z
      .boolean()
      .describe('False when another key, or no key, owns the subscription. It is paused or deleted with its owner.'),
  })
  .meta({ id: 'Subscribed' })
export type Subscribed = z.infer<typeof Subscribed>

export const Unsubscribe = z.object({
  id: Id.exactOptional().describe('The id of the subscription. Send this, `hookUrl`, or both if they match.'),
  hookUrl: z.string().exactOptional().describe('The address of the subscription.'),
  triggerType: TriggerType.describe('The event to remove.'),
})
export type Unsubscribe = z.infer<typeof Unsubscribe>

export const Unsubscribed = z
  .object({
    id: Id,
    deleted: z.boolean().describe('True when this was the last event, and the subscription is gone.'),
  })
  .meta({ id: 'Unsubscribed' })
export type Unsubscribed = z.infer<typeof Unsubscribed>

export const ListSubscriptions = PageQuery
export type ListSubscriptions = z.infer<typeof ListSubscriptions>

/* The dashboard's webhook console, for owners and admins. */

export const SubscriptionOrDeliveryIdInput = z.object({ id: Id })

const result = {
  httpStatusCode: z.number().int().nullable(),
  success: z.boolean(),
  error: FailureCode.nullable(),
  createdAt: Timestamp,
}

export const DashboardSubscription = z.object({
  id: Id,
  hookUrl: z.string(),
  triggerTypes: z.array(EventKind),
  state: z.enum(['active', 'paused', 'deactivated']),
  isPaused: z.boolean(),
  deactivatedAt: Timestamp.nullable(),
  owner: z.object({ id: Id, name: z.string() }).nullable(),
  steps: z.array(z.object({ sequenceId: Id, sequenceName: z.string(), stepId: Id })),
  previousSecretUntil: Timestamp.nullable(),
  createdAt: Timestamp,
  last24Hours: z.object({ succeeded: z.number().int(), failed: z.number().int(), pending: z.number().int() }),
  lastAttempt: z.object(result).nullable(),
})
export type DashboardSubscription = z.infer<typeof DashboardSubscription>

export const AddSubscription = z.object({
  hookUrl: z.string(),
  triggerTypes: z.array(TriggerType).min(1, localizableMessage('webhook.noEvents')),
})
export type AddSubscription = z.infer<typeof AddSubscription>

export const AddedSubscription = z.object({ id: Id, secret: z.string().nullable() })
export type AddedSubscription = z.infer<typeof AddedSubscription>

export const UpdateSubscription = z.object({
  id: Id,
  triggerTypes: z.array(EventKind),
  asRead: z.object({ triggerTypes: z.array(EventKind) }).exactOptional(),
})
export type UpdateSubscription = z.infer<typeof UpdateSubscription>

export const RemovedSubscription = z.object({ id: Id, deleted: z.literal(true) })
export type RemovedSubscription = z.infer<typeof RemovedSubscription>

export const SubscriptionSecrets = z.object({
  secret: z.string(),
  previousSecret: z.string().nullable(),
  previousSecretUntil: Timestamp.nullable(),
})
export type SubscriptionSecrets = z.infer<typeof SubscriptionSecrets>

export const RotatedSecret = z.object({ secret: z.string(), previousSecretUntil: Timestamp.nullable() })
export type RotatedSecret = z.infer<typeof RotatedSecret>

export const UndeliveredReason = z.enum([
  'gone',
  'keyInactive',
  'unsubscribed',
  'verification',
  'suspended',
  'deletion',
])
export type UndeliveredReason = z.infer<typeof UndeliveredReason>

export const DeliveryStatus = z.enum(DELIVERY_STATUSES)
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

const attempt = { attempt: z.number().int(), ...result, durationMs: z.number().int().nullable() }

export const Delivery = z.object({
  id: Id,
  kind: EventKind,
  status: DeliveryStatus,
  deadLetter: z.boolean(),
  isTest: z.boolean(),
  resendOf: Id.nullable(),
  attemptCount: z.number().int(),
  nextAttemptAt: Timestamp.nullable(),
  reason: UndeliveredReason.nullable(),
  createdAt: Timestamp,
  endedAt: Timestamp.nullable(),
  lastAttempt: z.object(attempt).nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const DeliveryDetail = Delivery.extend({
  subscriptionId: Id,
  hookUrl: z.string(),
  body: z.string(),
  headers: z.record(z.string(), z.string()),
  attempts: z.array(
    z.object({
      ...attempt,
      deadLetter: z.boolean(),
      responseBody: z.string().nullable(),
      signature: z.string().nullable(),
    }),
  ),
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

export const ListDeliveries = PageQuery.extend({
  id: Id,
  status: DeliveryStatus.exactOptional(),
  kind: EventKind.exactOptional(),
  search: textSchema(200).trim().exactOptional(),
  sort: sortParameterSchema(['created']),
})
export type ListDeliveries = z.infer<typeof ListDeliveries>

export const ResendFailedDeliveries = z.object({ id: Id, since: z.iso.datetime({ offset: true }) })
export type ResendFailedDeliveries = z.infer<typeof ResendFailedDeliveries>

export const ResendResult = z.object({ resent: z.number().int() })
export type ResendResult = z.infer<typeof ResendResult>

export const SendTestEvent = z.object({ id: Id, kind: EventKind })
export type SendTestEvent = z.infer<typeof SendTestEvent>

const CHECKED_BODY_MAX_BYTES = 64 * 1024

export const CheckSignature = z.object({
  id: Id,
  header: z.string().max(4000),
  body: z
    .string()
    .refine(
      (body) =>
        body.length <= CHECKED_BODY_MAX_BYTES && new TextEncoder().encode(body).length <= CHECKED_BODY_MAX_BYTES,
      localizableMessage('value.pasteTooLong'),
    ),
  secret: z.string().max(1000),
})
export type CheckSignature = z.infer<typeof CheckSignature>

/** The checker's finding about one of the three inputs: a message key. The comments list the values of its text. */
export const SignatureFindingKey = z.enum([
  // Header.
  'headerFits', // seconds: the age of t
  'headerUnreadable', // not of the form t=…,v1=…
  'headerNoTimestamp',
  'headerNoSignature', // no v1
  'headerSignatureMalformed', // a v1 that is not 64 hexadecimal digits
  'headerMilliseconds', // t is in milliseconds instead of seconds
  'headerTooOld', // seconds: past the 300 that receivers allow
  'headerFuture', // seconds: t is ahead of our clock
  'headerOfNoDelivery', // hookUrl: matches no stored delivery signed with this secret
  // Body.
  'bodyFits',
  'bodyUnchecked', // cannot be checked until the other two are right
  'bodyWhitespaceAdded', // matches once surrounding whitespace is removed
  'bodyNewlineRemoved', // matches with a newline at its end
  'bodyReserialized', // matches as compact JSON: it was parsed and serialized again
  'bodyDiffers', // deliveryId, position (from 1), expected, found: short excerpts from there
  // Secret.
  'secretFits', // hookUrl
  'secretFitsPrevious', // hookUrl, until: replaced, signs until then
  'secretFitsRemoved', // matches, but its subscription no longer exists
  'secretKnown', // hookUrl: belongs to this subscription; whether it signed is unknown
  'secretUnknown', // of no subscription
  'secretExpired', // hookUrl: was replaced, and its 24 hours are over
  'secretWithSpace', // hookUrl: correct except for surrounding whitespace
  'secretWithoutPrefix', // hookUrl: correct except for the missing whsec_
  'secretOfOther', // hookUrl: its own subscription; signedBy: the one whose secret made the signature
  'secretNotThis', // hookUrl: the subscription whose secret made the signature
])
export type SignatureFindingKey = z.infer<typeof SignatureFindingKey>

const finding = z.object({
  key: SignatureFindingKey,
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})

export const SignatureReport = z.object({
  ok: z.boolean(),
  header: z.object({ ok: z.boolean(), text: finding }),
  body: z.object({ ok: z.boolean().nullable(), text: finding }),
  secret: z.object({ ok: z.boolean().nullable(), text: finding }),
})
export type SignatureReport = z.infer<typeof SignatureReport>
