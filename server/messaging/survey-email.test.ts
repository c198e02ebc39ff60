import { expect, it } from 'vitest'
import { db } from '../db'
import { readToken } from '../encryption'
import { useMailbox } from '../testing/environment'
import { aContact, anOrganization, aSurvey } from '../testing/factories/basics'
import { aSending, aSequence } from '../testing/factories/sequences'
import { runSending } from '../testing/sendings'
import type { ReceivedMail } from '../testing/servers/mailbox'

const mailbox = await useMailbox()

type Given = {
  survey?: Parameters<typeof aSurvey>[1]
  contact?: Parameters<typeof aContact>[1]
  organization?: Parameters<typeof anOrganization>[0]
  step?: { type: string; subject?: object | string; body?: object | string }
}

/** Sends one step to one person, and takes the message out of their mailbox. */
async function sent({ survey, contact, organization, step }: Given = {}): Promise<ReceivedMail & { stepId: string }> {
  const organizationId = await anOrganization({ name: 'Analytical Engines', ...organization })
  const person = await aContact(organizationId, contact)
  const { id: surveyId } = await aSurvey(organizationId, survey)
  const sequence = await aSequence(organizationId, [step ? step : { type: 'survey', surveyId }])
  const sending = await aSending(organizationId, sequence.id, { contactId: person.id, email: person.email })
  await runSending(organizationId, sending.id)
  const [received] = mailbox.to(person.email)
  const row = await db.sendingStep.findFirstOrThrow({ where: { sendingId: sending.id } })
  if (!received) throw new Error(`not sent: ${JSON.stringify(row.reason)}`)
  return { ...received, stepId: row.id }
}

const linksIn = (text: string) => [...new Set(text.match(/https:\/\/feedback\.example\.com\/[^\s"<]+/g) ?? [])].sort()
const wordsIn = (html: string) =>
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
  const { header, mail, stepId } = await sent()
  const url = /^<(https:\/\/feedback\.example\.com\/u\/([\w-]+))>$/.exec(header('list-unsubscribe') ?? '')
  expect(readToken('unsubscribe', url?.[2] ?? '')).toBe(stepId)
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
  const { mail, stepId } = await sent({ survey: { type } })
  const links = linksIn(mail.html ?? '')
  expect(linksIn(mail.text ?? '')).toEqual(links)
  const scores = links.flatMap((link) => /\?score=(\d+)$/.exec(link)?.[1] ?? []).map(Number)
  expect(scores.toSorted((a, b) => a - b)).toEqual(Array.from({ length: max - min + 1 }, (_, n) => min + n))
  const plain = links.find((link) => /\/s\/[\w-]+$/.test(link)) ?? ''
  expect(readToken('survey', plain.split('/s/')[1] ?? '')).toBe(stepId)
})

it('a survey email has the same words in text and HTML', async () => {
  const { mail } = await sent({ contact: { firstName: 'Ada' } })
  const text = mail.text ?? ''
  const missing = wordsIn(mail.html ?? '').filter((word) => !text.includes(word) && word !== 'Analytical')
  expect(missing).toEqual([])
  expect(text).toContain('Hello Ada,')
})

it('a survey email is in the contact’s language, else in the organization’s', async () => {
  const french = await sent({ contact: { preferredLanguage: 'fr', firstName: '' } })
  expect(french.mail.subject).toBe('Analytical Engines aimerait connaître votre avis')
  expect(french.mail.html).toContain('<html lang="fr">')
  expect(french.mail.text).toMatch(/^Bonjour,/)
  expect(french.mail.text).toMatch(/^0\u202f: https:.*\n/m)
  expect(french.mail.text).toMatch(/^Répondre à l’enquête\u202f: https:/m)
  expect(french.mail.text).toMatch(/^Se désabonner\u202f: https:/m)
  const house = await sent({ organization: { defaultLanguage: 'fr' } })
  expect(house.mail.text).toMatch(/^Bonjour Ada,/)
})

it('escapes what people wrote: names and step texts are text in an email, and inject no header', async () => {
  const nasty = '<script>alert("1")</script> & {{firstName}}'
  const { mail } = await sent({
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
  expect(mail.html).toContain('<a href="https://example.com/a?b=1&amp;c=2">https://example.com/a?b=1&amp;c=2</a>.')
  expect(mail.subject).toBe('Hi <b>Ada</b> X-Evil: 1')
  expect(mail.headers.map(({ key }) => key)).not.toContain('x-evil')
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
})

it('a survey email without a scale has no score links', async () => {
  const { mail } = await sent({
    survey: { type: 'custom', questions: [{ id: 'why', type: 'text', text: { en: 'Why?', fr: 'Pourquoi ?' } }] },
  })
  expect(mail.text).toContain('Why?')
  expect(mail.text).not.toContain('?score=')
})

it('a survey email has targets of at least 44 px, no image and no external request', async () => {
  const { mail } = await sent()
  const html = mail.html ?? ''
  expect(html).not.toMatch(/<img|<link|<script|url\(/)
  for (const [target] of html.matchAll(/<a href="[^"]+\?score=\d+"[^>]+>/g))
    expect(target).toMatch(/width:44px;.*line-height:44px/)
})

it('an email shows a contact’s name on one line, and never as a link', async () => {
  const contact = { firstName: 'http://evil.example\n\nClick', lastName: 'www.evil.example\u202e' }
  const step = {
    type: 'email',
    subject: 'Hello {{firstName|you}}',
    body: 'Hello {{firstName|you}} {{lastName|there}},',
  }
  for (const { mail } of [await sent({ contact, step }), await sent({ contact })]) {
    const words = `${mail.subject}\n${mail.text}\n${mail.to?.[0]?.name}`
    expect(words).toContain('http evil. example Click')
    expect(`${words}${mail.html}`).not.toMatch(/evil\.example|\u202e/)
    expect(mail.html).not.toMatch(/href="[^"]*evil/)
  }
})
