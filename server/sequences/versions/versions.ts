import { isDeepStrictEqual } from 'node:util'
import type { SequenceStep } from '@/prisma/generated/client'
import type { Prisma, Tx } from '../../db'
import type { PeopleUnderWay, SaveStep } from '../schema'
import type { LoadedStep } from '../sending/find-next-step'
import { deleteUnusedVersions, hasPeopleOnCurrentSteps } from './queries'

/** A step of an earlier version. Its webhook URL is that of the current step with the same id: an address that was released gets nothing more. */
export type StoredStep = Omit<LoadedStep, 'webhookUrl'> & { position: number }

/**
 * Keeps the steps of a sequence for the people under way, before they are replaced, or moves these people. The caller holds the lock of the
 * sequence, so that no one enters meanwhile.
 * @param before the steps as they are stored @param after those that replace them
 */
export async function changeVersion(
  tx: Tx,
  organizationId: string,
  sequenceId: string,
  {
    before,
    after,
    peopleUnderWay,
  }: { before: readonly SequenceStep[]; after: readonly SaveStep[]; peopleUnderWay: PeopleUnderWay },
): Promise<void> {
  await deleteUnusedVersions(tx, organizationId, sequenceId)
  if (!isSameJourney(before, after)) await keepFormerSteps(tx, organizationId, sequenceId, before)
  if (peopleUnderWay === 'move') await movePeople(tx, organizationId, sequenceId)
}

async function keepFormerSteps(
  tx: Tx,
  organizationId: string,
  sequenceId: string,
  before: readonly SequenceStep[],
): Promise<void> {
  if (!(await hasPeopleOnCurrentSteps(tx, organizationId, sequenceId))) return
  const where = { id: sequenceId, organizationId }
  const { version: number } = await tx.sequence.findUniqueOrThrow({ where, select: { version: true } })
  const steps = before.map(toStoredStep) as unknown as Prisma.InputJsonValue
  await tx.sequenceVersion.create({ data: { organizationId, sequenceId, number, steps } })
  await tx.sequence.update({ where, data: { version: number + 1 } })
}

/** Moves all people under way to the current steps. */
async function movePeople(tx: Tx, organizationId: string, sequenceId: string): Promise<void> {
  const where = { id: sequenceId, organizationId }
  const { version: follows } = await tx.sequence.findUniqueOrThrow({ where, select: { version: true } })
  await tx.sequenceVersion.updateMany({ where: { organizationId, sequenceId }, data: { follows } })
}

function toStoredStep(row: SequenceStep): StoredStep {
  const { id, position, type, delay, surveyId, subject, body, condition, conditions, branch } = row
  return { id, position, type, delay, surveyId, subject, body, condition, conditions, branch } as StoredStep
}

/** Whether people notice no difference: webhook addresses count for everyone at once. */
function isSameJourney(before: readonly SequenceStep[], after: readonly SaveStep[]): boolean {
  const describe = (step: SaveStep | SequenceStep) => {
    const { id, type, delay, surveyId, subject, body, condition, conditions, branch } = step
    return [id, type, delay, surveyId, subject, body, condition, conditions, branch].map((one) => one ?? null)
  }
  return isDeepStrictEqual(before.map(describe), after.map(describe))
}

/** The steps of the version that people who entered with a version take; null if those are the current ones. */
export async function loadEarlierSteps(
  tx: Tx,
  organizationId: string,
  { sequenceId, version }: { sequenceId: string; version: number },
): Promise<StoredStep[] | null> {
  const find = (number: number) =>
    tx.sequenceVersion.findUnique({
      where: { organizationId_sequenceId_number: { organizationId, sequenceId, number } },
    })
  const own = await find(version)
  const row = own?.follows === undefined || own?.follows === null ? own : await find(own.follows)
  return row && (row.steps as unknown as StoredStep[])
}
