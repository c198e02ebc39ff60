import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, runOperatorCommand, signInByCookie, test } from './fixtures'
import { waitForMails } from './mail-folder'
import { readDemoOwner } from './read-demo-owner'
import { SERVICE } from './service-config'

// Other tests reduce motion (playwright.config.ts).
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('an unknown page answers 404, with the navigation for an owner and without it for a signed-out visitor', async ({
  page,
  browser,
}) => {
  await signInByCookie(page, readDemoOwner())
  const unknown = '00000000-0000-4000-8000-000000000000'
  const cases = [
    ['/contacts', `/contacts/${unknown}`, 'This contact does not exist', 'All contacts'],
    ['/surveys', `/surveys/${unknown}`, 'This survey does not exist', 'All surveys'],
    ['/sequences', `/sequences/${unknown}/sendings`, 'This sequence does not exist', 'All sequences'],
    ['/responses', '/responses/no-id-at-all', 'This response does not exist', 'All responses'],
    ['/settings/api-keys', `/settings/api-keys/${unknown}`, 'This API key does not exist', 'All API keys'],
    ['/settings/webhooks', `/settings/webhooks/${unknown}`, 'This webhook does not exist', 'All webhooks'],
  ] as const
  for (const [list, address, title, linkName] of cases) {
    expect((await page.goto(address))?.status(), address).toBe(404)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.locator('main').getByRole('link', { name: linkName })).toHaveAttribute('href', list)
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  }
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle(/^This page does not exist/)
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await page.getByRole('button', { name: 'Find anything' }).last().click()
  await expect(page.getByRole('dialog')).toBeVisible()

  const visitor = await (await browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'fr-FR' })).newPage()
  expect((await visitor.goto('/no/such/page'))?.status()).toBe(404)
  await expect(visitor.getByRole('heading', { name: 'Cette page n’existe pas' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Lire les guides' })).toBeVisible()
  await expect(visitor.getByRole('navigation')).toHaveCount(0)
  await visitor.context().close()
})

test('four steps guide a new owner towards the first response, and a survey page shows its next step', async ({
  page,
  owner,
  call,
}) => {
  const email = `ada-${randomUUID()}@example.com`
  await signInByCookie(page, owner, '/')
  const steps = page.getByRole('list').filter({ hasText: 'Add your first contact' }).getByRole('listitem')
  const next = steps.and(page.locator('[aria-current=step]'))
  await expect(steps).toHaveCount(4)
  await expect(next.getByRole('link')).toHaveAttribute('href', '/contacts/new')
  await expect(page.getByText('0 of 4 done')).toBeVisible()

  const contact = await call('POST /contacts', { email, firstName: 'Ada' })
  expect(contact.status).toBe(201)
  const survey = await call('POST /surveys', { name: 'After a visit', type: 'nps', questions: [] })
  await page.reload()
  await expect(page.getByText('2 of 4 done')).toBeVisible()
  await expect(next.getByRole('link')).toHaveAttribute('href', '/sequences/new')

  const nextStep = page.getByRole('region', { name: 'This survey has not been sent yet' })
  await page.goto(`/surveys/${survey.body.data.id}`)
  await expect(page).toHaveTitle(/^After a visit · Surveys/)
  await expect(nextStep.getByRole('link')).toHaveAttribute('href', `/sequences/new?survey=${survey.body.data.id}`)
  const file = path.join(SERVICE.dataDir, `${owner.organizationId}.json`)
  const sends = [{ type: 'survey', delay: 0, surveyId: survey.body.data.id }]
  writeFileSync(file, JSON.stringify({ name: 'Visits', description: '', status: 'active', steps: sends }))
  const { sequenceId } = await runOperatorCommand(['sequence:create', '--org', owner.organizationId, '--file', file])
  await page.reload()
  await expect(nextStep.getByRole('link')).toHaveAttribute('href', `/sequences/${sequenceId}/sendings`)
  const enrolled = await call(`POST /sequences/${sequenceId}/execute`, { contacts: [{ email }] })
  expect(enrolled.status).toBeLessThan(300)
  await waitForMails(email)
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'After a visit', level: 1 })).toBeVisible()
    await expect(nextStep).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await page.goto('/')
  await expect(page.getByText('3 of 4 done')).toBeVisible()
  await expect(next).toContainText('Get your first response')
})
