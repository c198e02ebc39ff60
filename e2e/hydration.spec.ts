import type { Browser, Page } from '@playwright/test'
import { expect, type Owner, signIn, stayAsleep, test } from './fixtures'
import { holdScripts } from './hold-scripts'
import { SERVICE } from './service-address'

test.use({ waitsForHydration: false })

/** A browser whose pointer never moved: a page rendered under a resting pointer gets a move event. */
async function anAsleepPage(browser: Browser, elsewhere: Page, owner: Owner): Promise<Page> {
  await signIn(elsewhere, owner)
  const storageState = await elsewhere.context().storageState()
  const context = await browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'en-GB', storageState })
  await stayAsleep(context)
  return context.newPage()
}

/** Waits until Next has failed to load a script twice, which is its own limit of retries. */
async function givenUp(page: Page): Promise<void> {
  const failed = new Set<string>()
  await page.waitForEvent('requestfailed', (request) => failed.size === failed.add(request.url()).size)
}

test('an edit of a prefilled message before hydration stays and is saved', async ({
  browser,
  page: elsewhere,
  owner,
  call,
}) => {
  const page = await anAsleepPage(browser, elsewhere, owner)
  const step = { type: 'email', delay: 0, subject: 'Thank you', body: 'Drawn by the server' }
  const answer = await page.request.post('/api/trpc/sequences.save', {
    data: { name: 'Thanks', steps: [step] },
    headers: { origin: SERVICE.baseUrl },
  })
  expect(answer.status()).toBe(200)
  const { id } = (await call('GET /sequences')).body.data[0]
  await page.goto(`/sequences/${id}`)
  const scripts = await holdScripts(page)
  const message = page.getByLabel('Message')
  await message.fill('Typed early')
  await expect.poll(scripts.count).toBeGreaterThan(0)
  scripts.release()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Sequence saved')).toBeVisible()
  await expect(message).toHaveValue('Typed early')
  expect((await call(`GET /sequences/${id}`)).body.data.steps).toMatchObject([{ body: 'Typed early' }])
  await page.context().close()
})

test('text typed before hydration stays when the network drops, and is saved once it is back', async ({
  browser,
  page: elsewhere,
  owner,
  call,
}) => {
  const page = await anAsleepPage(browser, elsewhere, owner)
  await page.goto('/contacts/new')
  await page.context().setOffline(true)
  const given = givenUp(page)
  await page.getByLabel('Email').fill('tunnel@example.com')
  await given
  await expect(page.getByRole('button', { name: 'Add contact' })).toBeDisabled()
  await page.getByLabel('First name').fill('Tilda')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByText('tunnel@example.com').first()).toBeVisible()
  expect((await call('GET /contacts')).body.data).toMatchObject([{ email: 'tunnel@example.com', firstName: 'Tilda' }])
  await page.context().close()
})

test('a form whose code fails to load at first loads it again and saves what was typed', async ({
  browser,
  page: elsewhere,
  owner,
  call,
}) => {
  const page = await anAsleepPage(browser, elsewhere, owner)
  await page.goto('/contacts/new')
  let refusing = true
  const given = givenUp(page)
  await page.route('**/_next/static/chunks/**', (route) => (refusing ? route.abort() : route.continue()))
  await page.getByLabel('Email').fill('again@example.com')
  await given
  await expect(page.getByRole('button', { name: 'Add contact' })).toBeDisabled()
  refusing = false
  await page.getByLabel('First name').fill('Tilda')
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByText('again@example.com').first()).toBeVisible()
  expect((await call('GET /contacts')).body.data).toMatchObject([{ email: 'again@example.com' }])
  await page.context().close()
})
