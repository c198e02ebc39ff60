import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMisplacedBranches, STEP_TYPES } from '@/server/sequences/constants'
import type { StepType } from '@/server/sequences/schema'
import {
  canTake,
  countWithBranches,
  findAdjacentPlace,
  isLastStep,
  listBranchesEndingAfter,
  listMoves,
  listPlaces,
  type Place,
  type PlacedStep,
} from './step-places'

type NamedStep = PlacedStep & { name: string }

/** As the form does it: single moves, then the branch. */
function move(steps: readonly NamedStep[], index: number, place: Place): NamedStep[] {
  const { moves, to } = listMoves(steps, index, place)
  const moved = [...steps]
  for (const [from, next] of moves) moved.splice(next, 0, ...moved.splice(from, 1))
  return moved.map((step, position) => (position === to ? { ...step, branch: place.branch } : step))
}

/** Sequences as they are built: each step is added at one of the places. */
const sequences = fc
  .array(fc.record({ type: fc.constantFrom(...STEP_TYPES, 'fork' as StepType), at: fc.nat() }), { maxLength: 9 })
  .map((additions) => {
    let steps: NamedStep[] = []
    for (const [number, { type, at }] of additions.entries()) {
      const open = listPlaces(steps).filter(({ branch }) => canTake({ type, branch: null }, branch))
      const place = open[at % open.length] ?? { before: 0, branch: null }
      steps = steps.toSpliced(place.before, 0, { type, branch: place.branch, name: `${number}` })
    }
    return steps
  })

const names = (steps: readonly NamedStep[]) => steps.map(({ name }) => name).sort()
const branchesOf = (steps: readonly NamedStep[], fork: number) =>
  steps.slice(fork, fork + countWithBranches(steps, fork)).map(({ name }) => name)

describe('places of steps', () => {
  it('a step is only added where the service accepts it', () => {
    fc.assert(
      fc.property(sequences, (steps) => {
        expect(findMisplacedBranches(steps)).toEqual([])
      }),
    )
  })

  it('moving a step up or down keeps all steps and accepted branches, and can be undone by the opposite move', () => {
    fc.assert(
      fc.property(sequences, fc.nat(), fc.constantFrom(-1 as const, 1 as const), (steps, pick, by) => {
        fc.pre(steps.length > 0)
        const index = pick % steps.length
        const place = findAdjacentPlace(steps, index, by)
        const isAtEnd = by < 0 ? index === 0 : isLastStep(steps, index)
        expect(place === null).toBe(isAtEnd)
        if (place === null) return
        const moved = move(steps, index, place)
        expect(findMisplacedBranches(moved)).toEqual([])
        expect(names(moved)).toEqual(names(steps))
        const to = listMoves(steps, index, place).to
        expect(branchesOf(moved, to)).toEqual(branchesOf(steps, index))
        const back = findAdjacentPlace(moved, to, by < 0 ? 1 : -1)
        expect(back && move(moved, to, back)).toEqual(steps)
      }),
    )
  })

  it('a step can be dragged to each place, and a fork takes its branches along', () => {
    fc.assert(
      fc.property(sequences, fc.nat(), fc.nat(), (steps, pick, target) => {
        fc.pre(steps.length > 0)
        const index = pick % steps.length
        const step = steps[index] as NamedStep
        const open = listPlaces(steps).filter(({ branch }) => canTake(step, branch))
        const moved = move(steps, index, open[target % open.length] as Place)
        expect(findMisplacedBranches(moved)).toEqual([])
        expect(names(moved)).toEqual(names(steps))
        const to = moved.findIndex(({ name }) => name === step.name)
        expect(branchesOf(moved, to)).toEqual(branchesOf(steps, index))
      }),
    )
  })

  it('each branch ends once, also without steps', () => {
    fc.assert(
      fc.property(sequences, (steps) => {
        const ends = steps.flatMap((_, index) => listBranchesEndingAfter(steps, index))
        const forks = steps.filter(({ type }) => type === 'fork')
        expect(ends).toEqual(forks.flatMap(() => ['yes', 'no']))
      }),
    )
  })

  it('a step below a fork moves up through its branches, and a fork past another one', () => {
    const step: NamedStep = { type: 'email', branch: null, name: 'email' }
    const fork: NamedStep = { type: 'fork', branch: null, name: 'fork' }
    let steps = [fork, step]
    const seen = [1, 1, 1].map((index) => {
      steps = move(steps, index, findAdjacentPlace(steps, index, -1) as Place)
      return steps.map(({ name, branch }) => `${name}${branch ? ` ${branch}` : ''}`).join(', ')
    })
    expect(seen).toEqual(['fork, email no', 'fork, email yes', 'email, fork'])
    const two = [fork, { ...step, branch: 'yes' as const }, { ...fork, name: 'other' }]
    expect(move(two, 2, findAdjacentPlace(two, 2, -1) as Place).map(({ name }) => name)).toEqual([
      'other',
      'fork',
      'email',
    ])
  })
})
