import { describe, expect, it } from 'vitest'
import { createContactProperty } from '../contact-properties/contact-properties'
import { CreateContactProperty } from '../contact-properties/schema'
import { db } from '../db'
import { zodMessageToLocalizableMessage } from '../messages/localizable-message'
import { translateLocalizableMessage } from '../messages/translate-localizable-message'
import { aContact, anOrganization } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { runSendingsAndReadState } from '../testing/sendings'
import { SaveSequence } from './schema'
import { getSequenceWarnings } from './sending/pause-sequence-with-invalid-texts'
import { readSending } from './sending/sending-fixture'
import { catchErrorFields, parseAndSaveSequence } from './sequence-fixture'
import { getSequence, setSequenceStatus } from './sequences'

const PLAN = { key: 'plan', type: 'text', label: { en: 'Plan' } }

describe('unsendable texts', () => {
  const email = (subject: unknown, body: unknown) => ({ type: 'email', subject, body })
  const faults = (steps: unknown) => {
    const { error } = SaveSequence.safeParse({ name: 'A', steps })
    return Object.fromEntries(
      error?.issues.map(({ path, message }) => [
        path.join('.'),
        translateLocalizableMessage('en', zodMessageToLocalizableMessage(message)),
      ]) ?? [],
    )
  }

  it('refuses unsendable step texts by field, with a message that says what to write', () => {
    const id = '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57'
    expect(
      faults([
        email('Dear {{firstName}}, hello', 'Dear {{firstName|friend}}, {{nope}} {{surveyLink}}'),
        email({ en: 'Hello', fr: '{{firstName}}' }, 'Please: {{surveyLink}}'),
        { type: 'sms', body: '{{surveyLink}}' },
        { type: 'survey', surveyId: id, body: { en: 'Hi {{firstName}}', fr: 'Cher {{firstName}}, merci' } },
        email('Reminder', 'Please: {{surveyLink}}'),
        { type: 'sms', body: '{{surveyLink}}' },
      ]),
    ).toEqual({
      'steps.0.subject': 'Without a name, this reads “Dear , hello”. Add a fallback: {{firstName|there}}.',
      'steps.0.body': expect.stringContaining('{{nope}} is not a placeholder.'),
      'steps.1.subject.fr': expect.stringMatching(
        /^This is empty for contacts without a name.*\{\{firstName\|there\}\}/,
      ),
      'steps.1.body': '{{surveyLink}} has no survey to link to: none is sent before this step.',
      'steps.2.body': '{{surveyLink}} has no survey to link to: none is sent before this step.',
      'steps.3.body.fr': expect.stringContaining('“Cher , merci”'),
    })
    expect(faults([{ type: 'sms', surveyId: id, body: '{{surveyLink}}' }])).toEqual({})
    expect(faults([{ type: 'wait', subject: '{{nope}}', body: '{{nope}}' }])).toEqual({})
  })

  it('refuses a contact property without a fallback that is neither declared nor on a recent contact', async () => {
    const organizationId = await anOrganization()
    await createContactProperty(organizationId, CreateContactProperty.parse(PLAN))
    await aContact(organizationId, { customFields: { shop: 'Lyon' } })
    await aContact(await anOrganization(), { customFields: { foreign: 1 } })
    const save = (body: unknown) =>
      catchErrorFields(parseAndSaveSequence(organizationId, { name: 'A', steps: [email('Hello', body)] }))
    expect(await save('Your {{property.plan}} plan of {{property.shop}} today')).toBeUndefined()
    expect(await save('Your {{property.plam|free}} plan')).toBeUndefined()
    expect(await save('Your {{property.plam}} plan')).toEqual(['steps.0.body'])
    expect(await save({ en: 'Your plan', fr: 'La {{property.foreign}} formule' })).toEqual(['steps.0.body.fr'])
  })

  it('refuses to activate a sequence with unsendable texts, and lists them as warnings beforehand', async () => {
    const organizationId = await anOrganization()
    const { id } = await aSequence(
      organizationId,
      [{ type: 'wait' }, { type: 'email', subject: 'Hello', body: { en: 'Dear {{firstName}}, bye', fr: 'Bonjour' } }],
      { status: 'draft' },
    )
    expect(await getSequenceWarnings(organizationId, id)).toEqual({
      pauseReason: null,
      texts: [
        {
          step: 1,
          field: 'body',
          language: 'en',
          fault: {
            code: 'needsFallback',
            values: { placeholder: '{{firstName}}', name: 'firstName', reads: 'Dear , bye' },
          },
        },
      ],
    })
    expect(await catchErrorFields(setSequenceStatus(organizationId, { id, status: 'active' }))).toEqual([
      'steps.1.body.en',
    ])
    await expect(getSequenceWarnings(await anOrganization(), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('pauses a sequence with unsendable texts before sending, and continues its runs once fixed and resumed', async () => {
    const organizationId = await anOrganization()
    const { id, ...sequence } = await aSequence(organizationId, [
      { type: 'wait' },
      { type: 'email', subject: 'Hello', body: 'Thank you' },
      { type: 'email', subject: 'Hello', body: 'Dear {{firstName}}, {{nope}} bye' },
    ])
    const sending = await aSending(organizationId, id)
    const messages = () => db.capturedMessage.findMany({ where: { organizationId } })
    // The run that finds the invalid text pauses the sequence; the next one parks the sending.
    await runSendingsAndReadState(organizationId, sending.id)
    expect(await runSendingsAndReadState(organizationId, sending.id)).toEqual({ state: 'paused' })
    expect(await messages()).toEqual([])
    expect(await readSending(sending.id)).toMatchObject({ status: 'running', dueAt: null, endedAt: null })
    expect(await db.sequence.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'paused',
      pauseReason: 'texts',
    })
    expect(await catchErrorFields(setSequenceStatus(organizationId, { id, status: 'active' }))).toEqual([
      'steps.2.body',
    ])

    const paused = await getSequence(organizationId, id)
    const [wait, first, second] = paused.steps
    await parseAndSaveSequence(organizationId, {
      ...paused,
      steps: [wait, first, { ...second, body: 'Dear {{firstName|friend}}, bye' }],
    })
    expect(await getSequenceWarnings(organizationId, id)).toEqual({ pauseReason: 'texts', texts: [] })
    await setSequenceStatus(organizationId, { id, status: 'active' })
    expect(await getSequenceWarnings(organizationId, id)).toEqual({ pauseReason: null, texts: [] })
    expect(sequence.steps.map(({ id: stepId }) => stepId)).toEqual(paused.steps.map((step) => step.id))
    expect(await runSendingsAndReadState(organizationId, sending.id)).toEqual({ state: 'ended' })
    expect(await messages()).toHaveLength(2)
  })

  it('does not pause a sequence with unsendable texts while none of its messages is due', async () => {
    const organizationId = await anOrganization()
    const broken = { type: 'email', subject: 'Hello', body: '{{nope}}', delay: 60 }
    const { id } = await aSequence(organizationId, [{ type: 'wait' }, broken])
    const sending = await aSending(organizationId, id)
    expect(await runSendingsAndReadState(organizationId, sending.id)).toMatchObject({ state: 'waiting' })
    expect((await getSequence(organizationId, id)).status).toBe('active')
  })

  it('skips an email with a survey link when no survey was sent to the contact', async () => {
    const organizationId = await anOrganization()
    const { id } = await aSequence(organizationId, [
      { type: 'survey', condition: 'answered' },
      { type: 'email', subject: 'Hello', body: 'Please: {{surveyLink}}' },
    ])
    const sending = await aSending(organizationId, id)
    expect(await runSendingsAndReadState(organizationId, sending.id)).toEqual({ state: 'ended' })
    const steps = await db.sendingStep.findMany({ where: { sendingId: sending.id }, orderBy: { position: 'asc' } })
    expect(steps).toMatchObject([
      { status: 'skipped', reason: { code: 'conditionNotMet', values: { condition: 'answered' } } },
      { status: 'skipped', reason: { code: 'nothingToLink' } },
    ])
    expect(await db.capturedMessage.count({ where: { organizationId } })).toBe(0)
  })
})
