import { findAxeViolations } from './axe-violations'
import { expect } from './fixtures'
import { SERVICE } from './service-config'
import { testWithOwnOrganization as test } from './signed-in-test'

/** Answers that come sooner are flagged. */
const FASTEST_PERSON_MS = 2000

test('an owner makes a link, prints its code, and reads the answer that a phone gave, also one that looks like a machine’s', async ({
  page,
  call,
  browser,
}) => {
  const survey = (await call('POST /surveys', { name: 'After a visit', type: 'nps', questions: [] })).body.data
  await page.goto(`/surveys/${survey.id}/sharing`)
  await page.getByRole('button', { name: 'New link' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Receipt, Lyon')
  await page.getByLabel('Where people find it').fill('Receipt')
  await page.getByLabel('Name and email address').selectOption('optional')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('link', { name: 'Receipt, Lyon' }).click()
  await expect(page.getByRole('img', { name: /^QR code of/ })).toHaveCount(2)
  await page.getByLabel('Text on the poster').fill('How was your coffee?')
  await expect(page.locator('.poster')).toContainText('How was your coffee?')
  await expect(page.locator('.poster')).toContainText('Café Lumière')
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  expect(await findAxeViolations(page)).toEqual([])
  const { data } = (await call(`GET /surveys/${survey.id}/links`)).body
  const url: string = data[0].url

  const context = await browser.newContext({
    baseURL: SERVICE.baseUrl,
    locale: 'fr-FR',
    viewport: { width: 390, height: 780 },
    storageState: { cookies: [], origins: [] },
  })
  const phone = await context.newPage()
  const shownAt = Date.now()
  await phone.goto(new URL(url).pathname)
  await phone.getByRole('radio', { name: /^3\b/ }).check({ force: true })
  await phone.getByLabel('Votre nom').fill('Ada')
  await phone.getByLabel('Votre adresse e-mail').fill('ada@example.com')
  expect(await findAxeViolations(phone)).toEqual([])
  await expect.poll(() => Date.now() - shownAt).toBeGreaterThan(FASTEST_PERSON_MS)
  await phone.getByRole('button', { name: 'Envoyer' }).click()
  await expect(phone.getByRole('heading', { name: 'Merci' })).toBeVisible()
  expect(await context.cookies()).toEqual([])

  await phone.getByRole('link', { name: 'Donner une autre réponse' }).click()
  await phone.evaluate(() => {
    for (const input of document.querySelectorAll<HTMLInputElement>('[name=_topic]')) input.value = 'Buy'
  })
  await phone.getByRole('radio', { name: /^9\b/ }).check({ force: true })
  await phone.getByRole('button', { name: 'Envoyer' }).click()
  await expect(phone.getByRole('heading', { name: 'Merci' })).toBeVisible()
  await context.close()

  await page.goto(`/responses?link=${data[0].id}`)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'Ada' }).click()
  await expect(page.getByRole('main')).toContainText('Receipt, Lyon')
  await page.goto(`/responses?link=${data[0].id}&status=flagged`)
  await page.getByRole('link', { name: 'Anonymous' }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('1 answer accepted')).toBeVisible()
  await expect.poll(async () => (await call(`GET /responses?survey_link_id=${data[0].id}`)).body.meta.total).toBe(2)
})

test('an open link is answered without scripts, and refuses the second answer of a device', async ({
  call,
  browser,
}) => {
  const survey = (await call('POST /surveys', { name: 'After a visit', type: 'csat', questions: [] })).body.data
  const settings = { name: 'Table card', oncePerDevice: true }
  const link = (await call(`POST /surveys/${survey.id}/links`, settings)).body.data
  const context = await browser.newContext({ baseURL: SERVICE.baseUrl, javaScriptEnabled: false })
  const page = await context.newPage()
  const shownAt = Date.now()
  await page.goto(new URL(link.url).pathname)
  await page.getByRole('radio', { name: /^5\b/ }).check({ force: true })
  await expect.poll(() => Date.now() - shownAt).toBeGreaterThan(FASTEST_PERSON_MS)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await page.goto(new URL(link.url).pathname)
  await expect(page.getByRole('heading', { name: 'You have already answered' })).toBeVisible()
  expect((await call(`GET /responses?survey_id=${survey.id}`)).body.data).toMatchObject([{ contactId: null }])
  await context.close()
})
