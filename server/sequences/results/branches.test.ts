import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '../../db'
import { anOrganization } from '../../testing/factories/basics'
import { aSequence } from '../../testing/factories/sequences'
import { findNextStep } from '../sending/find-next-step'
import { getSequenceResults } from './results'
import { aSendingWithSteps, countPeople } from './results-fixture'

const CONDITIONS = { match: 'all', items: [{ type: 'survey', outcome: 'positive' }] }
const yes = { status: 'completed', branch: 'yes' }
const no = { status: 'completed', branch: 'no' }
const absent = { status: 'skipped', endedAt: null }

let organizationId: string
let sequence: Awaited<ReturnType<typeof aSequence>>

beforeEach(async () => {
  organizationId = await anOrganization()
  sequence = await aSequence(organizationId, [
    { type: 'fork', conditions: CONDITIONS },
    { type: 'email', branch: 'yes' },
    { type: 'sms', branch: 'no' },
    { type: 'email', branch: 'no' },
    { type: 'fork', conditions: CONDITIONS },
    { type: 'email', branch: 'yes' },
    { type: 'email' },
  ])
})

describe('branches in the results', () => {
  it('counts how many a fork sent to each branch, and lists them', async () => {
    const sent = []
    for (const rows of [[yes], [yes, {}], [no], []])
      sent.push((await aSendingWithSteps(sequence, rows, { status: 'running' })).sending.id)
    const { steps } = await getSequenceResults(organizationId, sequence.id)
    expect(steps.map(({ branch, branches }) => branches ?? branch)).toEqual([
      { yes: 2, no: 1 },
      'yes',
      'no',
      'no',
      { yes: 0, no: 0 },
      'yes',
      null,
    ])
    const people = (filter: object) => countPeople(organizationId, sequence.id, filter)
    const fork = sequence.steps[0]?.id ?? ''
    expect((await people({ step_id: fork, branch: 'yes' })).ids.toSorted()).toEqual(sent.slice(0, 2).toSorted())
    expect((await people({ step_id: fork, branch: 'no' })).ids).toEqual([sent[2]])
    expect(await people({ branch: 'no' })).toMatchObject({ total: 1 })
    expect(await people({ state: 'waiting', branch: 'no' })).toMatchObject({ total: 0 })
  })

  it('waits at the step of the chosen branch, or behind the branches', async () => {
    const outcomes = [[], [yes], [no], [yes, {}], [no, absent, {}, {}], [yes, {}, absent, absent, no]]
    const expected = new Map<string, number>()
    for (const rows of outcomes) {
      const { sending } = await aSendingWithSteps(sequence, rows, { status: 'running' })
      // A step that is not reached has no row.
      await db.sendingStep.deleteMany({ where: { sendingId: sending.id, status: 'skipped' } })
      const done = await db.sendingStep.findMany({ where: { sendingId: sending.id } })
      const next = findNextStep(sequence.steps, done)?.id ?? ''
      expected.set(next, (expected.get(next) ?? 0) + 1)
    }
    const { steps } = await getSequenceResults(organizationId, sequence.id)
    expect(steps.map(({ stepId, counts }) => counts.waiting - (expected.get(stepId) ?? 0))).toEqual([
      0, 0, 0, 0, 0, 0, 0,
    ])
    expect(expected.size).toBe(5)
  })
})
