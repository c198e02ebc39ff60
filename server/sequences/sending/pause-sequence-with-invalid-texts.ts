import { db, type Tx } from '../../db'
import { NotFound } from '../../errors'
import { lockRow } from '../../locks'
import { log } from '../../log'
import { transact } from '../../unit-of-work'
import { findStepTemplateErrors } from '../find-step-template-errors'
import { PauseReason, type SequenceWarnings, type StepType } from '../schema'

/**
 * Pauses a sequence with texts that cannot be sent as written, and stores the reason. Saving and activating refuse such texts,
 * so these predate that check.
 */
export async function pauseSequenceWithInvalidTexts(organizationId: string, sequenceId: string): Promise<void> {
  await transact(async ({ tx }) => {
    await lockRow(tx, 'sequence', organizationId, sequenceId)
    const sequence = await findSequence(tx, organizationId, sequenceId)
    if (sequence?.status !== 'active' || listTemplateErrors(sequence).length === 0) return
    const data = { status: 'paused', pauseReason: 'texts' satisfies PauseReason }
    await tx.sequence.update({ where: { id: sequenceId, organizationId }, data })
    log.warn({ organizationId, sequenceId }, 'a sequence was paused: its texts cannot be sent as written')
  })
}

export async function getSequenceWarnings(organizationId: string, id: string): Promise<SequenceWarnings> {
  const sequence = await findSequence(db, organizationId, id)
  if (!sequence) throw new NotFound('sequence')
  return { pauseReason: PauseReason.nullable().parse(sequence.pauseReason), texts: listTemplateErrors(sequence) }
}

function findSequence(tx: Tx, organizationId: string, id: string) {
  return tx.sequence.findFirst({
    where: { id, organizationId },
    include: { steps: { orderBy: { position: 'asc' } } },
  })
}

function listTemplateErrors({ steps }: NonNullable<Awaited<ReturnType<typeof findSequence>>>) {
  return findStepTemplateErrors(steps.map((step) => ({ ...step, type: step.type as StepType })))
}
