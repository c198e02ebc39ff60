import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CapturedMessage } from '@/prisma/generated/client'
import { createContactProperty } from '../../contact-properties/contact-properties'
import { CreateContactProperty } from '../../contact-properties/schema'
import { addSuppression } from '../../contacts/suppression'
import { db } from '../../db'
import { NotFound } from '../../errors'
import { useEnvironment } from '../../testing/environment'
import { aContact, anOrganization, aSurvey } from '../../testing/factories/basics'
import { aSending, aSequence } from '../../testing/factories/sequences'
import { digestRows } from '../../testing/fuzz/row-digest'
import { runSendingsAndReadState } from '../../testing/sendings'
import { pickByTestLength } from '../../testing/test-length'
import { SaveStep } from '../schema'
import { previewMessage } from './preview-message'
import { type MessageDraft, type MessagePreview, PreviewMessage } from './schema'

useEnvironment({ SMS_PRICES: 'EUR FR=0.0798 GB=0.045' })

const DRAFT: MessageDraft = { type: 'email', surveyId: null, subject: null, body: null, earlierSurveyId: null }
const preview = (organizationId: string, draft: Partial<MessageDraft>, contactId: string | null = null) =>
  previewMessage(organizationId, PreviewMessage.parse({ draft: { ...DRAFT, ...draft }, contactId, language: null }))

/** Links differ in their tokens, which are of a row that a preview does not have. */
const maskLinks = (text: string) => text.replace(/\/([sut])\/[\w-]+/g, '/$1/…')

function summarizePreview(message: MessagePreview): string {
  const [subject, html] = message.channel === 'email' ? [message.subject, message.html] : [null, null]
  return maskLinks(JSON.stringify([message.channel, message.from, message.to, subject, message.text, html]))
}

function summarizeSent({ channel, sender, recipient, subject, text, html }: CapturedMessage): string {
  return maskLinks(JSON.stringify([channel, sender, recipient, subject, text, html]))
}

const PIECES = [
  '{{firstName|there}}',
  '{{lastName|}}',
  '{{organization}}',
  '{{property.plan|none}}',
  '{{surveyLink}}',
  '\n\n',
  ' Hello ',
  '<b>&amp;"',
  '“é”',
  'https://example.com/?a=1&b=2.',
]
const text = (maxLength: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength })
    .map(
      (pieces) => `x ${pieces.map((piece) => (PIECES.includes(piece) ? piece : piece.replace(/[{}]/g, ''))).join(' ')}`,
    )
const localizedText = (maxLength: number) =>
  fc.oneof(text(maxLength), fc.record({ en: text(maxLength), fr: text(maxLength) }))

it('the preview of each step type is the message that is sent, whatever the texts and the language', async () => {
  const organizationId = await anOrganization({
    name: 'Harbour <Inn>',
    brandColor: '#1f6f5c',
    postalAddress: '1 Quay Street\nHarwich',
  })
  await createContactProperty(
    organizationId,
    CreateContactProperty.parse({ key: 'plan', type: 'text', label: { en: 'Plan', fr: 'Forfait' } }),
  )
  const { id: surveyId } = await aSurvey(organizationId)
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        subject: localizedText(4),
        body: localizedText(8),
        ownWords: fc.boolean(),
        preferredLanguage: fc.constantFrom('en', 'fr', null),
        lastName: fc.constantFrom('Lovelace', null),
      }),
      async ({ subject, body, ownWords, preferredLanguage, lastName }) => {
        const steps = [
          { type: 'survey', surveyId, ...(ownWords ? { subject, body } : {}) },
          { type: 'email', subject, body },
          { type: 'sms', surveyId, body },
        ].map((step) => SaveStep.parse(step))
        const contact = await aContact(organizationId, {
          phone: '+33639980001',
          preferredLanguage,
          lastName,
          customFields: { plan: 'Gold' },
        })
        const sequence = await aSequence(
          organizationId,
          steps.map(({ type, surveyId: id = null, subject: line = null, body: words = null }) => ({
            type,
            surveyId: id,
            ...(line === null ? {} : { subject: line }),
            ...(words === null ? {} : { body: words }),
          })),
        )
        const sending = await aSending(organizationId, sequence.id, { contactId: contact.id, email: contact.email })
        await runSendingsAndReadState(organizationId, sending.id)
        const sent = await db.capturedMessage.findMany({ where: { organizationId, contactId: contact.id } })
        const previews = []
        for (const [index, step] of steps.entries()) {
          const { type, surveyId: id = null, subject: line = null, body: words = null } = step
          const earlierSurveyId = index === 0 ? null : surveyId
          const draft = { type: type as 'email', surveyId: id, subject: line, body: words, earlierSurveyId }
          previews.push(await preview(organizationId, draft, contact.id))
        }
        expect(new Set(previews.map(summarizePreview))).toEqual(new Set(sent.map(summarizeSent)))
      },
    ),
    { numRuns: pickByTestLength(8, 100), seed: 20261127 },
  )
})

it('writes nothing, and its links open nothing', async () => {
  const organizationId = await anOrganization()
  const { id: surveyId } = await aSurvey(organizationId)
  const { id: contactId } = await aContact(organizationId, { phone: '+447700900123' })
  const before = await digestRows(organizationId)
  for (const type of ['survey', 'email', 'sms'] as const)
    for (const contact of [contactId, null])
      await preview(organizationId, { type, surveyId: type === 'email' ? null : surveyId, body: 'Hello' }, contact)
  expect(await digestRows(organizationId)).toEqual(before)
  expect(await db.capturedMessage.count({ where: { organizationId } })).toBe(0)
})

it('shows a sample person without a contact, in the chosen language, and what each placeholder is', async () => {
  const organizationId = await anOrganization({ name: 'Harbour Inn', defaultLanguage: 'fr' })
  const draft = { ...DRAFT, subject: { en: 'Hello', fr: 'Bonjour' }, body: 'Hi {{firstName|there}}' }
  const french = await previewMessage(organizationId, { draft, contactId: null, language: null })
  expect(french).toMatchObject({ language: 'fr', subject: 'Bonjour', placeholders: { organization: 'Harbour Inn' } })
  const english = await previewMessage(organizationId, { draft, contactId: null, language: 'en' })
  expect(english).toMatchObject({ language: 'en', subject: 'Hello', preheader: `Hi ${english.placeholders.firstName}` })
})

it('accepts texts that are empty or in one language only, and an unsaved survey', async () => {
  const organizationId = await anOrganization()
  const halfTranslated = await preview(organizationId, { subject: { en: 'Hello', fr: '' }, body: '' })
  expect(halfTranslated).toMatchObject({ subject: 'Hello' })
  const question = { id: 'csat', type: 'csat' as const, text: 'How was the soup?', required: true }
  const unsaved = await preview(organizationId, { type: 'survey', survey: { type: 'csat', questions: [question] } })
  expect(unsaved).toMatchObject({ preheader: 'How was the soup?' })
  expect(await db.survey.count({ where: { organizationId } })).toBe(0)
})

it('says which character makes a text message Unicode, and what it costs by country', async () => {
  const organizationId = await anOrganization()
  const french = await aContact(organizationId, { phone: '+33639980001' })
  const swiss = await aContact(organizationId, { phone: '+41791234567' })
  const sms = { type: 'sms' as const, body: `Bonjour ✓ ${'a'.repeat(70)}` }
  expect(await preview(organizationId, sms, french.id)).toMatchObject({
    encoding: 'unicode',
    nonGsmCharacters: ['✓'],
    segments: 2,
    cost: { amount: 0.1596, currency: 'EUR', country: 'FR' },
  })
  expect(await preview(organizationId, sms, swiss.id)).toMatchObject({ cost: null })
  const plain = await preview(organizationId, { type: 'sms', body: 'Bonjour, déjà' }, french.id)
  expect(plain).toMatchObject({ encoding: 'gsm', nonGsmCharacters: [], segments: 1, units: 13 })
})

it('says why a contact would not get the message', async () => {
  const organizationId = await anOrganization()
  const bounced = await aContact(organizationId)
  await addSuppression(db, organizationId, bounced.email, 'bounced')
  expect(await preview(organizationId, { body: 'Hello' }, bounced.id)).toMatchObject({ reason: { code: 'suppressed' } })
  const { id } = await aContact(organizationId, { phone: null })
  expect(await preview(organizationId, { body: 'Hello' }, id)).toMatchObject({ reason: null })
  expect(await preview(organizationId, { type: 'sms', body: 'Hello' }, id)).toMatchObject({
    reason: { code: 'noPhone' },
  })
})

it('404: a contact or a survey of another organization', async () => {
  const [organizationId, other] = [await anOrganization(), await anOrganization()]
  const { id: contactId } = await aContact(other)
  const { id: surveyId } = await aSurvey(other)
  await expect(preview(organizationId, { body: 'Hello' }, contactId)).rejects.toThrow(NotFound)
  await expect(preview(organizationId, { type: 'survey', surveyId })).rejects.toThrow(NotFound)
  await expect(preview(organizationId, { earlierSurveyId: surveyId })).rejects.toThrow(NotFound)
})
