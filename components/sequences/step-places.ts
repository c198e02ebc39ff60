import type { Branch } from '@/server/sequences/conditions/constants'
import type { StepType } from '@/server/sequences/schema'

/*
 * Forks and their branches in the one list of steps: the steps of a fork follow it, first those of `yes`, then those of `no`
 * (`findMisplacedBranches`).
 */

export type PlacedStep = { type: StepType; branch: Branch | null }

/** A place for a step: before the step at an index (their count for the end), in a branch or outside. */
export type Place = { before: number; branch: Branch | null }

/** Branches that end after a step, also those without steps. */
export function listBranchesEndingAfter(steps: readonly PlacedStep[], index: number): Branch[] {
  const { type, branch } = steps[index] ?? { type: null, branch: null }
  const next = steps[index + 1]?.branch
  if (next === 'yes') return []
  const ending: Branch[] = next === 'no' ? [] : ['no']
  if (type === 'fork' || branch === 'yes') return ['yes', ...ending]
  return branch === 'no' ? ending : []
}

/** Every place, in the order of the page: before each step, and at the end of each branch and of the sequence. */
export function listPlaces(steps: readonly PlacedStep[]): Place[] {
  const places = steps.flatMap(({ branch }, index): Place[] => [
    { before: index, branch },
    ...listBranchesEndingAfter(steps, index).map((ending) => ({ before: index + 1, branch: ending })),
  ])
  return [...places, { before: steps.length, branch: null }]
}

/** How many steps move, are copied or removed with one: a fork takes along its branches. */
export function countWithBranches(steps: readonly PlacedStep[], index: number): number {
  if (steps[index]?.type !== 'fork') return 1
  const rest = steps.slice(index + 1)
  const next = rest.findIndex(({ branch }) => branch === null)
  return 1 + (next < 0 ? rest.length : next)
}

/** The next place above (-1) or below (1) that a step can take. Null if there is none. */
export function findAdjacentPlace(steps: readonly PlacedStep[], index: number, by: -1 | 1): Place | null {
  const step = steps[index]
  if (step === undefined) return null
  const count = countWithBranches(steps, index)
  const places = listPlaces(steps.toSpliced(index, count)).filter(({ branch }) => canTake(step, branch))
  const current = places.findIndex(({ before, branch }) => before === index && branch === step.branch)
  const place = places[current + by]
  if (place === undefined) return null
  return place.before > index ? { ...place, before: place.before + count } : place
}

/** Forks do not nest. */
export function canTake({ type }: PlacedStep, branch: Branch | null): boolean {
  return type !== 'fork' || branch === null
}

/** Moves of single steps, one after the other, that put a step at a place; its branch is then the one of the place. */
export function listMoves(
  steps: readonly PlacedStep[],
  index: number,
  { before }: Place,
): { moves: readonly (readonly [from: number, to: number])[]; to: number } {
  const count = countWithBranches(steps, index)
  if (before <= index)
    return { to: before, moves: Array.from({ length: count }, (_, offset) => [index + offset, before + offset]) }
  return { to: before - count, moves: Array.from({ length: count }, () => [index, before - 1] as const) }
}

/** Whether a step, with its branches, is the last one, so that it cannot move down. */
export function isLastStep(steps: readonly PlacedStep[], index: number): boolean {
  return !steps[index]?.branch && steps.slice(index + 1).every(({ branch }) => branch !== null)
}
