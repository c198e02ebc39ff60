import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../db'
import { makeReason } from '../../messaging/outcome/reasons'
import type { Reason, ReasonCode } from '../../messaging/outcome/schema'
import { sendsMessage } from '../constants'
import { currentSteps } from './advance-sending-in-memory'
import { endStepInMemory } from './apply-outcome-in-memory'
import { type BatchContext, loadBatchContext } from './batch-context'
import { findStepObstacle } from './decide-step'
import { findNextStep } from './find-next-step'
import type { InMemorySending } from './in-memory-sending'

/**
 * Why nothing will leave for new sendings as things stand, by the checks of `decideStep`. Writes nothing.
 * @returns the reason of the first message of each such sending, by its id; none for a sending of which something will leave
 */
export async function predictSkipReasons(
  tx: Tx,
  organizationId: string,
  sendingIds: readonly string[],
): Promise<Map<string, ReasonCode>> {
  const context = await loadBatchContext(tx, organizationId, sendingIds, { isPreview: true })
  return new Map(
    context.sendingsInMemory.flatMap((sendingInMemory) => {
      const reason = predictSkipReason(context, sendingInMemory)
      return reason === null ? [] : [[sendingInMemory.sending.id, reason.code]]
    }),
  )
}

function predictSkipReason(context: BatchContext, sendingInMemory: InMemorySending): Reason | null {
  const steps = currentSteps(context, sendingInMemory)
  if (steps === undefined || steps === 'waits') return null
  let dueAt = sendingInMemory.sending.anchorAt.getTime()
  let firstReason: Reason | null = null
  for (let step = findNextStep(steps, []); step; step = findNextStep(steps, sendingInMemory.stepRows)) {
    dueAt += step.delay * 1000
    const obstacle = findStepObstacle(context, sendingInMemory, step)
    if (obstacle === undefined || obstacle.do === 'postpone') return null
    if (obstacle.do === 'pause')
      return firstReason ?? (context.sendingRestriction && makeReason(context.sendingRestriction))
    if (obstacle.do === 'stop') return firstReason ?? obstacle.reason
    if (obstacle.do === 'skip' && sendsMessage(step.type)) {
      if (isOverBy(obstacle.reason, dueAt)) return null
      firstReason ??= obstacle.reason
    }
    const stepRef = { step, position: steps.indexOf(step), sendingStepId: uuidv7() }
    endStepInMemory(
      sendingInMemory,
      stepRef,
      obstacle.do === 'skip'
        ? { status: 'skipped', reason: obstacle.reason }
        : { status: 'completed', branch: obstacle.branch },
    )
  }
  return firstReason
}

/** A reason with an end, such as `throttled`, says nothing about a step that is due later. */
function isOverBy({ values }: Reason, dueAt: number): boolean {
  return values.until !== undefined && new Date(values.until).getTime() <= dueAt
}
