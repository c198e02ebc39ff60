import { v7 as uuidv7 } from 'uuid'
import type { SequenceStep } from '@/prisma/generated/client'
import { Prisma, type Tx } from '../db'
import { sendsMessage } from './constants'
import type { SaveStep } from './schema'

/** @returns the webhook URLs that no step of the sequence has any more */
export async function replaceSteps(
  tx: Tx,
  organizationId: string,
  sequenceId: string,
  { storedSteps, steps }: { storedSteps: readonly SequenceStep[]; steps: readonly SaveStep[] },
): Promise<string[]> {
  const storedIds = new Set(storedSteps.map((row) => row.id))
  const keptIds = new Set(steps.flatMap(({ id }) => (id !== undefined && storedIds.has(id) ? id : [])))
  await tx.sequenceStep.deleteMany({ where: { organizationId, sequenceId, id: { notIn: [...keptIds] } } })
  for (const [position, step] of steps.entries()) {
    const data = stepColumns(step, position)
    if (step.id !== undefined && keptIds.has(step.id))
      await tx.sequenceStep.update({ where: { id: step.id, organizationId }, data })
    else await tx.sequenceStep.create({ data: { id: uuidv7(), organizationId, sequenceId, ...data } })
  }
  const usedUrls = new Set(steps.map((step) => step.webhookUrl))
  return [...new Set(storedSteps.flatMap((row) => row.webhookUrl ?? []))].filter((url) => !usedUrls.has(url))
}

function stepColumns(step: SaveStep, position: number) {
  const { type, delay, surveyId, subject, body, webhookUrl, condition, conditions, branch } = step
  const hasTexts = sendsMessage(type)
  return {
    position,
    type,
    delay,
    condition,
    surveyId: type === 'survey' || type === 'sms' ? (surveyId ?? null) : null,
    subject: (hasTexts && type !== 'sms' && subject) || Prisma.DbNull,
    body: (hasTexts && body) || Prisma.DbNull,
    webhookUrl: webhookUrl ?? null,
    conditions: conditions ?? Prisma.DbNull,
    branch: branch ?? null,
  }
}
