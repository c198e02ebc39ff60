import { z } from 'zod'

/**
 * Every reason why a message did not leave, or not yet, and the names of the values that its words need. Stored as they are;
 * put into words where they are read (`sequences.reasons` in the messages). Times are ISO 8601, UTC. Beside a provider's `words` may
 * stand their `cause` (SMS_CAUSES in server/messaging/vocabulary.ts), which has words in every language.
 */
export const REASONS = {
  unsubscribed: [],
  suppressed: [],
  contactDeleted: [],
  noPhone: [],
  throttled: ['until', 'since'],
  quietHours: ['until'],
  verification: [],
  suspended: [],
  deletion: [],
  quotaUsed: ['until', 'limit'],
  conditionNotMet: ['condition'],
  surveyArchived: [],
  surveyEmpty: [],
  nothingToLink: [],
  interrupted: [],
  unconfirmed: ['words'],
  retrying: ['until', 'words'],
  givenUp: ['words'],
  refused: ['words'],
  captured: ['channel'],
  stepRemoved: [],
  sequenceArchived: [],
  sequenceDeleted: [],
  notAdministrator: [],
  notMember: [],
  obsolete: [],
  notWanted: [],
  leaving: [],
  late: [],
  other: ['words'],
} as const satisfies Record<string, readonly string[]>

export type ReasonCode = keyof typeof REASONS

/** Those whose words need nothing more. */
export type PlainReasonCode = { [C in ReasonCode]: (typeof REASONS)[C] extends readonly [] ? C : never }[ReasonCode]

/** Why something was not done, or not yet. */
export const Reason = z.object({
  code: z.enum(Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]]),
  values: z.record(z.string(), z.string()),
})
export type Reason = z.infer<typeof Reason>
