/*
 * Plain values that browsers load too; schema.ts derives schemas from them.
 */

export const ALERT_TRIGGERS = ['response', 'review'] as const
export const CHAT_CHANNEL_KINDS = ['slack', 'teams'] as const
export const NOTIFICATION_CHANNELS = ['email', 'sms', ...CHAT_CHANNEL_KINDS] as const
export const ALERT_STATES = ['waiting', 'sent', 'failed', 'skipped'] as const
export const ALERT_PAUSES_MINUTES = [0, 5, 15, 60, 240, 1440] as const

export const ALERT_RULES_MAX = 50
export const CHAT_CHANNELS_PER_RULE_MAX = 5
export const RECIPIENTS_PER_CHANNEL_MAX = 50
export const FILTER_IDS_MAX = 100
export const KEYWORDS_MAX = 30
export const KEYWORD_MAX_CHARACTERS = 60
export const RULE_NAME_MAX_CHARACTERS = 100

export const NOTIFICATION_ITEMS_MAX = 10

export const ALERT_RETENTION_DAYS = 90

/**
 * Why a message was not sent, or not yet, with the values of its text (`alerts.reasons` in the message catalog): `postRetrying` has
 * `failure`, `status` and `until`; `notPosted` has `failure` and `status`; `quotaUsed` has `limit` and `until`.
 */
export const ALERT_STATE_REASONS = [
  'ruleOff',
  'noWay',
  'notMember',
  'noPhone',
  'channelRemoved',
  'obsolete',
  'postRetrying',
  'notPosted',
  'verification',
  'suspended',
  'deletion',
  'quotaUsed',
  'interrupted',
  'unconfirmed',
  'retrying',
  'givenUp',
  'refused',
  'captured',
  'other',
] as const
