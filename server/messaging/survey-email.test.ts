import { expect, it } from 'vitest'
import { createContactProperty } from '../contact-properties/contact-properties'
import { CreateContactProperty } from '../contact-properties/schema'
import { db } from '../db'
import { verifyToken } from '../encryption'
import { updateSenderProfile } from '../sender-profile/sender-profile'
import { useMailbox } from '../testing/environment'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aMember } from '../testing/factories/sessions'
import { runSendingsAndReadState } from '../testing/sendings'
import type { ReceivedMail } from '../testing/servers/mailbox'

const mailbox = await useMailbox()

type Options = {
  survey?: Parameters<typeof aSurvey>[1]
  contact?: Parameters<typeof aContact>[1]
  organization?: Parameters<typeof anOrganization>[0]
  step?: { type: string; subject?: object | string; body?: object | string }
}

async function anOrganizationWithSurvey(name: string) {
  const organizationId = await anOrganization({ name })
  return { organizationId, id: (await aSurvey(organizationId)).id }
}

async function sendSurvey({
  survey,
  contact,
  organization,
  step,
}: Options = {}): Promise<ReceivedMail & { stepId: string }> {
  const organizationId = await anOrganization({ name: 'Analytical Engines', ...organization })
  const { id: surveyId } = await aSurvey(organizationId, survey)
  return sendStep(organizationId, step ?? { type: 'survey', surveyId }, contact)
}

async function sendStep(
  organizationId: string,
  step: NonNullable<Parameters<typeof aSequence>[1]>[number],
  contact?: Options['contact'],
): Promise<ReceivedMail & { stepId: string }> {
  const person = await aContact(organizationId, contact)
  const sequence = await aSequence(organizationId, [step])
  const sending = await aSending(organizationId, sequence.id, { contactId: person.id, email: person.email })
  await runSendingsAndReadState(organizationId, sending.id)
  const [received] = mailbox.to(person.email)
  const row = await db.sendingStep.findFirstOrThrow({ where: { sendingId: sending.id } })
  if (!received) throw new Error(`not sent: ${JSON.stringify(row.reason)}`)
  return { ...received, stepId: row.id }
}

const extractLinks = (text: string) =>
  [...new Set(text.match(/https:\/\/feedback\.example\.com\/[^\s"<]+/g) ?? [])].sort()
const extractWords = (html: string) =>
  html
    .replace(/<style>[^]*?<\/style>|<title>[^]*?<\/title>|<[^>]+>/g, ' ')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .split(/\s+/)
    .filter(Boolean)

it('a survey email has RFC 8058 unsubscribe headers, a stable Message-ID and Auto-Submitted', async () => {
  const { header, mail, stepId } = await sendSurvey()
  const url = /^<(https:\/\/feedback\.example\.com\/u\/([\w-]+))>$/.exec(header('list-unsubscribe') ?? '')
  expect(verifyToken('unsubscribe', url?.[2] ?? '')).toBe(stepId)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header('auto-submitted')).toBe('auto-generated')
  expect(mail.messageId).toBe(`<${stepId}@mail.example.com>`)
  expect(mail.from).toMatchObject({ name: 'Analytical Engines', address: 'feedback@mail.example.com' })
  expect(mail.text).toContain(url?.[1])
  expect(mail.html).toContain(url?.[1])
})

it.each([
  ['nps', 0, 10],
  ['csat', 1, 5],
  ['ces', 1, 7],
])('a survey email offers %s as links from %i to %i in both parts, and one without a score', async (type, min, max) => {
  const { mail, stepId } = await sendSurvey({ survey: { type } })
  const links = extractLinks(mail.html ?? '')
  expect(extractLinks(mail.text ?? '')).toEqual(links)
  const scores = links.flatMap((link) => /\?score=(\d+)$/.exec(link)?.[1] ?? []).map(Number)
  expect(scores.toSorted((a, b) => a - b)).toEqual(Array.from({ length: max - min + 1 }, (_, n) => min + n))
  const plain = links.find((link) => /\/s\/[\w-]+$/.test(link)) ?? ''
  expect(verifyToken('survey', plain.split('/s/')[1] ?? '')).toBe(stepId)
})

it('a survey email has the same words in text and HTML', async () => {
  const { mail } = await sendSurvey({ contact: { firstName: 'Ada' } })
  const text = mail.text ?? ''
  const missing = extractWords(mail.html ?? '').filter((word) => !text.includes(word) && word !== 'Analytical')
  expect(missing).toEqual([])
  expect(text).toContain('Hello Ada,')
})

it('a survey email is in the contact’s language, else in the organization’s', async () => {
  const french = await sendSurvey({ contact: { preferredLanguage: 'fr', firstName: '' } })
  expect(french.mail.subject).toBe('Analytical Engines aimerait connaître votre avis')
  expect(french.mail.html).toContain('<html lang="fr">')
  expect(french.mail.text).toMatch(/^Bonjour,/)
  expect(french.mail.text).toMatch(/^0\u202f: https:.*\n/m)
  expect(french.mail.text).toMatch(/^Répondre à l’enquête\u202f: https:/m)
  expect(french.mail.text).toMatch(/^Se désabonner ou recevoir moins de messages\u202f: https:/m)
  const house = await sendSurvey({ organization: { defaultLanguage: 'fr' } })
  expect(house.mail.text).toMatch(/^Bonjour Ada,/)
})

it('an email escapes names and step texts, which can inject no header', async () => {
  const nasty = '<script>alert("1")</script> & {{firstName}}'
  const { mail } = await sendSurvey({
    contact: { firstName: '<b>Ada</b>' },
    organization: { name: 'A & "B"\r\nBcc: everybody@example.com' },
    step: {
      type: 'email',
      subject: `Hi {{firstName|you}}\nX-Evil: 1`,
      body: `${nasty}\n\nhttps://example.com/a?b=1&c=2.`,
    },
  })
  expect(mail.html).not.toMatch(/<script|<b>/)
  expect(mail.html).toContain('&lt;script>alert(&quot;1&quot;)&lt;/script> &amp; &lt;b>Ada&lt;/b>')
  expect(mail.html).toMatch(
    /<a href="https:\/\/example\.com\/a\?b=1&amp;c=2" [^<>]*>https:\/\/example\.com\/a\?b=1&amp;c=2<\/a>\./,
  )
  expect(mail.subject).toBe('Hi <b>Ada</b> X-Evil: 1')
  expect(mail.headers.map(({ key }) => key)).not.toContain('x-evil')
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
})

it('a survey email without a scale has no score links', async () => {
  const { mail } = await sendSurvey({
    survey: { type: 'custom', questions: [{ id: 'why', type: 'text', text: { en: 'Why?', fr: 'Pourquoi ?' } }] },
  })
  expect(mail.text).toContain('Why?')
  expect(mail.text).not.toContain('?score=')
})

it('a survey email has targets of at least 44 px, no image and no external request', async () => {
  const { mail } = await sendSurvey()
  const html = mail.html ?? ''
  expect(html).not.toMatch(/<img|<link|<script|url\(/)
  const cells = [...html.matchAll(/<td[^>]* width="44" height="44"[^>]*><a[^>]+href="[^"]+\?score=\d+"[^>]+>/g)]
  expect(cells).toHaveLength(11)
  for (const [cell] of cells) expect(cell).toMatch(/border:1px solid.*display:block;.*line-height:44px/)
})

it.each([
  ['nps', '0 1 2 3 4 5 6 7 8 9 10 0: not at all likely 10: extremely likely'],
  ['csat', '1 2 3 4 5 1: very dissatisfied 5: very satisfied'],
  ['ces', '1 2 3 4 5 6 7 1: strongly disagree 7: strongly agree'],
])('the scores of %s remain separate words in a mail shown without its tables', async (type, words) => {
  const { mail } = await sendSurvey({ survey: { type } })
  const html = (mail.html ?? '').replace(/<style>[^]*?<\/style>/, '')
  expect(html.replace(/<[^>]+>/g, '')).toContain(words)
})

it('the button of a mail has a cell with padding for Word, which ignores that of links', async () => {
  const { mail } = await sendSurvey()
  expect(mail.html).toMatch(/<td[^>]*mso-padding-alt:12px 20px"><a [^>]*href="[^"]+\/s\/[\w-]+"/)
})

it.each([
  ['Bonjour {{firstName|à vous}},\n\nmerci de votre visite.', 'Bonjour Ada,\n\nmerci de votre visite.'],
  ['  hi there!', 'hi there!'],
  ['Thanks for coming, {{ firstName | friend }}.', 'Thanks for coming, Ada.'],
  ['Chère cliente,\n\nmerci.', 'Chère cliente,\n\nmerci.'],
  ['Dear {{lastName|customer}},', 'Dear customer,'],
])('a survey email does not add a greeting to an introduction that has one: %j', async (body, words) => {
  const { id: surveyId, organizationId } = await anOrganizationWithSurvey('Analytical Engines')
  const { mail } = await sendStep(organizationId, { type: 'survey', surveyId, body })
  expect(mail.text?.startsWith(words)).toBe(true)
  expect(mail.html).not.toContain('Hello')
})

it.each([
  ['Highlights of the year.'],
  ['Thank you for your visit.\n\nHello again, {{firstName|friend}}!'],
  ['Hiking is fun.'],
])('a survey email adds a greeting to an introduction without one: %j', async (body) => {
  const { id: surveyId, organizationId } = await anOrganizationWithSurvey('Analytical Engines')
  const { mail } = await sendStep(organizationId, { type: 'survey', surveyId, body })
  expect(mail.text).toMatch(/^Hello Ada,\n\n/)
})

it('a survey email has its question as the preview text, and another email its own text', async () => {
  const first = (html = '') => /<body[^>]*><div[^>]*display:none[^>]*>([^<]*)<\/div>/.exec(html)?.[1]?.trim()
  const { mail } = await sendSurvey()
  expect(first(mail.html)).toMatch(/^How likely/)
  const long = 'word '.repeat(60)
  const own = await sendSurvey({
    step: { type: 'email', subject: 'News', body: `Hello {{firstName|you}},\n\n${long}` },
  })
  expect(first(own.mail.html)).toMatch(/^Hello Ada, word word( word)*…$/)
  expect(first(own.mail.html)?.length).toBeLessThanOrEqual(141)
})

it('a survey email has a List-Id of its organization, the same in every mail', async () => {
  const { id: surveyId, organizationId } = await anOrganizationWithSurvey('Analytical Engines')
  const mails = [
    await sendStep(organizationId, { type: 'survey', surveyId }),
    await sendStep(organizationId, { type: 'email', subject: 'News', body: 'There is news.' }),
  ]
  for (const { header } of mails) expect(header('list-id')).toBe(`<surveys.${organizationId}.mail.example.com>`)
})

it('a survey email has the Reply-To and the postal address of its organization', async () => {
  const { id: surveyId, organizationId } = await anOrganizationWithSurvey('Analytical Engines')
  const { userId, email } = await aMember(organizationId, 'member')
  await db.user.update({ where: { id: userId }, data: { emailVerifiedAt: new Date() } })
  await updateSenderProfile(organizationId, { replyToUserId: userId, postalAddress: '1 Quay Street\nHarwich' })
  const { mail } = await sendStep(organizationId, { type: 'survey', surveyId })
  expect(mail.replyTo).toMatchObject([{ name: 'Analytical Engines', address: email }])
  for (const words of [mail.text, mail.html]) expect(words).toContain('1 Quay Street, Harwich')
  await db.membership.deleteMany({ where: { organizationId, userId } })
  expect((await sendStep(organizationId, { type: 'survey', surveyId })).mail.replyTo).toBeUndefined()
})

it('a text in another direction than the email has the direction of its letters', async () => {
  const { mail } = await sendSurvey({ step: { type: 'email', subject: 'ערב', body: 'שלום.' } })
  expect(mail.html).toMatch(/<p [^>]*dir="auto"[^>]*>שלום\.<\/p>/)
})

it('an email shows a contact’s name on one line, and never as a link', async () => {
  const contact = { firstName: 'http://evil.example\n\nClick', lastName: 'www.evil.example\u202e' }
  const step = {
    type: 'email',
    subject: 'Hello {{firstName|you}}',
    body: 'Hello {{firstName|you}} {{lastName|there}},',
  }
  for (const { mail } of [await sendSurvey({ contact, step }), await sendSurvey({ contact })]) {
    const words = `${mail.subject}\n${mail.text}\n${mail.to?.[0]?.name}`
    expect(words).toContain('http evil. example Click')
    expect(`${words}${mail.html}`).not.toMatch(/evil\.example|\u202e/)
    expect(mail.html).not.toMatch(/href="[^"]*evil/)
  }
})

it('fills in contact properties in the recipient’s language, and escapes them', async () => {
  const organizationId = await anOrganization()
  const declare = async (fields: object) =>
    createContactProperty(organizationId, CreateContactProperty.parse({ label: { en: 'A' }, ...fields }))
  await declare({ key: 'since', type: 'date' })
  await declare({ key: 'spent', type: 'number' })
  await declare({ key: 'plan', type: 'choice', options: [{ value: 'pro', label: { en: 'Pro', fr: 'Expert' } }] })
  const body = [
    'Since {{property.since|long}}',
    'Plan {{property.plan}}',
    'Spent {{property.spent|little}}',
    'Shop {{property.shop}}',
    'Note {{property.note|none}}',
    'Vip {{property.vip}}',
    'List {{property.list|empty}}',
  ].join('\n')
  const step = { type: 'email', subject: 'Plan {{property.plan|none}}', body }
  const customFields = { since: '2021-05-03', plan: 'pro', spent: 12345.5, shop: '<b>Lyon</b>', vip: true, list: [1] }
  const french = await sendStep(organizationId, step, { preferredLanguage: 'fr', customFields })
  expect(french.mail.subject).toBe('Plan Expert')
  expect(french.mail.text).toContain(
    'Since 3 mai 2021\nPlan Expert\nSpent 12\u202f345,5\nShop <b>Lyon</b>\nNote none\nVip Oui\nList empty',
  )
  expect(french.mail.html).toContain('Shop &lt;b>Lyon&lt;/b>')
  const unfitting = { since: '3 May', plan: 'gold', spent: 'a lot', shop: 'see evil.example' }
  const english = await sendStep(organizationId, step, { preferredLanguage: 'en', customFields: unfitting })
  expect(english.mail.subject).toBe('Plan none')
  expect(english.mail.text).toContain(
    'Since long\nPlan \nSpent little\nShop see evil. example\nNote none\nVip \nList empty',
  )
})
