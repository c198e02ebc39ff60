import type { Page } from '@playwright/test'
import { LOCALE_COOKIE } from '@/server/messages/locale'
import { byLength } from '@/server/testing/length'
import { faultsOn } from './axe'
import { expect, signIn, stayAsleep, test } from './fixtures'
import { holdScripts } from './hold-scripts'
import { watchRequests } from './requests'
import { SERVICE } from './service-address'

test.use({ waitsForHydration: false })

/* Code that is loaded on first use, and the UI shown before it arrives. */

test.beforeEach(async ({ context }) => stayAsleep(context))

test('a button pressed before its code has loaded opens its dialog once the code is there', async ({ page, owner }) => {
  await signIn(page, owner)
  await page.goto('/settings/api-keys')
  const scripts = await holdScripts(page)
  await page.getByRole('button', { name: 'Create key' }).first().click()
  await expect.poll(scripts.count).toBeGreaterThan(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  scripts.release()
  await expect(page.getByRole('dialog', { name: 'Create an API key' })).toBeVisible()
})

test('text typed into a contact form before hydration stays and is saved', async ({ page, owner, call }) => {
  await signIn(page, owner)
  await page.goto('/contacts/new')
  const scripts = await holdScripts(page)
  await page.getByLabel('Email').fill('early@example.com')
  await expect.poll(scripts.count).toBeGreaterThan(0)
  scripts.release()
  await page.getByLabel('First name').fill('Tilda')
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByText('early@example.com').first()).toBeVisible()
  const { body } = await call('GET /contacts')
  expect(body.data.map(({ email }: { email: string }) => email)).toEqual(['early@example.com'])
})

test('a checkbox ticked before hydration stays ticked and is saved', async ({ page, owner, call }) => {
  await signIn(page, owner)
  const { body } = await call('POST /contacts', { firstName: 'Tilda', email: 'ticked@example.com' })
  await page.goto(`/contacts/${body.data.id}/edit`)
  const scripts = await holdScripts(page)
  await page.getByRole('checkbox', { name: 'Do not contact this person' }).check()
  await expect.poll(scripts.count).toBeGreaterThan(0)
  scripts.release()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Unsubscribed', { exact: true })).toBeVisible()
  expect((await call(`GET /contacts/${body.data.id}`)).body.data.unsubscribed).toBe(true)
})

test('a menu whose code fails to load reports it and opens on a later press', async ({ page, owner }) => {
  await signIn(page, owner)
  const requests = watchRequests(page)
  await page.goto('/')
  // The first press loads the code of the texts. Before the page's own script has run, a press loads nothing.
  await expect(async () => {
    await page.mouse.click(700, 500)
    await expect(page.locator('section[aria-label^=Notifications]')).toBeAttached({ timeout: 1000 })
  }).toPass()
  await requests.idle()
  const menu = page.getByRole('button', { name: /Account and organization/ })
  await page.route('**/_next/static/chunks/**', (route) => route.abort())
  await menu.click()
  await expect(page.getByText('The service is not responding.')).toBeVisible()
  await page.unroute('**/_next/static/chunks/**')
  const item = page.getByRole('menuitem', { name: 'Sign out' })
  // A pending attempt may open the menu, and another press would close it.
  await expect(async () => {
    if (!(await item.isVisible())) await menu.click()
    await expect(item).toBeVisible({ timeout: 3000 })
  }).toPass()
})

test('the account menu is opened, navigated and closed by keyboard, and focus returns to its button', async ({
  page,
  owner,
}) => {
  await signIn(page, owner)
  await page.goto('/')
  const button = page.getByRole('button', { name: /Account and organization/ })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  const items = page.getByRole('menu')
  await expect(items).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(items).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(items).toBeVisible()
  await button.click()
  await expect(items).toBeHidden()
})

test('a time shows its exact value on hover, hides it on Escape, and opens its row on click', async ({
  page,
  owner,
  call,
}) => {
  const { body } = await call('POST /contacts', { email: 'timed@example.com', firstName: 'Tilda' })
  await signIn(page, owner)
  await page.goto('/contacts')
  const time = page.getByRole('row', { name: /timed@example.com/ }).locator('time')
  await time.hover()
  await expect(page.getByRole('tooltip')).toHaveText(await time.evaluate((element) => element.dataset.tip ?? ''))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toBeHidden()
  await time.click()
  await expect(page).toHaveURL(new RegExp(`/contacts/${body.data.id}$`))
})

const FRENCH = {
  language: 'fr',
  colorScheme: 'dark',
  words: { create: 'Créer une clé', dialog: 'Créer une clé d’API', dates: 'Dates', navigation: 'Ouvrir la navigation' },
} as const
const ENGLISH = {
  language: 'en',
  colorScheme: 'light',
  words: { create: 'Create key', dialog: 'Create an API key', dates: 'Dates', navigation: 'Open navigation' },
} as const

for (const { language, colorScheme, words } of byLength([FRENCH], [FRENCH, ENGLISH]))
  test(`an open dialog, menu, popover and navigation pass axe (${language}, ${colorScheme})`, async ({
    browser,
    owner,
  }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    await signIn(page, owner)
    await context.addCookies([{ name: LOCALE_COOKIE, value: language, url: SERVICE.baseUrl }])
    await page.emulateMedia({ colorScheme })
    await page.goto('/settings/api-keys')
    const opener = page.getByRole('button', { name: words.create }).first()
    await opener.click()
    await expect(page.getByRole('dialog', { name: words.dialog })).toBeVisible()
    await expectNothingFound(page, 'dialog')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
    await page.getByRole('button', { name: /Café Lumière/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectNothingFound(page, 'menu')
    // With a filter, so that the filters show although there are no responses yet.
    await page.goto('/responses?band=positive')
    await page.getByRole('button', { name: words.dates }).click()
    await expect(page.locator('[popover]:popover-open input').first()).toBeFocused()
    await expectNothingFound(page, 'popover')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/contacts')
    await page.getByRole('button', { name: words.navigation }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNothingFound(page, 'navigation')
    await context.close()
  })

async function expectNothingFound(page: Page, state: string): Promise<void> {
  expect(await faultsOn(page, { by: 'everything' }), state).toEqual([])
}
