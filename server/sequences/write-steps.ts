import { v7 as uuidv7 } from 'uuid'
import { Prisma, type Tx } from '../db'
import type { SaveStep } from './schema'

/**
 * Replaces the sequence's steps. An id of this sequence keeps its row; any other step gets a new row.
 * @returns the webhook URLs that this sequence no longer uses, and whether waiting sendings must be rescheduled.
 */
export async function writeSteps(
  tx: Tx,
  organizationId: string,
  sequenceId: string,
  steps: readonly SaveStep[],
): Promise<{ released: string[]; isRescheduled: boolean }> {
  const held = await tx.sequenceStep.findMany({
    where: { organizationId, sequenceId },
    orderBy: { position: 'asc' },
  })
  const heldIds = new Set(held.map((row) => row.id))
  const kept = new Set(steps.flatMap(({ id }) => (id !== undefined && heldIds.has(id) ? id : [])))
  await tx.sequenceStep.deleteMany({ where: { organizationId, sequenceId, id: { notIn: [...kept] } } })
  for (const [position, step] of steps.entries()) {
    const data = stepColumns(step, position)
    if (step.id !== undefined && kept.has(step.id))
      await tx.sequenceStep.update({ where: { id: step.id, organizationId }, data })
    else await tx.sequenceStep.create({ data: { id: uuidv7(), organizationId, sequenceId, ...data } })
  }
  const used = new Set(steps.map((step) => step.webhookUrl))
  const released = [...new Set(held.flatMap((row) => row.webhookUrl ?? []))].filter((url) => !used.has(url))
  return { released, isRescheduled: describeSchedule(held) !== describeSchedule(steps) }
}

function describeSchedule(steps: readonly { id?: string; delay: number }[]): string {
  return JSON.stringify(steps.map(({ id, delay }) => [id, delay]))
}

/** Drops the fields that the step's type does not use. */
function stepColumns({ type, delay, surveyId, subject, body, webhookUrl, condition }: SaveStep, position: number) {
  const writes = type !== 'wait'
  return {
    position,
    type,
    delay,
    condition,
    surveyId: type === 'survey' || type === 'sms' ? (surveyId ?? null) : null,
    subject: (writes && type !== 'sms' && subject) || Prisma.DbNull,
    body: (writes && body) || Prisma.DbNull,
    webhookUrl: webhookUrl ?? null,
  }
}
