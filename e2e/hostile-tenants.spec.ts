import { randomUUID } from 'node:crypto'
import {
  type ApiClient,
  anOwner,
  createApiClient,
  expect,
  type Json,
  type Owner,
  runOperatorCommand,
  test,
} from './fixtures'
import { HttpBrowser } from './http-browser'
import { readMails, waitForMails } from './mail-folder'
import { SERVICE } from './service-config'
import { anEmailAddress } from './signed-in-test'

/*
 * Abuse by a tenant, on the built product from outside: sending before the email address is confirmed, and exceeding limits that other
 * tenants rely on.
 */

let owner: Owner
let browser: HttpBrowser
let call: ApiClient

test.beforeAll(async () => {
  owner = await anOwner()
  call = createApiClient(SERVICE.baseUrl, owner.key)
  browser = await signInBrowser(owner)
})

async function signInBrowser({ email, password }: Owner): Promise<HttpBrowser> {
  const client = new HttpBrowser(SERVICE.baseUrl)
  await client.signIn(email, password)
  return client
}

async function aSequence(client: HttpBrowser): Promise<string> {
  const survey = await readAnswer(client.mutate('surveys.create', { name: 'Visits', type: 'nps', questions: [] }))
  const steps = [{ type: 'survey', delay: 0, surveyId: survey.body.result.data.data.id }]
  const saved = await readAnswer(client.mutate('sequences.save', { name: 'Visits', status: 'active', steps }))
  expect(saved.status).toBe(200)
  return saved.body.result.data.data.id
}

const surveyLink = (html = '') => /href="(http:[^"]+\/s\/[\w-]{43})/.exec(html)?.[1] ?? ''

async function readAnswer(response: Promise<Response>): Promise<{ status: number; body: Json }> {
  const answer = await response
  return { status: answer.status, body: await answer.json() }
}

test('a new organization sends nothing before its owner’s email address is confirmed', async () => {
  const [unverifiedEmail, victim, witness] = [anEmailAddress(), anEmailAddress(), anEmailAddress()]
  const unverified = new HttpBrowser(SERVICE.baseUrl)
  await unverified.signUpAndCreateApiKey(unverifiedEmail)
  const contacts = [{ email: victim, firstName: 'Victim' }]
  const executed = await unverified.mutate('sequences.execute', { id: await aSequence(unverified), contacts })
  expect(executed.status).toBe(200)

  // Once a legitimate email has left, any other email would have left too.
  const witnessSequence = await aSequence(browser)
  await call(`POST /sequences/${witnessSequence}/execute`, { contacts: [{ email: witness, firstName: 'W' }] })
  await waitForMails(witness)
  expect(await readMails(victim)).toEqual([])

  // Only the confirmation email was sent; opening its link alone confirms nothing.
  const [confirmationMail] = await waitForMails(unverifiedEmail)
  expect(confirmationMail?.mail.text).not.toContain('Harbour')
  const link = /http:\/\/localhost:\d+(\/verify-email\/[\w-]+)/.exec(confirmationMail?.mail.text ?? '')?.[1] ?? ''
  expect((await unverified.get(link)).status).toBe(200)
  expect(await readMails(victim)).toEqual([])
})

test('creates forty contacts from forty simultaneous requests with one phone number and separate Idempotency-Keys', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      fetch(`${SERVICE.baseUrl}/api/v1/contacts`, {
        method: 'POST',
        headers: { 'x-api-key': owner.key, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ email: `${randomUUID()}@example.com`, firstName: 'Ada', phone: '+33 1 99 00 51 19' }),
      }).then(({ status }) => status),
    ),
  )
  expect(answers).toEqual(Array.from({ length: 40 }, () => 201))
})

test('does not replay the response to one API key’s Idempotency-Key for another API key', async () => {
  const { key: other } = await runOperatorCommand([
    'key:create',
    '--org',
    owner.organizationId,
    '--name',
    'Other',
    '--scopes',
    'admin',
  ])
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const body = JSON.stringify({ email: `${randomUUID()}@example.com`, firstName: 'Ada' })
  const post = (key: string) =>
    fetch(`${SERVICE.baseUrl}/api/v1/contacts`, { method: 'POST', headers: { ...headers, 'x-api-key': key }, body })
  expect([(await post(owner.key)).status, (await post(owner.key)).status, (await post(other)).status]).toEqual([
    201, 201, 409,
  ])
})

test('refuses sequence steps beyond a hundred webhook addresses and signature checks with a large body', async () => {
  const steps = (from: number) =>
    Array.from({ length: 40 }, (_, n) => ({
      type: 'wait',
      delay: 60,
      webhookUrl: `https://hooks.example.com/${from + n}`,
    }))
  const statuses = []
  for (const from of [0, 40, 80]) {
    const answer = await readAnswer(browser.mutate('sequences.save', { name: `Steps ${from}`, steps: steps(from) }))
    statuses.push([answer.status, answer.body.error?.data?.error?.code ?? 'ok'])
  }
  expect(statuses).toEqual([
    [200, 'ok'],
    [200, 'ok'],
    [400, 'VALIDATION_ERROR'],
  ])

  const check = { header: `t=1,v1=${'ab'.repeat(32)}`, secret: 'whsec_x', body: 'x'.repeat(900_000), id: randomUUID() }
  expect((await readAnswer(browser.mutate('webhookConsole.checkSignature', check))).status).toBe(400)
})

test('refuses a step’s text message with faulty placeholders, names the field, and saves a correct one', async () => {
  const survey = await call('POST /surveys', { name: 'Visits', type: 'nps', questions: [] })
  const surveyId = survey.body.data.id
  const texts = ['Dear {{firstName}}, {{nope}} {{surveyLink}}', '{{firstName}}']
  for (const body of texts) {
    const steps = [{ type: 'sms', delay: 0, surveyId, body }]
    const answer = await readAnswer(browser.mutate('sequences.save', { name: 'Texts', steps }))
    expect([body, answer.status, Object.keys(answer.body.error?.data?.error?.details ?? {})]).toEqual([
      body,
      400,
      ['steps.0.body'],
    ])
  }
  const steps = [{ type: 'sms', delay: 0, surveyId, body: 'Dear {{firstName|there}}, how was it? {{surveyLink}}' }]
  expect((await readAnswer(browser.mutate('sequences.save', { name: 'Texts', steps }))).status).toBe(200)
})

test('a session can read any page of a list, gets 429 during a flood, and is served again afterwards', async () => {
  const [shallow, deep] = [
    await browser.query('contacts.list', { page: 1 }),
    await browser.query('contacts.list', { page: 20_000_000 }),
  ]
  expect([shallow.status, deep.status]).toEqual([200, 200])
  // On a slow machine the session's rate limit refills while the flood is being answered.
  await expect(async () => {
    const flood = await Promise.all(
      Array.from({ length: 300 }, () =>
        browser.query('contacts.list', { page: 1, limit: 1 }).then(({ status }) => status),
      ),
    )
    expect(new Set(flood)).toEqual(new Set([200, 429]))
  }).toPass()
  await expect(async () => expect((await browser.query('contacts.list', {})).status).toBe(200)).toPass({
    timeout: 10_000,
  })
})

test('a suspended organization’s API key gets 403, while responses to its surveys are still recorded', async () => {
  const suspended = await anOwner('Suspended')
  const suspendedCall = createApiClient(SERVICE.baseUrl, suspended.key)
  const sequenceId = await aSequence(await signInBrowser(suspended))
  const email = anEmailAddress()
  await suspendedCall(`POST /sequences/${sequenceId}/execute`, { contacts: [{ email, firstName: 'B' }] })
  const [mail] = await waitForMails(email)
  await runOperatorCommand(['org:suspend', '--org', suspended.organizationId, '--reason', 'Complaints'])
  expect((await suspendedCall('GET /contacts')).status).toBe(403)
  const body = new URLSearchParams({ 'q.nps': '9' })
  expect((await fetch(surveyLink(mail?.mail.html), { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
  await runOperatorCommand(['org:resume', '--org', suspended.organizationId])
  expect((await suspendedCall('GET /responses')).body.meta.total).toBe(1)
})

test('a deleted contact’s survey link no longer opens', async () => {
  const sequenceId = await aSequence(browser)
  const email = anEmailAddress()
  const executed = await call(`POST /sequences/${sequenceId}/execute`, { contacts: [{ email, firstName: 'Gone' }] })
  const [mail] = await waitForMails(email)
  const link = surveyLink(mail?.mail.html)
  expect((await fetch(link)).status).toBe(200)
  await call(`DELETE /contacts/${executed.body.data.results[0].contactId}`)
  expect([404, 410]).toContain((await fetch(link)).status)
})
