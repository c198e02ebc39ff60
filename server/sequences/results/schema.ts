import { z } from 'zod'
import { Reason } from '../../messaging/outcome/schema'
import { ScoreSummary } from '../../responses/schema'
import { Id, textSchema } from '../../validation/schema'
import { StepBranch } from '../conditions/schema'
import { StepType } from '../schema'
import { ListSendings } from '../sending/schema'
import { RESULT_STATES, STATES_WITH_REASON } from './constants'

export const ResultState = z.enum(RESULT_STATES)

/** Sendings as pages list them, with what became of a step, or of any step if none is given. */
export const BrowseSendings = ListSendings.extend({
  step_id: Id.exactOptional().describe('Alone: sendings that something was decided for at this step.'),
  state: ResultState.exactOptional(),
  reason: Reason.shape.code.exactOptional().describe('Why a step was skipped or failed.'),
  branch: StepBranch.exactOptional().describe('The branch that a fork chose.'),
  search: textSchema(200).trim().exactOptional().describe('In the names and the email of the contact.'),
})
export type BrowseSendings = z.infer<typeof BrowseSendings>

const Count = z.number().int()

/** `n` surveys delivered, and the percentage of them that was answered, with its 95 % interval. */
export const AnsweredRate = ScoreSummary.pick({ n: true, value: true, interval: true }).extend({ answered: Count })
export type AnsweredRate = z.infer<typeof AnsweredRate>

const StateCounts = z.object(
  Object.fromEntries(RESULT_STATES.map((state) => [state, Count])) as Record<(typeof RESULT_STATES)[number], z.ZodInt>,
)

export const StepResults = z.object({
  stepId: Id,
  type: StepType,
  isRemoved: z.boolean().describe('No longer a step of the sequence.'),
  branch: StepBranch.nullable().describe('The branch that the step is in.'),
  branches: z.object({ yes: Count, no: Count }).nullable().describe('How many a fork sent to each branch.'),
  surveyName: z.string().nullable(),
  counts: StateCounts,
  reasons: z.array(z.object({ state: z.enum(STATES_WITH_REASON), code: Reason.shape.code, count: Count })),
  rate: AnsweredRate.nullable().describe('Null for a step without a survey.'),
  medianSecondsToAnswer: z
    .number()
    .nullable()
    .describe('From the first delivery of its survey to the answer; at the first step with that survey.'),
})
export type StepResults = z.infer<typeof StepResults>

/** Sendings that got this far. A contact that was enrolled twice counts twice. */
export const SequenceFunnel = z.object({
  enrolled: Count,
  sent: Count.describe('A message left, or may have left.'),
  delivered: Count,
  answered: Count,
  completed: Count.describe('The last step is over.'),
})
export type SequenceFunnel = z.infer<typeof SequenceFunnel>

export const SequenceResults = z.object({
  funnel: SequenceFunnel,
  rate: AnsweredRate.describe('As in the overview: one survey in one sending counts once, whatever its reminders.'),
  medianSecondsToAnswer: z.number().nullable().describe('From the first delivery of a survey to its answer.'),
  tracksOpens: z.boolean().describe('Without it, `opened` says nothing.'),
  steps: z.array(StepResults).describe('In order, then those that were removed.'),
})
export type SequenceResults = z.infer<typeof SequenceResults>

export const SequenceRate = z.object({ sequenceId: Id, rate: AnsweredRate })
export type SequenceRate = z.infer<typeof SequenceRate>
