import { z } from 'zod'
import { Id, Name, PageQuery, Timestamp } from '../fields/schema'
import { sentence } from '../messages/error-message'
import { Band } from '../surveys/schema'
import { SCALES } from '../surveys/vocabulary'
import {
  ALERT_REASONS,
  ALERT_STATES,
  CHANNEL_KINDS,
  CHANNELS_MAX,
  NAME_MAX_CHARACTERS,
  PAUSES_MINUTES,
  PEOPLE_MAX,
  PLACES_MAX,
  TRIGGERS,
  WAYS,
  WORD_MAX_CHARACTERS,
  WORDS_MAX,
} from './vocabulary'

export const AlertTrigger = z.enum(TRIGGERS)
export type AlertTrigger = z.infer<typeof AlertTrigger>
export const ChannelKind = z.enum(CHANNEL_KINDS)
export type ChannelKind = z.infer<typeof ChannelKind>
export const AlertState = z.enum(ALERT_STATES)
export type AlertState = z.infer<typeof AlertState>
export const AlertWay = z.enum(WAYS)
export type AlertWay = z.infer<typeof AlertWay>

export const AlertReason = z.object({ code: z.enum(ALERT_REASONS), values: z.record(z.string(), z.string()) })
export type AlertReason = z.infer<typeof AlertReason>

export const AlertChannel = z.object({ id: Id, kind: ChannelKind, hint: z.string() })
export type AlertChannel = z.infer<typeof AlertChannel>

const ids = (maximum: number) =>
  z
    .array(Id)
    .max(maximum, sentence('value.maxItems', { maximum }))
    .transform(withoutDuplicates<string>)
const atMost = ({ min, max }: { min: number; max: number }) =>
  z.number().int().min(min).max(max, sentence('value.invalid')).nullable()

const Conditions = z.object({
  name: Name(NAME_MAX_CHARACTERS).min(1, sentence('value.missing')),
  active: z.boolean(),
  trigger: AlertTrigger,
  /** OR-combined conditions, up to `words`; without any, everything matches. Conditions of the other trigger are dropped. */
  bands: z.array(Band).transform(withoutDuplicates<Band>),
  npsAtMost: atMost(SCALES.nps),
  csatAtMost: atMost(SCALES.csat),
  cesAtMost: atMost(SCALES.ces),
  starsAtMost: atMost(SCALES.rating),
  words: z
    .array(Name(WORD_MAX_CHARACTERS).min(1, sentence('value.missing')))
    .max(WORDS_MAX, sentence('value.maxItems', { maximum: WORDS_MAX }))
    .transform(withoutDuplicates<string>),
  surveyIds: ids(PLACES_MAX),
  locationIds: ids(PLACES_MAX),
  userIds: ids(PEOPLE_MAX),
  smsUserIds: ids(PEOPLE_MAX),
  pauseMinutes: z.literal([...PAUSES_MINUTES], sentence('value.invalid')),
})

export const AlertRule = Conditions.extend({
  id: Id,
  channels: z.array(AlertChannel),
  notifiedAt: Timestamp.nullable(),
  createdAt: Timestamp,
})
export type AlertRule = z.infer<typeof AlertRule>

const NewChannel = z.object({ kind: ChannelKind, address: z.string().trim().min(1, sentence('value.missing')) })
const GivenChannel = z.union([z.object({ id: Id }), NewChannel])
export type GivenChannel = z.infer<typeof GivenChannel>

const TOO_MANY = sentence('value.maxItems', { maximum: CHANNELS_MAX })
const hasRecipient = (rule: { userIds: string[]; smsUserIds: string[]; channels: unknown[] }) =>
  rule.userIds.length + rule.smsUserIds.length + rule.channels.length > 0
const NO_RECIPIENT = { error: sentence('alert.noWay'), path: ['userIds'] }

export const CreateAlertRule = Conditions.extend({ channels: z.array(NewChannel).max(CHANNELS_MAX, TOO_MANY) }).refine(
  hasRecipient,
  NO_RECIPIENT,
)
export type CreateAlertRule = z.output<typeof CreateAlertRule>

export const UpdateAlertRule = Conditions.extend({
  id: Id,
  channels: z.array(GivenChannel).max(CHANNELS_MAX, TOO_MANY),
  asRead: AlertRule.omit({ id: true, notifiedAt: true, createdAt: true }).exactOptional(),
}).refine(hasRecipient, NO_RECIPIENT)
export type UpdateAlertRule = z.output<typeof UpdateAlertRule>

export const SwitchAlertRule = z.object({ id: Id, active: z.boolean() })
export type SwitchAlertRule = z.infer<typeof SwitchAlertRule>

export const ListAlerts = PageQuery.extend({ ruleId: Id.exactOptional(), state: AlertState.exactOptional() })
export type ListAlerts = z.output<typeof ListAlerts>

export const AlertMessage = z.object({
  way: AlertWay,
  name: z.string(),
  state: AlertState,
  reason: AlertReason.nullable(),
  attempts: z.number(),
  sentAt: Timestamp.nullable(),
})
export type AlertMessage = z.infer<typeof AlertMessage>

export const LoggedAlert = z.object({
  id: Id,
  rule: z.object({ id: Id, name: z.string() }),
  subject: z.object({ kind: AlertTrigger, id: Id, name: z.string().nullable(), isThere: z.boolean() }).nullable(),
  state: AlertState,
  reason: AlertReason.nullable(),
  toldFrom: Timestamp.nullable(),
  messages: z.array(AlertMessage),
  createdAt: Timestamp,
})
export type LoggedAlert = z.infer<typeof LoggedAlert>

function withoutDuplicates<T>(values: T[]): T[] {
  return [...new Set(values)]
}
