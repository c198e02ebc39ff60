import { array, assert, asyncProperty, boolean, constantFrom, record, subarray } from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MS, now } from '../../clock'
import { recordSmsOptOut } from '../../contacts/sms-opt-outs'
import { addSuppression, optOut } from '../../contacts/suppression'
import { db } from '../../db'
import { castReason } from '../../messaging/outcome/reasons'
import type { ReasonCode } from '../../messaging/outcome/schema'
import { useMailbox } from '../../testing/environment'
import { aContact, anEmailAddress, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { runSendings } from '../../testing/sendings'
import { pickByTestLength } from '../../testing/test-length'
import { transact } from '../../unit-of-work'
import type { ContactToEnrol } from '../enrolment-schema'
import { executeSequence, sendSurvey } from '../execute-sequence'
import { readSendingSteps } from './sending-fixture'

await useMailbox()

type Steps = NonNullable<Parameters<typeof aSequence>[1]>

async function wasSurveyed(organizationId: string, contact: { id: string; email: string }, daysAgo: number) {
  const sequence = await aSequence(organizationId)
  const ended = { status: 'completed', dueAt: null, endedAt: now() }
  const recipient = { contactId: contact.id, email: contact.email }
  const sending = await aSending(organizationId, sequence.id, { ...recipient, ...ended })
  const surveyId = sequence.steps[0]?.surveyId ?? null
  const sentAt = new Date(now().getTime() - daysAgo * DAY_MS)
  const step = { organizationId, sendingId: sending.id, stepId: sending.id, position: 0, type: 'survey', surveyId }
  await db.sendingStep.create({ data: { ...step, status: 'sent', channel: 'email', sentAt, endedAt: sentAt } })
}

/** Enrols the contact and runs the sending at once. @returns the predicted reason, and what the steps say afterwards */
async function enrolAndRun(organizationId: string, sequenceId: string, contact: ContactToEnrol) {
  const { results } = await executeSequence(organizationId, { id: sequenceId, contacts: [contact] })
  const [{ sendingId, reason } = { sendingId: '', reason: undefined }] = results
  await runSendings(organizationId)
  const steps = (await readSendingSteps(sendingId)).toSorted((a, b) => a.position - b.position)
  const messages = steps.filter(({ type }) => type !== 'wait')
  return {
    predicted: reason,
    hasLeft: messages.some(({ status }) => ['sent', 'captured'].includes(status)),
    firstReason: castReason(messages[0]?.reason ?? null)?.code,
  }
}

type Arrange = (organizationId: string, contact: { id: string; email: string }) => Promise<unknown>
const SURVEY: Steps = [{ type: 'survey' }]

it.each<[ReasonCode, Steps, Arrange]>([
  ['unsubscribed', SURVEY, (organizationId, { id, email }) => optOut(organizationId, id, email)],
  ['unsubscribed', SURVEY, (_, { id }) => db.contact.update({ where: { id }, data: { unsubscribed: true } })],
  ['suppressed', SURVEY, (organizationId, { email }) => addSuppression(db, organizationId, email, 'bounced')],
  ['blocked', SURVEY, (organizationId, { email }) => addSuppression(db, organizationId, email, 'blocked')],
  ['noPhone', [{ type: 'sms', body: 'Hello' }], async () => {}],
  [
    'throttled',
    SURVEY,
    async (organizationId, contact) => {
      await db.organization.update({ where: { id: organizationId }, data: { throttleDays: 30 } })
      await wasSurveyed(organizationId, contact, 5)
    },
  ],
  [
    'surveyArchived',
    SURVEY,
    (organizationId) => db.survey.updateMany({ where: { organizationId }, data: { status: 'archived' } }),
  ],
  [
    'surveyEmpty',
    SURVEY,
    (organizationId) => db.survey.updateMany({ where: { organizationId }, data: { type: 'custom', questions: [] } }),
  ],
  ['conditionNotMet', [{ type: 'survey', condition: 'answered' }], async () => {}],
  [
    'verification',
    SURVEY,
    (organizationId) => db.organization.update({ where: { id: organizationId }, data: { verifiedAt: null } }),
  ],
  [
    'suspended',
    SURVEY,
    (organizationId) => db.organization.update({ where: { id: organizationId }, data: { suspendedAt: now() } }),
  ],
  [
    'deletion',
    SURVEY,
    (organizationId) => db.organization.update({ where: { id: organizationId }, data: { deletesAt: now() } }),
  ],
])('predicts %s, the reason that the step has afterwards', async (code, steps, arrange) => {
  const organizationId = await anOrganization()
  const contact = await aContact(organizationId)
  const sequence = await aSequence(organizationId, steps)
  await arrange(organizationId, contact)
  const result = await enrolAndRun(organizationId, sequence.id, { email: contact.email, phone: 'ext. 12' })
  expect(result).toEqual({ predicted: code, hasLeft: false, firstReason: code })
})

it('predicts smsOptedOut for a number that answered STOP', async () => {
  const [organizationId, phone] = [await anOrganization(), '+33612345678']
  const contact = await aContact(organizationId, { phone })
  const sequence = await aSequence(organizationId, [{ type: 'sms', body: 'Hello' }])
  await transact(({ tx }) => recordSmsOptOut(tx, organizationId, phone))
  const result = await enrolAndRun(organizationId, sequence.id, { email: contact.email, phone })
  expect(result).toEqual({ predicted: 'smsOptedOut', hasLeft: false, firstReason: 'smsOptedOut' })
})

it('predicts the reason for each contact of a survey that is sent without a sequence', async () => {
  const organizationId = await anOrganization()
  const [survey, bounced] = [await aSurvey(organizationId), await aContact(organizationId)]
  await addSuppression(db, organizationId, bounced.email, 'bounced')
  const contacts = [{ email: anEmailAddress() }, { email: bounced.email }]
  const { results } = await sendSurvey(organizationId, { id: survey.id, contacts })
  expect(results.map(({ reason }) => reason)).toEqual([undefined, 'suppressed'])
})

it('predicts no reason if only some of the messages are skipped', async () => {
  const organizationId = await anOrganization()
  const contact = await aContact(organizationId)
  await addSuppression(db, organizationId, contact.email, 'bounced')
  const sequence = await aSequence(organizationId, [{ type: 'survey' }, { type: 'sms', body: 'Hello', delay: 3600 }])
  const contacts = [{ email: contact.email, phone: '+33612345678' }]
  const { results } = await executeSequence(organizationId, { id: sequence.id, contacts })
  expect(results).toMatchObject([{ status: 'queued' }])
  expect(results[0]).not.toHaveProperty('reason')
})

it('predicts no reason for a survey that is due after the throttle period', async () => {
  const organizationId = await anOrganization({ throttleDays: 30 })
  const contact = await aContact(organizationId)
  await wasSurveyed(organizationId, contact, 5)
  const reasonWithDelay = async (days: number) => {
    const { id } = await aSequence(organizationId, [{ type: 'wait', delay: 86_400 * days }, { type: 'survey' }])
    const { results } = await executeSequence(organizationId, { id, contacts: [{ email: contact.email }] })
    return results[0]?.reason
  }
  expect(await reasonWithDelay(24)).toBe('throttled')
  expect(await reasonWithDelay(25)).toBeUndefined()
})

const arbitraryStep = constantFrom<Steps[number]>(
  { type: 'survey' },
  { type: 'survey', condition: 'not_answered' },
  { type: 'email', subject: 'Hello', body: 'Hello' },
  { type: 'email', subject: 'Hello', body: 'Hello', condition: 'positive' },
  { type: 'sms', body: 'Hello' },
  { type: 'wait' },
)

const arbitrarySituation = record({
  steps: array(arbitraryStep, { minLength: 1, maxLength: 4 }),
  optedOut: boolean(),
  unsubscribed: boolean(),
  suppressions: subarray(['bounced', 'blocked'] as const),
  phone: constantFrom('ext. 12', '+33612345678'),
  surveyedDaysAgo: constantFrom(null, 5, 40),
  throttleDays: constantFrom(null, 30),
  isArchived: boolean(),
  isVerified: boolean(),
})

it('a predicted reason is that of the first message of a run in which nothing leaves, and there is none otherwise', async () => {
  const outcomes = new Set<ReasonCode | undefined>()
  await assert(
    asyncProperty(arbitrarySituation, async ({ steps, suppressions, phone, ...situation }) => {
      const { throttleDays, isVerified, unsubscribed } = situation
      const organizationId = await anOrganization({ throttleDays, verifiedAt: isVerified ? now() : null })
      const contact = await aContact(organizationId, { phone, unsubscribed })
      const sequence = await aSequence(organizationId, steps)
      if (situation.isArchived) await db.survey.updateMany({ where: { organizationId }, data: { status: 'archived' } })
      if (situation.surveyedDaysAgo !== null) await wasSurveyed(organizationId, contact, situation.surveyedDaysAgo)
      if (situation.optedOut) await optOut(organizationId, contact.id, contact.email)
      for (const reason of suppressions) await addSuppression(db, organizationId, contact.email, reason)

      const { predicted, hasLeft, firstReason } = await enrolAndRun(organizationId, sequence.id, {
        email: contact.email,
        phone,
      })

      expect(predicted).toBe(hasLeft ? undefined : firstReason)
      outcomes.add(predicted)
    }),
    { numRuns: pickByTestLength(12, 400), seed: 20261128 },
  )
  expect(outcomes.size).toBeGreaterThan(4)
})
