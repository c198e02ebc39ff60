import { v7 as uuidv7 } from 'uuid'
import { db } from '../../db'
import { NotFound } from '../../errors'
import type { SaveStep } from '../schema'
import { findNextStep, type StepProgress } from '../sending/find-next-step'
import { type ProgressGroup, readProgressGroups } from './queries'
import type { MovePreview, PreviewMove } from './schema'

type JourneyStep = { id: string; type: SaveStep['type']; branch: 'yes' | 'no' | null }
type NextStep = MovePreview['changes'][number]['after']

/**
 * How many people are under way in a sequence, and whose next step would be another one if they moved to other steps.
 * @throws {NotFound}
 */
export async function previewMove(organizationId: string, { id, steps }: PreviewMove): Promise<MovePreview> {
  const sequence = await db.sequence.findFirst({
    where: { id, organizationId },
    include: { steps: { orderBy: { position: 'asc' } }, versions: true },
  })
  if (!sequence) throw new NotFound('sequence')
  const groups = await readProgressGroups(db, organizationId, id)
  const after = steps.map(
    (step): JourneyStep => ({ id: step.id ?? uuidv7(), type: step.type, branch: step.branch ?? null }),
  )
  const findSteps = (number: number) =>
    (sequence.versions.find((one) => one.number === number)?.steps ?? sequence.steps) as unknown as JourneyStep[]
  const changes = groups.flatMap((group) => describeChange(group, findSteps(group.version), after))
  return { people: sum(groups), changes: mergeEqual(changes) }
}

function describeChange(
  { done, people }: ProgressGroup,
  before: readonly JourneyStep[],
  after: readonly JourneyStep[],
): MovePreview['changes'] {
  const progress = done.map((one, index): StepProgress => ({ ...NO_PROGRESS, ...one, endedAt: new Date(index) }))
  const [now, then] = [findNextStep(before, progress), findNextStep(after, progress)]
  if (now?.id === then?.id) return []
  return [{ people, before: describeNext(now, before), after: describeNext(then, after) }]
}

const NO_PROGRESS = { id: '', position: 0, status: '', surveyId: null, sentAt: null, capturedAt: null }

function describeNext(step: JourneyStep | undefined, steps: readonly JourneyStep[]): NextStep {
  return step ? { position: steps.indexOf(step), type: step.type } : null
}

function mergeEqual(changes: MovePreview['changes']): MovePreview['changes'] {
  const merged = new Map<string, MovePreview['changes'][number]>()
  for (const { people, before, after } of changes) {
    const key = JSON.stringify([before, after])
    merged.set(key, { people: people + (merged.get(key)?.people ?? 0), before, after })
  }
  return [...merged.values()].toSorted((one, other) => other.people - one.people)
}

function sum(counts: readonly { people: number }[]): number {
  return counts.reduce((total, { people }) => total + people, 0)
}
