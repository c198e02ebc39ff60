import { expect, it } from 'vitest'
import { runAsActor } from '../../actor-context'
import { updateContact } from '../../contacts/contacts'
import { addSuppressions, optOut } from '../../contacts/suppression'
import { db } from '../../db'
import { UNKNOWN_REQUEST_ORIGIN } from '../../security-events'
import { aContact, anOrganization } from '../../testing/factories/basics'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { runSendings } from '../../testing/sendings'
import { getContactReachability } from './contact-reachability'

const PHONE = '+33612345678'

it('says what a contact may get, and why not', async () => {
  const organizationId = await anOrganization()
  const { id, email } = await aContact(organizationId)
  const reach = () => getContactReachability(organizationId, id)
  expect(await reach()).toMatchObject({ email: null, sms: { code: 'noPhone' }, survey: null, lastSurveyedAt: null })
  await db.contact.update({ where: { id }, data: { phone: PHONE } })
  await addSuppressions(db, organizationId, [email], 'bounced')
  expect(await reach()).toMatchObject({
    email: { code: 'suppressed' },
    sms: null,
    bouncedAt: expect.any(String),
  })
  const actor = { type: 'user', id: null, name: 'Grace' } as const
  await runAsActor({ actor, origin: UNKNOWN_REQUEST_ORIGIN }, () =>
    updateContact(organizationId, { id, unsubscribed: true }),
  )
  expect(await reach()).toMatchObject({
    email: { code: 'unsubscribed' },
    sms: { code: 'unsubscribed' },
    optedOutAt: null,
    unsubscription: { by: 'Grace', at: expect.any(String) },
  })
  await optOut(organizationId, id, email)
  expect(await reach()).toMatchObject({ optedOutAt: expect.any(String), unsubscription: null })
})

it('says the same as the steps of a sequence', async () => {
  const organizationId = await anOrganization({ throttleDays: 30 })
  const people = {
    plain: await aContact(organizationId),
    reachable: await aContact(organizationId, { phone: PHONE }),
    unsubscribed: await aContact(organizationId, { phone: PHONE, unsubscribed: true }),
    bounced: await aContact(organizationId, { phone: PHONE }),
  }
  await addSuppressions(db, organizationId, [people.bounced.email], 'bounced')
  const sequence = await aSequence(organizationId, [
    { type: 'email', subject: 'A', body: 'B' },
    { type: 'sms', body: 'Hello' },
  ])
  for (const { id: contactId, email } of Object.values(people)) {
    const sending = await aSending(organizationId, sequence.id, { contactId, email })
    const { email: mail, sms } = await getContactReachability(organizationId, contactId)
    await runSendings(organizationId)
    const steps = await db.sendingStep.findMany({ where: { sendingId: sending.id }, orderBy: { position: 'asc' } })
    const reasons = steps.map(({ status, reason }) => (status === 'skipped' ? reason : null))
    expect(reasons).toEqual([mail, sms])
  }
})

it('says until when a contact is not surveyed again', async () => {
  const organizationId = await anOrganization({ throttleDays: 30 })
  const { id: contactId, email } = await aContact(organizationId)
  const sequence = await aSequence(organizationId)
  const sending = await aSending(organizationId, sequence.id, { contactId, email })
  const step = { organizationId, sendingId: sending.id, stepId: sending.id, position: 0, type: 'survey' }
  const sentAt = new Date(Date.now() - 1000)
  await db.sendingStep.create({
    data: { ...step, surveyId: sequence.steps[0]?.surveyId ?? null, status: 'sent', sentAt, channel: 'email' },
  })
  const { survey, lastSurveyedAt } = await getContactReachability(organizationId, contactId)
  expect(survey).toMatchObject({ code: 'throttled', values: { since: sentAt.toISOString() } })
  expect(lastSurveyedAt).toBe(sentAt.toISOString())
})
