import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { getOverview } from '../overview/overview'
import { submitResponse } from '../responses/submit-response'
import { anOrganization, aSurvey } from '../testing/factories/basics'
import { ageSending, aSending, aSequence } from '../testing/factories/sequences'
import { runSendingsAndReadState } from '../testing/sendings'
import { transact } from '../unit-of-work'
import { subscribeStepUrl } from '../webhooks/subscriptions/step-subscriptions'
import { getSending } from './sendings'

describe('captured messages', () => {
  it('records a captured message as captured instead of sent, and accepts the response to its link', async () => {
    const organizationId = await anOrganization({ throttleDays: 30 })
    const hookUrl = 'https://receiver.example.com/steps'
    await transact((work) => subscribeStepUrl(work, organizationId, hookUrl))
    const survey = await aSurvey(organizationId)
    const { id } = await aSequence(organizationId, [
      { type: 'survey', surveyId: survey.id, webhookUrl: hookUrl },
      { type: 'survey', surveyId: survey.id, condition: 'not_answered' },
      { type: 'email', subject: 'Thanks', body: 'Thank you', condition: 'answered', delay: 60 },
    ])
    const sending = await aSending(organizationId, id)
    await runSendingsAndReadState(organizationId, sending.id)
    const [first, reminder] = (await getSending(organizationId, sending.id)).steps
    expect([first, reminder]).toMatchObject([
      { status: 'captured', sentAt: null, reason: { code: 'captured' } },
      { status: 'captured', sentAt: null, reason: { code: 'captured', values: { channel: 'email' } } },
    ])
    const [delivery] = await db.webhookDelivery.findMany({ where: { organizationId, kind: 'step.completed' } })
    expect(JSON.parse(delivery?.body ?? '')).toMatchObject({ status: 'captured' })
    const { rate } = await getOverview(organizationId, { days: 30 })
    expect(rate.current).toEqual({ delivered: 0, answered: 0, share: null, captured: 1 })

    // Nothing was sent, so the throttle does not apply.
    const other = await aSequence(organizationId)
    const second = await aSending(organizationId, other.id, { contactId: sending.contactId, email: sending.email })
    await runSendingsAndReadState(organizationId, second.id)
    expect(await getSending(organizationId, second.id)).toMatchObject({ steps: [{ status: 'captured' }] })

    const [newest] = await db.capturedMessage.findMany({
      where: { organizationId, contactId: sending.contactId },
      orderBy: { createdAt: 'asc' },
    })
    const token = /\/s\/([\w-]+)/.exec(newest?.text ?? '')?.[1] ?? ''
    const answers = new Map([['nps', ['9']]])
    expect(await submitResponse(token, answers, 'en')).toMatchObject({ state: 'submitted', isNew: true })
    expect(await db.sendingStep.findFirst({ where: { sendingId: sending.id, position: 0 } })).toMatchObject({
      status: 'answered',
      sentAt: null,
      capturedAt: expect.any(Date),
    })
    expect((await getOverview(organizationId, { days: 30 })).rate.current).toMatchObject({ delivered: 0, answered: 0 })
    await ageSending(sending.id, 60)
    await runSendingsAndReadState(organizationId, sending.id)
    expect((await getSending(organizationId, sending.id)).steps.at(-1)).toMatchObject({
      type: 'email',
      status: 'captured',
    })
  })
})
