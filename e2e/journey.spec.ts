import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Stripe } from 'stripe'
import { expect, runOperatorCommand, signInByCookie, test } from './fixtures'
import { readMails, waitForMails } from './mail-folder'
import { SERVICE } from './service-config'

test('an API call enrols three contacts, each gets one email, two answer, and signed webhooks report it', async ({
  browser,
  page,
  receiver,
  owner,
  call,
}, info) => {
  test.slow()

  // Unique addresses per run: emails are found by their recipient.
  const run = randomUUID()
  const addressOf = (name: string) => `${name}-${run}@example.com`
  const contact = await call('POST /contacts', { email: addressOf('grace'), firstName: 'Grace' })
  expect(contact.status).toBe(201)
  const secrets = new Map<string, string>()
  for (const triggerType of ['new_response', 'detractor_response', 'new_contact']) {
    const hookUrl = receiver.url(`/${triggerType}`)
    const subscribed = await call('POST /webhooks/subscribe', { hookUrl, triggerType })
    expect([subscribed.status, subscribed.body.data.triggerType]).toEqual([201, triggerType])
    secrets.set(triggerType, subscribed.body.data.secret)
  }
  const survey = await call('POST /surveys', {
    name: 'After a visit',
    type: 'nps',
    questions: [{ type: 'text', text: { en: 'What is the reason?', fr: 'Pour quelle raison ?' } }],
  })
  expect(survey.status).toBe(201)
  mkdirSync(info.outputDir, { recursive: true })
  const file = path.join(info.outputDir, 'sequence.json')
  writeFileSync(
    file,
    JSON.stringify({
      name: 'Visits',
      description: '',
      status: 'active',
      steps: [{ type: 'survey', delay: 2, surveyId: survey.body.data.id }],
    }),
  )
  const { sequenceId } = await runOperatorCommand(['sequence:create', '--org', owner.organizationId, '--file', file])

  const enrolled = await call(`POST /sequences/${sequenceId}/execute`, {
    contacts: [
      { email: addressOf('ada'), firstName: 'Ada' },
      { email: addressOf('grace') },
      { email: addressOf('lin'), firstName: 'Lin' },
    ],
  })
  expect(enrolled.status).toBe(200)
  expect(enrolled.body.data).toMatchObject({
    sequenceId,
    sequenceName: 'Visits',
    contactsProcessed: 3,
    sendingsCreated: 3,
  })
  expect(
    enrolled.body.data.results.map((result: { email: string; status: string }) => `${result.email} ${result.status}`),
  ).toEqual(['ada', 'grace', 'lin'].map((name) => `${addressOf(name)} queued`))

  const links = new Map<string, string>()
  for (const name of ['ada', 'grace', 'lin']) {
    const [mail] = await waitForMails(addressOf(name))
    expect(mail?.header('list-unsubscribe')).toMatch(new RegExp(`^<${SERVICE.baseUrl}/u/[\\w-]{43}>$`))
    expect(mail?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.mail.text).toContain('?score=3')
    const link = new RegExp(`href="(${SERVICE.baseUrl}/s/[\\w-]{43})\\?score=3"`).exec(mail?.mail.html ?? '')?.[1]
    links.set(name, link ?? '')
  }
  const surveyLink = (name: string) => links.get(name) ?? ''

  await page.goto(`${surveyLink('ada')}?score=9`)
  await expect(page.getByRole('radio', { name: /^9\b/ })).toBeChecked()
  expect((await call('GET /responses')).body.meta.total).toBe(0)

  await page.goto(`${surveyLink('ada')}?score=3`)
  await page.getByLabel('What is the reason?').fill('Too loud — “très bruyant” 🙁')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: /thank/i })).toBeVisible()

  // Without JavaScript.
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: SERVICE.baseUrl })
  const plainPage = await plain.newPage()
  await plainPage.goto(surveyLink('grace'))
  await plainPage.getByRole('radio', { name: /^10\b/ }).check({ force: true })
  await plainPage.getByRole('button', { name: 'Send' }).click()
  await expect(plainPage.getByRole('heading', { name: /thank/i })).toBeVisible()
  await plain.close()

  const listed = await call(`GET /responses?survey_id=${survey.body.data.id}&rating_max=6`)
  expect(listed.body.data).toMatchObject([{ npsScore: 3, isPromoter: false, status: 'completed' }])
  const response = (await call(`GET /responses/${listed.body.data[0].id}`)).body.data
  expect(response).toMatchObject({ npsScore: 3, isDetractor: true, csatScore: null, cesScore: null, sequenceId })

  // An independent verifier accepts the signatures.
  const requestsOf = (kind: string) => receiver.requests.filter((request) => request.path === `/${kind}`)
  await receiver.waitUntil(
    () =>
      requestsOf('new_response').length === 2 &&
      requestsOf('detractor_response').length === 1 &&
      requestsOf('new_contact').length === 2,
    30_000,
  )
  const { webhooks } = new Stripe('sk_test_unused')
  for (const kind of ['new_response', 'detractor_response', 'new_contact'])
    for (const { headers, body } of requestsOf(kind)) {
      const signature = String(headers['x-service-signature'])
      expect(signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
      const payload = webhooks.constructEvent(body, signature, secrets.get(kind) ?? '', 300) as unknown
      expect(payload).toHaveLength(1)
      expect(headers['x-service-event']).toBe(kind)
      expect(headers['content-type']).toBe('application/json')
    }
  const detractor = requestsOf('detractor_response')[0]
  expect(JSON.parse(detractor?.body.toString() ?? '')).toEqual([response])
  const sameResponse = requestsOf('new_response').find((request) =>
    request.body.equals(detractor?.body ?? Buffer.alloc(0)),
  )
  expect(sameResponse?.headers['x-service-delivery']).not.toBe(detractor?.headers['x-service-delivery'])

  await signInByCookie(page, owner)
  await page.goto('/responses')
  await expect(page.getByText('Ada')).toBeVisible()
  await page.goto(`/responses/${response.id}`)
  await expect(page.getByText('Too loud — “très bruyant” 🙁')).toBeVisible()
  await page.goto('/contacts')
  for (const name of ['ada', 'grace', 'lin']) {
    await expect(page.getByText(addressOf(name))).toBeVisible()
    expect(await readMails(addressOf(name))).toHaveLength(1)
  }
})
