import { z } from 'zod'

/**
 * Every reason why a message was not sent, or not yet, with the names of the values that its text needs. Stored as codes, and
 * rendered when read (`sequences.reasons` in the messages). Times are ISO 8601, UTC. A provider's `words` may come with a
 * `cause` (SMS_FAILURE_CAUSES in server/messaging/sms-failure-causes.ts), which is translated.
 */
export const REASON_VALUE_NAMES = {
  unsubscribed: [],
  suppressed: [],
  blocked: [],
  contactDeleted: [],
  contactMerged: [],
  noPhone: [],
  smsOptedOut: [],
  smsNight: ['until'],
  emailDeclined: [],
  smsDeclined: [],
  throttled: ['until', 'since'],
  fewerSurveys: ['until', 'since'],
  coolDown: ['until', 'since'],
  givesWay: ['until', 'survey'],
  sendingWindow: ['until'],
  dailyCap: ['until', 'limit', 'day'],
  quietHours: ['until'],
  verification: [],
  suspended: [],
  reputation: [],
  deletion: [],
  quotaUsed: ['until', 'limit'],
  conditionNotMet: ['condition'],
  conditionsNotMet: [],
  hasAnswered: [],
  stopTag: ['tag'],
  leftSegment: [],
  lastDay: ['day'],
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
  enrolmentUndone: [],
  cancelled: [],
  skippedByMember: [],
  notAdministrator: [],
  notMember: [],
  obsolete: [],
  notWanted: [],
  leaving: [],
  late: [],
  other: ['words'],
} as const satisfies Record<string, readonly string[]>

export type ReasonCode = keyof typeof REASON_VALUE_NAMES

export type ReasonCodeWithoutValues = {
  [C in ReasonCode]: (typeof REASON_VALUE_NAMES)[C] extends readonly [] ? C : never
}[ReasonCode]

export const Reason = z.object({
  code: z.enum(Object.keys(REASON_VALUE_NAMES) as [ReasonCode, ...ReasonCode[]]),
  values: z.record(z.string(), z.string()),
})
export type Reason = z.infer<typeof Reason>
