/*
 * The values of alerts. Browsers load this, so it is plain data and functions; schema.ts makes schemas of it.
 */

/** What a rule looks at. */
export const TRIGGERS = ['response', 'review'] as const
export const CHANNEL_KINDS = ['slack', 'teams'] as const
export const WAYS = ['email', 'sms', ...CHANNEL_KINDS] as const
export const ALERT_STATES = ['waiting', 'sent', 'failed', 'skipped'] as const
/** At most how often a rule tells; 0 for every time. */
export const PAUSES_MINUTES = [0, 5, 15, 60, 240, 1440] as const

export const RULES_MAX = 50
export const CHANNELS_MAX = 5
export const PEOPLE_MAX = 50
export const PLACES_MAX = 100
export const WORDS_MAX = 30
export const WORD_MAX_CHARACTERS = 60
export const NAME_MAX_CHARACTERS = 100

/** What a message tells in full; of the rest it says how many there are. */
export const TOLD_IN_FULL = 10

export const ALERTS_KEPT_DAYS = 90

/**
 * Every reason why a message did not leave, or not yet, and the names of the values that its words need (`alerts.reasons` in
 * the messages). Those of mails and text messages are the ones of server/outgoing.
 */
export const ALERT_REASONS = [
  'ruleOff',
  'noWay',
  'notMember',
  'noPhone',
  'channelRemoved',
  'obsolete',
  /** A post that is tried again: `failure`, `status`, `until`. */
  'postRetrying',
  /** A post that is not: `failure`, `status`. */
  'notPosted',
  'verification',
  'suspended',
  'deletion',
  /** Of a text message: `limit`, `until`. */
  'quotaUsed',
  'interrupted',
  'unconfirmed',
  'retrying',
  'givenUp',
  'refused',
  'captured',
  'other',
] as const
