import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { aSending } from '../testing/factories/sequences'
import { SaveSequence } from './schema'
import { applySequenceChangeChunk } from './sending/apply-sequence-changes'
import { readSending } from './sending/sending-fixture'
import { catchErrorFields, parseAndSaveSequence } from './sequence-fixture'
import { deleteSequence, getSequence, setSequenceStatus } from './sequences'

describe('saveSequence', () => {
  it('preserves the ids of remaining steps in their new order when a sequence is saved', async () => {
    const organizationId = await anOrganization()
    const survey = await aSurvey(organizationId)
    const first = await parseAndSaveSequence(organizationId, {
      name: 'Visit',
      steps: [
        { type: 'wait', delay: 60 },
        { type: 'survey', surveyId: survey.id },
        { type: 'email', subject: 'Thanks', body: 'Thank you' },
      ],
    })
    const [wait, ask, thank] = first.steps
    const second = await parseAndSaveSequence(organizationId, {
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

  it('refuses foreign or archived surveys and invalid delays in a sequence, naming the step', async () => {
    const organizationId = await anOrganization()
    const foreign = await aSurvey(await anOrganization())
    const archived = await aSurvey(organizationId, { status: 'archived' })
    const steps = [foreign, archived].map(({ id }) => ({ type: 'survey', surveyId: id }))
    expect(await catchErrorFields(parseAndSaveSequence(organizationId, { name: 'A', steps }))).toEqual([
      'steps.0.surveyId',
      'steps.1.surveyId',
    ])
    const invalid = SaveSequence.safeParse({
      name: 'A',
      steps: [{ type: 'wait', delay: 31_536_001 }, { type: 'wait', delay: 0.5 }, { type: 'email' }, { type: 'sms' }],
    })
    expect(invalid.error?.issues.map(({ path }) => path.join('.'))).toEqual([
      'steps.0.delay',
      'steps.1.delay',
      'steps.2.subject',
      'steps.2.body',
      'steps.3.body',
    ])
  })

  it('refuses to save a sequence of another organization', async () => {
    const { id } = await parseAndSaveSequence(await anOrganization(), { name: 'A', steps: [] })
    await expect(parseAndSaveSequence(await anOrganization(), { id, name: 'B', steps: [] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('refuses a text message of more than four segments, in any language', async () => {
    const organizationId = await anOrganization()
    const errorsOf = (body: unknown) =>
      catchErrorFields(parseAndSaveSequence(organizationId, { name: 'A', steps: [{ type: 'sms', body }] }))
    await parseAndSaveSequence(organizationId, { name: 'A', steps: [{ type: 'sms', body: 'a'.repeat(612) }] })
    expect(await errorsOf('a'.repeat(613))).toEqual(['steps.0.body'])
    expect(await errorsOf({ en: 'Short', fr: 'ж'.repeat(269) })).toEqual(['steps.0.body'])
  })

  it('subscribes a step webhook while a step uses it, and reactivates it with each save', async () => {
    const organizationId = await anOrganization()
    const subscriptions = () => db.webhookSubscription.findMany({ where: { organizationId } })
    const step = { type: 'wait', webhookUrl: 'https://receiver.example.com/steps' }
    const sequence = await parseAndSaveSequence(organizationId, { name: 'A', steps: [step, step] })
    expect(await subscriptions()).toMatchObject([{ hookUrl: step.webhookUrl, ownerKeyId: null, active: true }])

    await db.webhookSubscription.updateMany({ where: { organizationId }, data: { active: false } })
    const saved = await parseAndSaveSequence(organizationId, { ...sequence, steps: sequence.steps.slice(0, 1) })
    expect(await subscriptions()).toMatchObject([{ active: true }])

    await parseAndSaveSequence(organizationId, { ...saved, steps: [{ ...saved.steps[0], webhookUrl: null }] })
    expect(await subscriptions()).toEqual([])
    expect(
      await catchErrorFields(
        parseAndSaveSequence(organizationId, { name: 'B', steps: [{ type: 'wait', webhookUrl: 'http://a.example' }] }),
      ),
    ).toEqual(['steps.0.webhookUrl'])
  })
})

describe('sequence status', () => {
  it('refuses to activate a sequence without messages, or with a survey without questions', async () => {
    const organizationId = await anOrganization()
    const empty = await aSurvey(organizationId, { type: 'custom' })
    const waitOnly = await parseAndSaveSequence(organizationId, { name: 'A', steps: [{ type: 'wait', delay: 1 }] })
    expect(await catchErrorFields(setSequenceStatus(organizationId, { id: waitOnly.id, status: 'active' }))).toEqual([
      'steps',
    ])
    const emptySurveySequence = { name: 'B', status: 'active', steps: [{ type: 'survey', surveyId: empty.id }] }
    expect(await catchErrorFields(parseAndSaveSequence(organizationId, emptySurveySequence))).toEqual([
      'steps.0.surveyId',
    ])
    expect(await db.sequence.count({ where: { organizationId } })).toBe(1)
  })

  it('makes only the parked runs of a sequence due when it is resumed', async () => {
    const organizationId = await anOrganization()
    const survey = await aSurvey(organizationId)
    const { id } = await parseAndSaveSequence(organizationId, {
      name: 'A',
      steps: [{ type: 'survey', surveyId: survey.id }],
    })
    await setSequenceStatus(organizationId, { id, status: 'paused' })
    const parked = await aSending(organizationId, id, { status: 'running', dueAt: null })
    const later = new Date(Date.now() + 3_600_000)
    const waiting = await aSending(organizationId, id, { status: 'running', dueAt: later })
    await setSequenceStatus(organizationId, { id, status: 'active' })
    await applySequenceChangeChunk(organizationId)
    expect((await readSending(parked.id)).dueAt).not.toBeNull()
    expect((await readSending(waiting.id)).dueAt).toEqual(later)
  })

  it('cancels open runs with the reason when a sequence is archived or deleted, but not completed ones', async () => {
    const organizationId = await anOrganization()
    const { id } = await parseAndSaveSequence(organizationId, { name: 'A', steps: [{ type: 'wait', delay: 60 }] })
    const running = await aSending(organizationId, id, { status: 'running' })
    const completed = await aSending(organizationId, id, { status: 'completed', dueAt: null, endedAt: new Date() })
    await setSequenceStatus(organizationId, { id, status: 'archived' })
    expect(await readSending(running.id)).toMatchObject({
      status: 'cancelled',
      reason: { code: 'sequenceArchived' },
      dueAt: null,
    })
    expect(await readSending(completed.id)).toMatchObject({ status: 'completed' })
    const queued = await aSending(organizationId, id)
    await deleteSequence(organizationId, id)
    expect(await readSending(queued.id)).toMatchObject({ status: 'cancelled', reason: { code: 'sequenceDeleted' } })
    await expect(getSequence(organizationId, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('makes waiting runs due again when they are moved or the rules change, but not when the sequence is renamed', async () => {
    const organizationId = await anOrganization()
    const sequence = await parseAndSaveSequence(organizationId, { name: 'A', steps: [{ type: 'wait', delay: 86_400 }] })
    const later = new Date(Date.now() + 86_400_000)
    const waiting = await aSending(organizationId, sequence.id, { status: 'running', dueAt: later })
    const saveAndReadDueAt = async (change: object) => {
      await db.sending.update({ where: { id: waiting.id }, data: { dueAt: later } })
      await parseAndSaveSequence(organizationId, { ...sequence, ...change })
      await applySequenceChangeChunk(organizationId)
      return (await readSending(waiting.id)).dueAt ?? later
    }
    const steps = [{ ...sequence.steps[0], delay: 60 }]
    expect(await saveAndReadDueAt({ name: 'Renamed' })).toEqual(later)
    expect(await saveAndReadDueAt({ steps })).toEqual(later)
    expect((await saveAndReadDueAt({ steps, peopleUnderWay: 'move' })).getTime()).toBeLessThanOrEqual(Date.now())
    const rules = { stopTag: 'done' }
    expect((await saveAndReadDueAt({ steps, rules })).getTime()).toBeLessThanOrEqual(Date.now())
  })
})
