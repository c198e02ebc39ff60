import type { Page } from '@playwright/test'
import { LOCALE_COOKIE } from '@/server/messages/locale'
import { pickByTestLength } from '@/server/testing/test-length'
import { findAxeViolations } from './axe-violations'
import { expect, signInByCookie, test } from './fixtures'
import { holdScriptRequests } from './hold-script-requests'
import { SERVICE } from './service-config'
import { trackPendingRequests } from './track-pending-requests'

/* Menus, dialogs, popovers and tooltips, whose code may load on first use. */

test('a dialog whose code is fetched on use opens once the code is there', async ({ page, owner }) => {
  await signInByCookie(page, owner)
  await page.goto('/responses?band=positive')
  const scripts = await holdScriptRequests(page)
  await page.getByRole('button', { name: 'Tags', exact: true }).click()
  await expect.poll(scripts.count).toBeGreaterThan(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  scripts.release()
  await expect(page.getByRole('dialog').getByLabel('New tag')).toBeFocused()
})

test('a menu whose code fails to load reports it and opens on a later press', async ({ page, owner }) => {
  await signInByCookie(page, owner)
  const requests = trackPendingRequests(page)
  await page.goto('/')
  // The list of toasts loads with the first press.
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.locator('section[aria-label^=Notifications]')).toBeAttached()
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
  await signInByCookie(page, owner)
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
  await signInByCookie(page, owner)
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

for (const { language, colorScheme, words } of pickByTestLength([FRENCH], [FRENCH, ENGLISH]))
  test(`an open dialog, menu, popover and navigation pass axe (${language}, ${colorScheme})`, async ({
    browser,
    owner,
  }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    await signInByCookie(page, owner)
    await context.addCookies([{ name: LOCALE_COOKIE, value: language, url: SERVICE.baseUrl }])
    await page.emulateMedia({ colorScheme })
    await page.goto('/settings/api-keys')
    const opener = page.getByRole('button', { name: words.create }).first()
    await opener.click()
    await expect(page.getByRole('dialog', { name: words.dialog })).toBeVisible()
    await expectAccessible(page, 'dialog')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
    await page.getByRole('button', { name: /Café Lumière/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, 'menu')
    // With a filter, so that the filters show although there are no responses yet.
    await page.goto('/responses?band=positive')
    await page.getByRole('button', { name: words.dates }).click()
    await expect(page.locator('[popover]:popover-open input').first()).toBeFocused()
    await expectAccessible(page, 'popover')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/contacts')
    await page.getByRole('button', { name: words.navigation }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'navigation')
    await context.close()
  })

async function expectAccessible(page: Page, state: string): Promise<void> {
  expect(await findAxeViolations(page, { ruleSet: 'everything' }), state).toEqual([])
}
