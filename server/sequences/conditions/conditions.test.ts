import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { aContact, aLocation, anOrganization, aSurvey } from '../../testing/factories/basics'
import { ageSending, aResponseToStep, aSending, aSequence } from '../../testing/factories/sequences'
import { runSendings } from '../../testing/sendings'
import { SaveSequence } from '../schema'
import { catchErrorFields, parseAndSaveSequence } from '../sequence-fixture'
import type { StepConditions, StepCriterion } from './schema'

const parseAndSave = (organizationId: string, steps: readonly object[]) =>
  parseAndSaveSequence(organizationId, { name: 'By score', steps })
const parseFields = (...steps: object[]) =>
  SaveSequence.safeParse({ name: 'By score', steps }).error?.issues.map(({ path }) => path.join('.'))

const text = { type: 'email', subject: 'Hello', body: 'Hello' }
const all = (...items: StepCriterion[]): StepConditions => ({ match: 'all', items })
const any = (...items: StepCriterion[]): StepConditions => ({ match: 'any', items })
const hasTag = (tag: string, is = true): StepCriterion => ({ type: 'tag', tag, is })

async function decide(conditions: StepConditions, contactData: Parameters<typeof aContact>[1]) {
  const organizationId = await anOrganization()
  const contact = await aContact(organizationId, contactData)
  const sequence = await aSequence(organizationId, [{ ...text, conditions }])
  const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
  await runSendings(organizationId)
  const [step] = await db.sendingStep.findMany({ where: { sendingId: sending.id } })
  return step?.status === 'skipped' ? step.reason : step?.status
}

const unmet = { code: 'conditionsNotMet', values: {} }

describe('conditions of a step', () => {
  it.each<[string, StepConditions, Parameters<typeof aContact>[1], boolean]>([
    ['a tag', all(hasTag('vip')), { tags: ['vip'] }, true],
    ['a tag that is missing', all(hasTag('vip')), { tags: ['new'] }, false],
    ['no tag', all(hasTag('vip', false)), { tags: [] }, true],
    ['a property', all({ type: 'property', condition: 'seats>=10' }), { customFields: { seats: 12 } }, true],
    [
      'a property that is less',
      all({ type: 'property', condition: 'seats>=10' }),
      { customFields: { seats: 9 } },
      false,
    ],
    ['a language', all({ type: 'language', language: 'fr', is: true }), { preferredLanguage: 'fr' }, true],
    ['another language', all({ type: 'language', language: 'fr', is: false }), { preferredLanguage: 'fr' }, false],
    ['all of two', all(hasTag('a'), hasTag('b')), { tags: ['a', 'b'] }, true],
    ['one of all', all(hasTag('a'), hasTag('b')), { tags: ['a'] }, false],
    ['one of any', any(hasTag('a'), hasTag('b')), { tags: ['b'] }, true],
    ['none of any', any(hasTag('a'), hasTag('b')), { tags: ['c'] }, false],
  ])('%s', async (_, conditions, contact, isMet) => {
    expect(await decide(conditions, contact)).toEqual(isMet ? 'captured' : unmet)
  })

  it('by location', async () => {
    const organizationId = await anOrganization()
    const location = await aLocation(organizationId)
    const sequence = await aSequence(organizationId, [
      { ...text, conditions: all({ type: 'location', locationId: location.id, is: true }) },
    ])
    const [there, elsewhere] = [
      await aContact(organizationId, { locationId: location.id }),
      await aContact(organizationId),
    ]
    for (const { id, email } of [there, elsewhere])
      await aSending(organizationId, sequence.id, { contactId: id, email })
    await runSendings(organizationId)
    const steps = await db.sendingStep.findMany({ where: { organizationId }, include: { sending: true } })
    expect(steps.map(({ status, sending }) => [sending.contactId, status])).toEqual(
      expect.arrayContaining([
        [there.id, 'captured'],
        [elsewhere.id, 'skipped'],
      ]),
    )
  })
})

describe('a fork', () => {
  const questions = [{ id: 'why', type: 'text', text: 'Why?', required: false }]

  it.each<[string, number | null, string, string[]]>([
    ['the unhappy', 2, 'Too slow', ['survey', 'yes', 'after']],
    ['the others', 9, 'Great', ['survey', 'no', 'after']],
    ['those without an answer', null, '', ['survey', 'no', 'after']],
  ])('leads %s to their branch, and both meet again', async (_, rating, why, path) => {
    const organizationId = await anOrganization()
    const survey = await aSurvey(organizationId, { questions })
    const named = (subject: string, more = {}) => ({ ...text, subject, ...more })
    const conditions = any(
      { type: 'answer', surveyId: survey.id, questionId: 'nps', operator: 'at_most', value: 6 },
      { type: 'answer', surveyId: survey.id, questionId: 'why', operator: 'contains', value: 'SLOW' },
    )
    const sequence = await aSequence(organizationId, [
      { type: 'survey', surveyId: survey.id },
      { type: 'fork', delay: 60, conditions },
      named('yes', { branch: 'yes' }),
      named('no', { branch: 'no' }),
      named('after'),
    ])
    const contact = await aContact(organizationId)
    const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
    await runSendings(organizationId)
    const [first] = await db.sendingStep.findMany({ where: { sendingId: sending.id } })
    const answers = [
      { questionId: 'nps', type: 'nps', text: '', value: rating ?? 0 },
      { questionId: 'why', type: 'text', text: '', value: why },
    ]
    if (first && rating !== null) await aResponseToStep(first, contact.id, { answers, npsScore: rating })
    await ageSending(sending.id, 60)
    await runSendings(organizationId)
    const messages = await db.capturedMessage.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })
    expect(messages.map(({ subject }, index) => (index === 0 ? 'survey' : subject))).toEqual(path)
    const steps = await db.sendingStep.findMany({ where: { sendingId: sending.id } })
    expect(steps.find(({ type }) => type === 'fork')).toMatchObject({ status: 'completed', branch: path[1] })
    expect(steps).toHaveLength(4)
    expect(await db.sending.findFirst({ where: { id: sending.id } })).toMatchObject({ status: 'completed' })
  })

  it('is refused without conditions, or with misplaced or nested branches', async () => {
    const organizationId = await anOrganization()
    const conditions = all(hasTag('vip'))
    const save = (...steps: object[]) => catchErrorFields(parseAndSave(organizationId, steps))
    const fork = { type: 'fork', conditions }
    const [yes, no] = [
      { ...text, branch: 'yes' },
      { ...text, branch: 'no' },
    ]
    expect(await save(fork, yes, yes, no, text, fork, no)).toBeUndefined()
    expect(parseFields({ type: 'fork' })).toEqual(['steps.0.conditions'])
    expect(parseFields(yes, fork)).toEqual(['steps.0.branch'])
    expect(parseFields(fork, no, yes)).toEqual(['steps.2.branch'])
    expect(parseFields(fork, text, yes)).toEqual(['steps.2.branch'])
    expect(parseFields(fork, { ...fork, branch: 'yes' })).toEqual(['steps.1.branch'])
  })

  it('and conditions are refused about what the organization does not have', async () => {
    const organizationId = await anOrganization()
    const other = await anOrganization()
    const [location, survey] = [await aLocation(other), await aSurvey(other)]
    const own = await aSurvey(organizationId)
    const answer = { type: 'answer', questionId: 'nope', operator: 'is', value: 1 } as const
    const items: StepCriterion[] = [
      { type: 'location', locationId: location.id, is: true },
      { ...answer, surveyId: survey.id },
      { ...answer, surveyId: own.id },
    ]
    expect(await catchErrorFields(parseAndSave(organizationId, [{ ...text, conditions: all(...items) }]))).toEqual([
      'steps.0.conditions.items.0.locationId',
      'steps.0.conditions.items.1.surveyId',
      'steps.0.conditions.items.2.questionId',
    ])
  })
})
