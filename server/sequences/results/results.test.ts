import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '../../db'
import { makeReason } from '../../messaging/outcome/reasons'
import { loadResponseStats } from '../../responses/response-stats-queries'
import { aContact, anEmailAddress, anOrganization } from '../../testing/factories/basics'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { pickByTestLength } from '../../testing/test-length'
import { findNextStep } from '../sending/find-next-step'
import { browseSendings } from './browse-sendings'
import { getSequenceResults, listSequenceRates } from './results'
import {
  answerStep,
  aSendingWithSteps,
  aSequenceOfEveryType,
  countPeople,
  listCountedFilters,
  readCounts,
  skippedStepFields,
} from './results-fixture'

let organizationId: string
let sequence: Awaited<ReturnType<typeof aSequenceOfEveryType>>

beforeEach(async () => {
  organizationId = await anOrganization()
  sequence = await aSequenceOfEveryType(organizationId)
})

const ENDED = { status: 'completed', endedAt: new Date(), dueAt: null }
const unconfirmed = { status: 'failed', reason: makeReason('unconfirmed', { words: '' }) }
const refused = { status: 'failed', reason: makeReason('refused', { words: '' }), sentAt: null }

describe('the numbers of a step', () => {
  it('counts a message that may have left as sent, and one that bounced not as delivered', async () => {
    for (const row of [{}, { status: 'delivered' }, { status: 'opened' }, { status: 'bounced' }, unconfirmed, refused])
      await aSendingWithSteps(sequence, [row], ENDED)
    const { stepCounts, results } = await readCounts(organizationId, sequence.id)
    expect(stepCounts[0]).toEqual({ sent: 5, delivered: 3, bounced: 1, opened: 1, failed: 2 })
    expect(results.steps[0]?.reasons).toEqual([
      { state: 'failed', code: 'refused', count: 1 },
      { state: 'failed', code: 'unconfirmed', count: 1 },
    ])
  })

  it('counts a message in the Outbox as captured, neither sent nor part of the rate', async () => {
    const captured = await aSendingWithSteps(sequence, [{ status: 'captured' }], ENDED)
    await answerStep(captured, 0)
    await db.sendingStep.updateMany({ where: { sendingId: captured.sending.id }, data: { status: 'answered' } })
    const { stepCounts, results } = await readCounts(organizationId, sequence.id)
    expect(stepCounts[0]).toEqual({ captured: 1 })
    expect(results).toMatchObject({ rate: { n: 0, value: null, answered: 0 }, funnel: { sent: 0, answered: 0 } })
  })

  it('counts skipped steps by reason, the most frequent first', async () => {
    for (const code of ['noPhone', 'unsubscribed', 'unsubscribed'] as const)
      await aSendingWithSteps(sequence, [skippedStepFields(code)], ENDED)
    const { results } = await readCounts(organizationId, sequence.id)
    expect(results.steps[0]?.reasons).toEqual([
      { state: 'skipped', code: 'unsubscribed', count: 2 },
      { state: 'skipped', code: 'noPhone', count: 1 },
    ])
  })

  it('counts an answer at each message that asked for it, and once in the rate of the sequence', async () => {
    const reminded = await aSendingWithSteps(sequence, [{}, {}], ENDED)
    await answerStep(reminded, 0)
    await aSendingWithSteps(sequence, [{}, {}], ENDED)
    await aSendingWithSteps(sequence, [{ status: 'bounced' }], ENDED)
    const { results } = await readCounts(organizationId, sequence.id)
    const rates = results.steps.map(({ rate }) => rate && [rate.answered, rate.n])
    expect(rates).toEqual([[1, 2], [1, 2], [0, 0], null, null])
    expect(results.rate).toMatchObject({ answered: 1, n: 2, value: 50, interval: { low: 9.5, high: 90.5 } })
  })

  it('does not count a response that was started but does not count in scores as an answer', async () => {
    await answerStep(await aSendingWithSteps(sequence, [{}], ENDED), 0, { status: 'partial', submittedAt: null })
    expect((await readCounts(organizationId, sequence.id)).results.rate).toMatchObject({ answered: 0, n: 1 })
  })

  it('tells the median time from the first delivery to the answer', async () => {
    for (const minutes of [10, 30, 500]) {
      const sending = await aSendingWithSteps(sequence, [{}, {}], ENDED)
      await answerStep(sending, 0, { createdAt: new Date(Date.UTC(2026, 0, 1, 12, minutes)) })
    }
    const { results } = await readCounts(organizationId, sequence.id)
    expect(results.medianSecondsToAnswer).toBe(1800)
    expect(results.steps.map((step) => step.medianSecondsToAnswer)).toEqual([1800, null, null, null, null])
  })

  it('says whether openings are counted', async () => {
    expect((await getSequenceResults(organizationId, sequence.id)).tracksOpens).toBe(false)
    await db.organization.update({ where: { id: organizationId }, data: { tracksOpensAndClicks: true } })
    expect((await getSequenceResults(organizationId, sequence.id)).tracksOpens).toBe(true)
  })
})

describe('steps that were removed', () => {
  it('lists them after the others with their numbers, and keeps them in the funnel', async () => {
    await answerStep(await aSendingWithSteps(sequence, [{}, skippedStepFields('cancelled')], ENDED), 0)
    const other = await aSequenceOfEveryType(organizationId)
    await aSendingWithSteps(other, [{}], ENDED)
    const removed = [...sequence.steps.slice(0, 2), ...other.steps.slice(0, 1)]
    await db.sequenceStep.deleteMany({ where: { id: { in: removed.map(({ id }) => id) } } })
    const { results, stepCounts } = await readCounts(organizationId, sequence.id)
    expect(results.steps.map(({ type, isRemoved, surveyName }) => [type, isRemoved, surveyName])).toEqual([
      ['sms', false, expect.any(String)],
      ['email', false, null],
      ['wait', false, null],
      ['survey', true, 'Visit'],
      ['survey', true, null],
    ])
    expect(stepCounts.slice(3)).toEqual([{ sent: 1, delivered: 1, answered: 1 }, { skipped: 1 }])
    expect(results.funnel).toEqual({ enrolled: 1, sent: 1, delivered: 1, answered: 1, completed: 1 })
  })
})

describe('the funnel', () => {
  it('counts each sending once, however many of its messages left', async () => {
    await answerStep(await aSendingWithSteps(sequence, [{}, {}, {}], ENDED), 2)
    await aSendingWithSteps(sequence, [{ status: 'bounced' }, skippedStepFields('unsubscribed')], ENDED)
    await aSendingWithSteps(sequence, [])
    expect((await readCounts(organizationId, sequence.id)).results.funnel).toEqual({
      enrolled: 3,
      sent: 2,
      delivered: 1,
      answered: 1,
      completed: 2,
    })
  })
})

const row = fc.constantFrom(
  {},
  { status: 'delivered' },
  { status: 'opened' },
  { status: 'answered' },
  { status: 'bounced' },
  { status: 'captured' },
  { status: 'scheduled' },
  { status: 'completed' },
  unconfirmed,
  refused,
  skippedStepFields('unsubscribed'),
  skippedStepFields('noPhone'),
)
const randomSending = fc.record({
  rows: fc.array(row, { maxLength: 5 }),
  status: fc.constantFrom('queued', 'running', 'completed', 'cancelled'),
  answers: fc.subarray([0, 1, 2]),
})

it('gives every number as many people as its list has, for random outcomes', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomSending, { minLength: 5, maxLength: 12 }),
      fc.subarray([0, 1, 2, 3, 4], { maxLength: 3 }),
      async (sendings, removed) => {
        const ownerId = await anOrganization()
        const own = await aSequenceOfEveryType(ownerId)
        const others = [await aSequenceOfEveryType(ownerId), await aSequenceOfEveryType(await anOrganization())]
        for (const target of [own, ...others])
          for (const { rows, status, answers } of sendings) {
            const endedAt = status === 'queued' || status === 'running' ? null : new Date()
            const written = await aSendingWithSteps(target, rows, { status, endedAt, dueAt: null })
            for (const position of answers)
              if (written.steps[position]?.surveyId && written.steps[position].status !== 'scheduled')
                await answerStep(written, position)
          }
        const isRemoved = (_: unknown, index: number) => removed.includes(index)
        const removedSteps = [own, ...others].flatMap(({ steps }) => steps.filter(isRemoved))
        await db.sequenceStep.deleteMany({ where: { id: { in: removedSteps.map(({ id }) => id) } } })
        const results = await getSequenceResults(ownerId, own.id)
        expect(results.funnel.enrolled).toBe(sendings.length)
        for (const [filter, count] of listCountedFilters(results)) {
          const { total, ids } = await countPeople(ownerId, own.id, filter)
          expect([filter, total, ids.length]).toEqual([filter, count, count])
        }
      },
    ),
    { numRuns: pickByTestLength(3, 40), endOnFailure: true },
  )
})

it('counts surveys as the response rate of the overview does', async () => {
  const written = []
  for (const rows of [[{}, {}, {}], [{ status: 'bounced' }, {}], [{ status: 'captured' }, unconfirmed], [{}]])
    written.push(await aSendingWithSteps(sequence, rows, ENDED))
  for (const [index, position] of [
    [0, 2],
    [1, 1],
    [2, 0],
  ] as const) {
    const sending = written[index]
    if (sending) await answerStep(sending, position)
  }
  const [stats] = await loadResponseStats(organizationId, { days: null })
  const { rate } = await getSequenceResults(organizationId, sequence.id)
  expect([rate.n, rate.answered]).toEqual([stats?.delivered, stats?.answered])
  expect([rate.n, rate.answered]).toEqual([4, 2])
  expect(await listSequenceRates(organizationId, [sequence.id])).toEqual([{ sequenceId: sequence.id, rate }])
})

describe('people who wait', () => {
  it('waits at the step that findNextStep chooses, after steps were moved and removed', async () => {
    const written = []
    const outcomes = [
      [],
      [{}],
      [{}, {}],
      [{}, {}, {}],
      [{}, { status: 'scheduled' }],
      [{}, {}, {}, {}, { status: 'completed' }],
    ]
    for (const rows of outcomes) written.push(await aSendingWithSteps(sequence, rows, { status: 'running' }))
    const [first, second, third, fourth, fifth] = sequence.steps.map(({ id }) => id)
    await db.sequenceStep.delete({ where: { id: second ?? '' } })
    const order = [third, fourth, first, fifth]
    for (const offset of [100, 0])
      for (const [position, id] of order.entries())
        await db.sequenceStep.update({ where: { id: id ?? '' }, data: { position: position + offset } })
    const steps = await db.sequenceStep.findMany({ where: { sequenceId: sequence.id }, orderBy: { position: 'asc' } })
    const expected = new Map<string, string[]>()
    for (const { sending } of written) {
      const done = await db.sendingStep.findMany({ where: { sendingId: sending.id } })
      const next = findNextStep(steps, done)
      if (next) expected.set(next.id, [...(expected.get(next.id) ?? []), sending.id])
    }
    expect(expected.size).toBeGreaterThan(1)
    const { steps: results } = await getSequenceResults(organizationId, sequence.id)
    for (const { stepId, counts } of results) {
      const { ids } = await countPeople(organizationId, sequence.id, { state: 'waiting', step_id: stepId })
      expect([counts.waiting, ids.toSorted()]).toEqual([ids.length, (expected.get(stepId) ?? []).toSorted()])
    }
  })
})

describe('the list of people', () => {
  it('finds people by words of their name and email, within the other filters', async () => {
    const named = async (firstName: string, rows: Parameters<typeof aSendingWithSteps>[1]) => {
      const { id: contactId, email } = await aContact(organizationId, {
        firstName,
        lastName: 'Élan',
        email: anEmailAddress('guest'),
      })
      return (await aSendingWithSteps(sequence, rows, { contactId, email })).sending.id
    }
    const [ada, grace, other] = [await named('Ada', [{}]), await named('Grace', [{}]), await named('Ada', [])]
    const search = (filter: object) => countPeople(organizationId, sequence.id, filter)
    expect((await search({ search: 'élan ada' })).ids.toSorted()).toEqual([ada, other].toSorted())
    expect((await search({ search: 'ada', state: 'sent' })).ids).toEqual([ada])
    expect((await search({ search: '%' })).total).toBe(0)
    expect((await search({ step_id: sequence.steps[0]?.id })).ids.toSorted()).toEqual([ada, grace].toSorted())
    expect(await search({ search: 'unknown' })).toEqual({ total: 0, ids: [] })
  })

  it('tells what became of the step that it is filtered by, not of the last one', async () => {
    await aSendingWithSteps(sequence, [skippedStepFields('noPhone'), skippedStepFields('unsubscribed')], ENDED)
    const lastStep = async (filter: object) => {
      const page = { page: 1, limit: 10, sequence_id: sequence.id, state: 'skipped' as const, ...filter }
      return (await browseSendings(organizationId, page)).data.map((sending) => sending.lastStep?.reason?.code)
    }
    expect(await lastStep({ step_id: sequence.steps[0]?.id })).toEqual(['noPhone'])
    expect(await lastStep({})).toEqual(['unsubscribed'])
  })

  it('pages through the people of a number, newest first', async () => {
    for (let at = 0; at < 3; at += 1)
      await aSendingWithSteps(sequence, [{}], { createdAt: new Date(Date.UTC(2026, 0, at + 1)) })
    const { ids } = await countPeople(organizationId, sequence.id, { state: 'sent' })
    const second = await countPeople(organizationId, sequence.id, { state: 'sent', page: 2, limit: 2 })
    expect(second).toEqual({ total: 3, ids: ids.slice(2) })
  })
})

it('counts nothing of another organization, whatever sequence it asks for', async () => {
  await answerStep(await aSendingWithSteps(sequence, [{}], ENDED), 0)
  const stranger = await anOrganization()
  await expect(getSequenceResults(stranger, sequence.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await listSequenceRates(stranger, [sequence.id])).toEqual([])
  for (const filter of [{ state: 'sent' }, { state: 'waiting' }, { search: 'ada' }] as const)
    expect(await countPeople(stranger, sequence.id, filter)).toEqual({ total: 0, ids: [] })
})

it('has no numbers for a sequence that no one was enrolled in', async () => {
  const empty = await aSequence(organizationId)
  await aSending(organizationId, sequence.id)
  const results = await getSequenceResults(organizationId, empty.id)
  expect(results).toMatchObject({
    funnel: { enrolled: 0, sent: 0 },
    rate: { n: 0, value: null },
    medianSecondsToAnswer: null,
  })
  expect(results.steps.map(({ isRemoved }) => isRemoved)).toEqual([false])
})
