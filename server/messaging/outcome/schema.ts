import { z } from 'zod'

/**
 * Every reason why a message was not sent, or not yet, with the names of the values that its text needs. Stored as codes, and
 * rendered when read (`sequences.reasons` in the messages). Times are ISO 8601, UTC. A provider's `words` may come with a
 * `cause` (SMS_CAUSES in server/messaging/vocabulary.ts), which is translated.
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

export type ReasonCodeWithoutValues = {
  [C in ReasonCode]: (typeof REASONS)[C] extends readonly [] ? C : never
}[ReasonCode]

export const Reason = z.object({
  code: z.enum(Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]]),
  values: z.record(z.string(), z.string()),
})
export type Reason = z.infer<typeof Reason>
