import { expect, it } from 'vitest'
import { addSuppression, optOut } from '@/server/contacts/suppression'
import { db } from '@/server/db'
import { blockAddresses } from '@/server/suppressions/block-addresses'
import { sendSystemEmail } from '@/server/system-emails/send-system-email'
import { useMailbox } from '@/server/testing/environment'
import { aContact, anEmailAddress, anOrganization } from '@/server/testing/factories/basics'
import { aSurveyRequest } from '@/server/testing/factories/responses'
import { GET, POST } from './preferences/[id]/route'
import { requestPublicPage } from './public-page-test-client'
import { GET as viewConsent } from './u/[token]/route'

const mailbox = await useMailbox()

async function request(id: string, email?: string, headers: Record<string, string> = {}) {
  const handler = email === undefined ? GET : POST
  const body = email === undefined ? {} : { body: new URLSearchParams({ email }).toString() }
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const init = { method: email === undefined ? 'GET' : 'POST', headers: { ...type, ...headers }, ...body }
  const params = Promise.resolve({ id })
  const response = await handler(new Request(`http://localhost/preferences/${id}`, init), { params })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

async function sendQueuedEmails(organizationId: string): Promise<void> {
  const where = { organizationId, kind: 'preferenceLink', endedAt: null }
  for (const { id } of await db.systemEmail.findMany({ where })) await sendSystemEmail(id)
}

/** Without what differs on each page: the nonce, and the address that was typed. */
const normalize = (html: string, email: string) => html.replaceAll(email, 'ADDRESS').replace(/nonce="[^"]*"/g, '')

it('200: answers the same for every address, and mails the link only to a contact that got a message', async () => {
  const { contact } = await aSurveyRequest(await anOrganization())
  const { organizationId, email } = contact
  const [unknown, foreign] = [anEmailAddress(), (await aContact(await anOrganization())).email]
  const { email: neverWritten } = await aContact(organizationId)
  const answers = []
  for (const address of [email, unknown, foreign, neverWritten]) {
    const { status, html } = await request(organizationId, address)
    answers.push({ status, html: normalize(html, address) })
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ html }) => html)).size).toBe(1)
  // The rows are the same too, before a job looks the address up.
  const queued = await db.systemEmail.findMany({ where: { organizationId, kind: 'preferenceLink' } })
  expect(queued.map(({ subjectId, userId }) => [subjectId, userId])).toEqual(answers.map(() => [null, null]))
  await sendQueuedEmails(organizationId)
  for (const address of [unknown, foreign, neverWritten]) expect(mailbox.to(address)).toEqual([])
  const [mail] = mailbox.to(email)
  const [, path = ''] = /https:\/\/[^/]+(\/u\/[\w-]{43})/.exec(mail?.mail.text ?? '') ?? []
  const page = await requestPublicPage(viewConsent, path)
  expect([page.status, page.html.includes(email)]).toEqual([200, true])
})

it('mails the link to a person who unsubscribed, and to none whose address bounced or is blocked', async () => {
  const organizationId = await anOrganization()
  const [optedOut, bounced, blocked] = [
    (await aSurveyRequest(organizationId)).contact,
    (await aSurveyRequest(organizationId)).contact,
    (await aSurveyRequest(organizationId)).contact,
  ]
  await optOut(organizationId, optedOut.id, optedOut.email)
  await addSuppression(db, organizationId, bounced.email, 'bounced')
  await blockAddresses(organizationId, { addresses: [blocked.email], note: null })
  for (const { email } of [optedOut, bounced, blocked]) await request(organizationId, email)
  await sendQueuedEmails(organizationId)
  expect([optedOut, bounced, blocked].map(({ email }) => mailbox.to(email).length)).toEqual([1, 0, 0])
})

it('200: sends a person three links a day at most, and says nothing about it', async () => {
  const { contact } = await aSurveyRequest(await anOrganization())
  const { organizationId, email } = contact
  for (let i = 0; i < 5; i += 1) expect((await request(organizationId, email.toUpperCase())).status).toBe(200)
  expect(await db.systemEmail.count({ where: { organizationId } })).toBe(3)
})

it('429: refuses the 301st request to an organization within an hour', async () => {
  const organizationId = await anOrganization()
  const statuses = []
  for (let i = 0; i < 301; i += 1) statuses.push((await request(organizationId, 'stranger@example.com')).status)
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([300, 429])
  expect(await db.systemEmail.count({ where: { organizationId } })).toBe(3)
})

it('400: shows a text that is no address again, escaped, and queues nothing', async () => {
  const organizationId = await anOrganization()
  const { status, html } = await request(organizationId, '"><script>alert(1)</script>', { 'accept-language': 'fr' })
  expect(status).toBe(400)
  expect(html).toContain('Ce n’est pas une adresse e-mail.')
  expect(html).not.toContain('<script')
  expect(await db.systemEmail.count({ where: { organizationId } })).toBe(0)
})

it('404: an organization that does not exist or is being deleted has no form', async () => {
  const deleted = await anOrganization({ deletionBeganAt: new Date() })
  const unknown = '11111111-1111-7111-8111-111111111111'
  for (const id of [deleted, unknown, 'acme', `${unknown}'`]) {
    expect((await request(id)).status).toBe(404)
    expect((await request(id, 'ada@example.com')).status).toBe(404)
  }
})
