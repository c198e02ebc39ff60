import { z } from 'zod'
import { localizableMessage } from '../messages/localizable-message'
import { SCALES } from '../surveys/constants'
import { ScoreBand } from '../surveys/schema'
import { Id, PageQuery, singleLineTextSchema, Timestamp } from '../validation/schema'
import {
  ALERT_PAUSES_MINUTES,
  ALERT_STATE_REASONS,
  ALERT_STATES,
  ALERT_TRIGGERS,
  CHAT_CHANNEL_KINDS,
  CHAT_CHANNELS_PER_RULE_MAX,
  FILTER_IDS_MAX,
  KEYWORD_MAX_CHARACTERS,
  KEYWORDS_MAX,
  NOTIFICATION_CHANNELS,
  RECIPIENTS_PER_CHANNEL_MAX,
  RULE_NAME_MAX_CHARACTERS,
} from './constants'

export const AlertTrigger = z.enum(ALERT_TRIGGERS)
export type AlertTrigger = z.infer<typeof AlertTrigger>
export const ChatChannelKind = z.enum(CHAT_CHANNEL_KINDS)
export type ChatChannelKind = z.infer<typeof ChatChannelKind>
export const AlertState = z.enum(ALERT_STATES)
export type AlertState = z.infer<typeof AlertState>
export const NotificationChannel = z.enum(NOTIFICATION_CHANNELS)
export type NotificationChannel = z.infer<typeof NotificationChannel>

export const AlertStateReason = z.object({
  code: z.enum(ALERT_STATE_REASONS),
  values: z.record(z.string(), z.string()),
})
export type AlertStateReason = z.infer<typeof AlertStateReason>

export const AlertChatChannel = z.object({ id: Id, kind: ChatChannelKind, hint: z.string() })
export type AlertChatChannel = z.infer<typeof AlertChatChannel>

const ids = (maximum: number) =>
  z
    .array(Id)
    .max(maximum, localizableMessage('value.maxItems', { maximum }))
    .transform(withoutDuplicates<string>)
const atMost = ({ min, max }: { min: number; max: number }) =>
  z.number().int().min(min).max(max, localizableMessage('value.invalid')).nullable()

const Conditions = z.object({
  name: singleLineTextSchema(RULE_NAME_MAX_CHARACTERS).min(1, localizableMessage('value.missing')),
  active: z.boolean(),
  trigger: AlertTrigger,
  /** OR-combined conditions, up to `words`; without any, everything matches. Conditions of the other trigger are dropped. */
  bands: z.array(ScoreBand).transform(withoutDuplicates<ScoreBand>),
  npsAtMost: atMost(SCALES.nps),
  csatAtMost: atMost(SCALES.csat),
  cesAtMost: atMost(SCALES.ces),
  starsAtMost: atMost(SCALES.rating),
  words: z
    .array(singleLineTextSchema(KEYWORD_MAX_CHARACTERS).min(1, localizableMessage('value.missing')))
    .max(KEYWORDS_MAX, localizableMessage('value.maxItems', { maximum: KEYWORDS_MAX }))
    .transform(withoutDuplicates<string>),
  surveyIds: ids(FILTER_IDS_MAX),
  locationIds: ids(FILTER_IDS_MAX),
  userIds: ids(RECIPIENTS_PER_CHANNEL_MAX),
  smsUserIds: ids(RECIPIENTS_PER_CHANNEL_MAX),
  pauseMinutes: z.literal([...ALERT_PAUSES_MINUTES], localizableMessage('value.invalid')),
})

export const AlertRule = Conditions.extend({
  id: Id,
  channels: z.array(AlertChatChannel),
  notifiedAt: Timestamp.nullable(),
  createdAt: Timestamp,
})
export type AlertRule = z.infer<typeof AlertRule>

const NewChannel = z.object({
  kind: ChatChannelKind,
  address: z.string().trim().min(1, localizableMessage('value.missing')),
})
const ChatChannelInput = z.union([z.object({ id: Id }), NewChannel])
export type ChatChannelInput = z.infer<typeof ChatChannelInput>

const TOO_MANY = localizableMessage('value.maxItems', { maximum: CHAT_CHANNELS_PER_RULE_MAX })
const hasRecipient = (rule: { userIds: string[]; smsUserIds: string[]; channels: unknown[] }) =>
  rule.userIds.length + rule.smsUserIds.length + rule.channels.length > 0
const NO_RECIPIENT = { error: localizableMessage('alert.noWay'), path: ['userIds'] }

export const CreateAlertRule = Conditions.extend({
  channels: z.array(NewChannel).max(CHAT_CHANNELS_PER_RULE_MAX, TOO_MANY),
}).refine(hasRecipient, NO_RECIPIENT)
export type CreateAlertRule = z.output<typeof CreateAlertRule>

export const UpdateAlertRule = Conditions.extend({
  id: Id,
  channels: z.array(ChatChannelInput).max(CHAT_CHANNELS_PER_RULE_MAX, TOO_MANY),
  asRead: AlertRule.omit({ id: true, notifiedAt: true, createdAt: true }).exactOptional(),
}).refine(hasRecipient, NO_RECIPIENT)
export type UpdateAlertRule = z.output<typeof UpdateAlertRule>

export const SetAlertRuleActive = z.object({ id: Id, active: z.boolean() })
export type SetAlertRuleActive = z.infer<typeof SetAlertRuleActive>

export const ListAlerts = PageQuery.extend({ ruleId: Id.exactOptional(), state: AlertState.exactOptional() })
export type ListAlerts = z.output<typeof ListAlerts>

export const AlertMessage = z.object({
  channel: NotificationChannel,
  name: z.string(),
  state: AlertState,
  reason: AlertStateReason.nullable(),
  attempts: z.number(),
  sentAt: Timestamp.nullable(),
})
export type AlertMessage = z.infer<typeof AlertMessage>

export const AlertLogEntry = z.object({
  id: Id,
  rule: z.object({ id: Id, name: z.string() }),
  subject: z.object({ kind: AlertTrigger, id: Id, name: z.string().nullable(), exists: z.boolean() }).nullable(),
  state: AlertState,
  reason: AlertStateReason.nullable(),
  pausedUntil: Timestamp.nullable(),
  messages: z.array(AlertMessage),
  createdAt: Timestamp,
})
export type AlertLogEntry = z.infer<typeof AlertLogEntry>

function withoutDuplicates<T>(values: T[]): T[] {
  return [...new Set(values)]
}
