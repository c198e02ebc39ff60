/** Days, UTC, whose messages decide about sending. */
export const HEALTH_DAYS = 7

export type SendingRateLimit = { rate: number; minCount: number }

/**
 * Shares of sent messages, which mailbox providers and relays enforce: Gmail and Yahoo want complaints under 0.1 % and reject from 0.3 %
 * (their bulk sender rules of 2024); Amazon SES reviews an account at 5 % bounces and pauses it at 10 %. A minimum number, because one
 * complaint among a hundred messages proves nothing.
 */
export const SENDING_RATE_LIMITS = {
  complaints: { warning: { rate: 0.001, minCount: 2 }, stop: { rate: 0.003, minCount: 5 } },
  bounces: { warning: { rate: 0.05, minCount: 10 }, stop: { rate: 0.1, minCount: 20 } },
} as const satisfies Record<string, { warning: SendingRateLimit; stop: SendingRateLimit }>

export type SendingProblem = keyof typeof SENDING_RATE_LIMITS
export const SENDING_PROBLEMS = Object.keys(SENDING_RATE_LIMITS) as [SendingProblem, ...SendingProblem[]]

/** Messages that may be sent on the rest of the day after sending was resumed. */
export const MESSAGES_AFTER_RESUMING = 50

/** Days of the statistics by mailbox provider and by day. */
export const STATISTICS_DAYS = 30

/**
 * Mailbox providers by the domains of their addresses (POSIX regular expressions of PostgreSQL). Domains of companies that these providers
 * host are not recognized.
 */
export const MAILBOX_PROVIDERS = {
  gmail: '^(gmail|googlemail)\\.com$',
  outlook: '^(outlook|hotmail|live|msn)\\.',
  yahoo: '^(yahoo|ymail|rocketmail|aol)\\.',
  icloud: '^(icloud|me|mac)\\.com$',
  orange: '^(orange|wanadoo)\\.fr$',
  free: '^free\\.fr$',
  sfr: '^(sfr|neuf|cegetel)\\.(fr|net)$',
  laposte: '^laposte\\.net$',
  gmx: '^(gmx\\.|web\\.de$)',
  proton: '^(proton|protonmail|pm)\\.(me|com)$',
} as const

export type MailboxProvider = keyof typeof MAILBOX_PROVIDERS | 'other'
export const MAILBOX_PROVIDER_NAMES = [
  ...(Object.keys(MAILBOX_PROVIDERS) as (keyof typeof MAILBOX_PROVIDERS)[]),
  'other' as const,
]
