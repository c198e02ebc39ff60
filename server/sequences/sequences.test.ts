import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { ValidationError } from '../errors'
import { anOrganization, aSurvey } from '../testing/factories'
import { aSending } from '../testing/sequence-factories'
import { SaveSequence } from './schema'
import { deleteSequence, getSequence, saveSequence, setSequenceStatus } from './sequences'

/** What the browser sends goes through the schema first. */
const save = (organizationId: string, given: unknown) => saveSequence(organizationId, SaveSequence.parse(given))
const detailsOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof ValidationError ? Object.keys(error.details ?? {}) : error),
  )
const statusOf = (id: string) => db.sending.findUniqueOrThrow({ where: { id } })

describe('saving', () => {
  it('keeps the ids of steps that stay, in their new order, and drops the others', async () => {
    const organizationId = await anOrganization()
    const survey = await aSurvey(organizationId)
    const first = await save(organizationId, {
      name: 'Visit',
      steps: [
        { type: 'wait', delay: 60 },
        { type: 'survey', surveyId: survey.id },
        { type: 'email', subject: 'Thanks', body: 'Thank you' },
      ],
    })
    const [wait, ask, thank] = first.steps
    const second = await save(organizationId, {
      id: first.id,
      name: 'Visit, again',
      steps: [
        { ...thank, delay: 30 },
        { type: 'wait', delay: 5 },
        { ...ask, condition: 'always' },
      ],
    })
    expect(second.steps.map(({ id }) => id)).toEqual([thank?.id, expect.any(String), ask?.id])
    expect(second.steps[1]?.id).not.toBe(wait?.id)
    expect(second.steps[0]).toMatchObject({ delay: 30, subject: 'Thanks' })
    expect(await getSequence(organizationId, first.id)).toEqual(second)
  })

  it('refuses surveys of others, archived ones, and delays beyond a year, by the step', async () => {
    const organizationId = await anOrganization()
    const foreign = await aSurvey(await anOrganization())
    const archived = await aSurvey(organizationId, { status: 'archived' })
    const steps = [foreign, archived].map(({ id }) => ({ type: 'survey', surveyId: id }))
    expect(await detailsOf(save(organizationId, { name: 'A', steps }))).toEqual([
      'steps.0.surveyId',
      'steps.1.surveyId',
    ])
    const wrong = SaveSequence.safeParse({
      name: 'A',
      steps: [{ type: 'wait', delay: 31_536_001 }, { type: 'wait', delay: 0.5 }, { type: 'email' }, { type: 'sms' }],
    })
    expect(wrong.error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'steps.0.delay',
      'steps.1.delay',
      'steps.2.subject',
      'steps.2.body',
      'steps.3.body',
    ])
  })

  it("refuses another organization's sequence", async () => {
    const { id } = await save(await anOrganization(), { name: 'A', steps: [] })
    await expect(save(await anOrganization(), { id, name: 'B', steps: [] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('holds the address of a step webhook while a step uses it, and reactivates it with each save', async () => {
    const organizationId = await anOrganization()
    const subscriptions = () => db.webhookSubscription.findMany({ where: { organizationId } })
    const step = { type: 'wait', webhookUrl: 'https://receiver.example.com/steps' }
    const sequence = await save(organizationId, { name: 'A', steps: [step, step] })
    expect(await subscriptions()).toMatchObject([{ hookUrl: step.webhookUrl, ownerKeyId: null, active: true }])

    await db.webhookSubscription.updateMany({ where: { organizationId }, data: { active: false } })
    const again = await save(organizationId, { ...sequence, steps: sequence.steps.slice(0, 1) })
    expect(await subscriptions()).toMatchObject([{ active: true }])

    await save(organizationId, { ...again, steps: [{ ...again.steps[0], webhookUrl: null }] })
    expect(await subscriptions()).toEqual([])
    expect(
      await detailsOf(save(organizationId, { name: 'B', steps: [{ type: 'wait', webhookUrl: 'http://a.example' }] })),
    ).toEqual(['steps.0.webhookUrl'])
  })
})

describe('status', () => {
  it('activates only what sends something that can be asked', async () => {
    const organizationId = await anOrganization()
    const empty = await aSurvey(organizationId, { type: 'custom' })
    const nothing = await save(organizationId, { name: 'A', steps: [{ type: 'wait', delay: 1 }] })
    expect(await detailsOf(setSequenceStatus(organizationId, { id: nothing.id, status: 'active' }))).toEqual(['steps'])
    const asks = { name: 'B', status: 'active', steps: [{ type: 'survey', surveyId: empty.id }] }
    expect(await detailsOf(save(organizationId, asks))).toEqual(['steps.0.surveyId'])
    expect(await db.sequence.count({ where: { organizationId } })).toBe(1)
  })

  it('resuming makes those due who were parked, and nobody else', async () => {
    const organizationId = await anOrganization()
    const survey = await aSurvey(organizationId)
    const { id } = await save(organizationId, { name: 'A', steps: [{ type: 'survey', surveyId: survey.id }] })
    await setSequenceStatus(organizationId, { id, status: 'paused' })
    const parked = await aSending(organizationId, id, { status: 'running', dueAt: null })
    const later = new Date(Date.now() + 3_600_000)
    const waiting = await aSending(organizationId, id, { status: 'running', dueAt: later })
    await setSequenceStatus(organizationId, { id, status: 'active' })
    expect((await statusOf(parked.id)).dueAt).not.toBeNull()
    expect((await statusOf(waiting.id)).dueAt).toEqual(later)
  })

  it('archiving and deleting end the runs under way, with the reason; history stays', async () => {
    const organizationId = await anOrganization()
    const { id } = await save(organizationId, { name: 'A', steps: [{ type: 'wait', delay: 60 }] })
    const running = await aSending(organizationId, id, { status: 'running' })
    const done = await aSending(organizationId, id, { status: 'completed', dueAt: null, endedAt: new Date() })
    await setSequenceStatus(organizationId, { id, status: 'archived' })
    expect(await statusOf(running.id)).toMatchObject({
      status: 'cancelled',
      reason: 'The sequence was archived.',
      dueAt: null,
    })
    expect(await statusOf(done.id)).toMatchObject({ status: 'completed' })
    const queued = await aSending(organizationId, id)
    await deleteSequence(organizationId, id)
    expect(await statusOf(queued.id)).toMatchObject({ status: 'cancelled', reason: 'The sequence was deleted.' })
    await expect(getSequence(organizationId, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('an edit of the schedule makes those who wait look again', async () => {
    const organizationId = await anOrganization()
    const sequence = await save(organizationId, { name: 'A', steps: [{ type: 'wait', delay: 86_400 }] })
    const later = new Date(Date.now() + 86_400_000)
    const waiting = await aSending(organizationId, sequence.id, { status: 'running', dueAt: later })
    await save(organizationId, { ...sequence, name: 'Renamed' })
    expect((await statusOf(waiting.id)).dueAt).toEqual(later)
    await save(organizationId, { ...sequence, steps: [{ ...sequence.steps[0], delay: 60 }] })
    expect((await statusOf(waiting.id)).dueAt?.getTime()).toBeLessThanOrEqual(Date.now())
  })
})
