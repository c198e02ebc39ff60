import { z } from 'zod'
import { Reason } from '../../messaging/outcome/schema'
import { Id, Timestamp } from '../../validation/schema'
import { StepBranch } from '../conditions/schema'
import { StepType } from '../schema'

const reasonCount = z.object({ reason: Reason, people: z.number().int() })

const namedStep = {
  stepId: Id,
  position: z.number().int().describe('From 0.'),
  type: StepType,
  surveyName: z.string().nullable(),
}

export const ForecastEntry = z.object({ id: Id, segmentId: Id.exactOptional().describe('All contacts without one.') })
export type ForecastEntry = z.infer<typeof ForecastEntry>

/** What would become of people who enter a sequence now. */
export const EntryOutlook = z.object({
  contacts: z.number().int().describe('People in the segment.'),
  people: z.number().int().describe('Of them, those that were looked at: at most 5,000.'),
  steps: z.array(
    z.object({
      ...namedStep,
      people: z.number().int().describe('Who get the message, or finish a step without one.'),
      from: Timestamp.nullable().describe('When the first of them do.'),
      until: Timestamp.nullable().describe('When the last of them do.'),
      branches: z.object({ yes: z.number().int(), no: z.number().int() }).nullable().describe('Of a fork.'),
      skipped: z.array(reasonCount),
    }),
  ),
  ended: z.array(reasonCount).describe('People whose run ends early, or stands still.'),
})
export type EntryOutlook = z.infer<typeof EntryOutlook>

export const ForecastJourney = z.object({ id: Id, contactId: Id })
export type ForecastJourney = z.infer<typeof ForecastJourney>

/** What would become of one contact who enters a sequence now: every decision with its reason. */
export const JourneyOutlook = z.object({
  events: z.array(
    z.object({
      ...namedStep,
      at: Timestamp,
      status: z.enum(['sent', 'skipped', 'completed', 'waiting']),
      reason: Reason.nullable(),
      branch: StepBranch.nullable(),
      until: Timestamp.nullable().describe('Of `waiting`: when it is decided on again.'),
    }),
  ),
  end: z.object({ at: Timestamp, reason: Reason.nullable() }).nullable(),
})
export type JourneyOutlook = z.infer<typeof JourneyOutlook>

export const UpcomingDays = z.object({
  people: z.number().int().describe('Sendings that are due within 14 days.'),
  examined: z.number().int().describe('Of them, those that were looked at, the earliest first.'),
  days: z.array(
    z.object({
      day: z.string().describe('A day of the organization.'),
      sent: z.array(
        z.object({
          sequenceId: Id.nullable(),
          sequenceName: z.string().nullable(),
          ...namedStep,
          people: z.number().int(),
        }),
      ),
      skipped: z.array(reasonCount),
    }),
  ),
})
export type UpcomingDays = z.infer<typeof UpcomingDays>
