import { z } from 'zod'
import { CONTACT_JOB_STATUSES } from '../../contact-jobs/constants'
import { localizableMessage } from '../../messages/localizable-message'
import { Id, Timestamp } from '../../validation/schema'
import { BrowseSendings } from '../results/schema'
import { LISTED_SENDINGS_MAX, SENDING_ACTIONS } from './constants'

const StepToSkip = Id.exactOptional().describe(
  'The step that you mean. If another one is next by then, nothing is skipped, so that a repeated call does not skip two.',
)

export const SendingAction = z.object({ type: z.enum(SENDING_ACTIONS), stepId: StepToSkip })
export type SendingAction = z.infer<typeof SendingAction>

export const SkipSending = z.object({
  id: Id,
  what: z
    .enum(['wait', 'step'])
    .describe(
      '`wait`: the next step is due now. `step`: the next step is left out, with the reason `skippedByMember`.',
    ),
  stepId: StepToSkip,
})
export type SkipSending = z.infer<typeof SkipSending>

export const ActOnSendings = z.object({
  ids: z
    .array(Id)
    .min(1, localizableMessage('sequence.noSendings'))
    .max(LISTED_SENDINGS_MAX, localizableMessage('sequence.manySendings', { maximum: LISTED_SENDINGS_MAX })),
  action: z.enum(SENDING_ACTIONS),
  stepId: StepToSkip,
})
export type ActOnSendings = z.infer<typeof ActOnSendings>

export const SendingBatchResult = z
  .object({
    results: z
      .array(
        z.object({
          index: z.number().int().describe('Position in `ids`, from 0.'),
          status: z.enum(['changed', 'unchanged', 'failed']),
          error: z
            .object({
              code: z.string(),
              message: z.string(),
              details: z.record(z.string(), z.unknown()).exactOptional(),
            })
            .exactOptional()
            .describe('Why it failed, as the error of a request with this sending alone.'),
        }),
      )
      .meta({ maxItems: LISTED_SENDINGS_MAX, description: 'One for each sending, in the order of `ids`.' }),
    changed: z.number().int(),
    unchanged: z.number().int().describe('They were in this state already.'),
    failed: z.number().int(),
  })
  .meta({ id: 'SendingBatch' })
export type SendingBatchResult = z.infer<typeof SendingBatchResult>

/** An action on all sendings of a sequence that match a filter. */
export const StartSendingAction = z.object({
  action: SendingAction,
  filter: BrowseSendings.omit({ page: true, limit: true }).required({ sequence_id: true }),
})
export type StartSendingAction = z.infer<typeof StartSendingAction>

export const SendingActionProgress = z.object({
  id: Id,
  type: z.enum(SENDING_ACTIONS),
  status: z.enum(CONTACT_JOB_STATUSES),
  total: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  failed: z.number().int(),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
})
export type SendingActionProgress = z.infer<typeof SendingActionProgress>
