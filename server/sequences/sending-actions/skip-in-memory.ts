import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import { type AppError, SendingBusy, SequenceInactive, StepNotNext } from '../../errors'
import { makeReason } from '../../messaging/outcome/reasons'
import { currentSteps, stepDueAt } from '../sending/advance-sending-in-memory'
import { endStepInMemory } from '../sending/apply-outcome-in-memory'
import type { BatchContext } from '../sending/batch-context'
import { findNextStep, type LoadedStep } from '../sending/find-next-step'
import type { InMemorySending, SendingStepRow } from '../sending/in-memory-sending'

/** @property stepId the step that is meant; any if it is absent */
export type Skip = { type: 'skipWait' | 'skipStep'; stepId?: string | undefined }

/**
 * Skips the wait before the next step of a sending, or the step, as read under its row lock.
 * @returns `unchanged` if there is no wait or no step; an error if the next step is not known yet, or is not the one that is meant
 */
export function skipInMemory(
  context: BatchContext,
  sendingInMemory: InMemorySending,
  { type, stepId }: Skip,
): 'changed' | 'unchanged' | AppError {
  const { stepRows } = sendingInMemory
  const steps = currentSteps(context, sendingInMemory)
  if (steps === 'waits') return new SequenceInactive('paused')
  if (stepRows.some(({ claimedAt, endedAt }) => claimedAt !== null && endedAt === null)) return new SendingBusy()
  const step = findNextStep(steps ?? [], stepRows)
  if (stepId !== undefined && stepId !== step?.id) return new StepNotNext(step?.id ?? null)
  if (step === undefined) return 'unchanged'
  const row = stepRows.find((one) => one.stepId === step.id)
  if (type === 'skipWait') return skipWait(sendingInMemory, step, row)
  const stepRef = { step, position: (steps ?? []).indexOf(step), sendingStepId: row?.id ?? uuidv7() }
  endStepInMemory(sendingInMemory, stepRef, { status: 'skipped', reason: makeReason('skippedByMember') })
  return 'changed'
}

/** While the sending is paused, the wait ends when the pause began, so that the step is due when it is resumed. */
function skipWait(
  sendingInMemory: InMemorySending,
  step: LoadedStep,
  row: SendingStepRow | undefined,
): 'changed' | 'unchanged' {
  const endsAt = sendingInMemory.sending.pausedAt ?? now()
  if (stepDueAt(sendingInMemory, step, row) <= endsAt) return 'unchanged'
  sendingInMemory.updateSending({ anchorAt: new Date(endsAt.getTime() - step.delay * 1000), dueAt: now() })
  if (row?.dueAt) sendingInMemory.updateStep(row, { dueAt: endsAt })
  return 'changed'
}
