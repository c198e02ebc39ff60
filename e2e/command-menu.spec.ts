import type { Page } from '@playwright/test'
import { findAxeViolationsInBothSchemes } from './axe-violations'
import { type ApiClient, anOwner, expect, type Owner, pressGoShortcut, signInByCookie, test } from './fixtures'
import { SERVICE } from './service-config'

const menu = (page: Page) => page.getByRole('dialog', { name: /Command menu|Menu de commandes/ })
const input = (page: Page) => menu(page).getByRole('combobox')
const option = (page: Page, name: string | RegExp) => menu(page).getByRole('option', { name })
const selectedOption = (page: Page) => menu(page).getByRole('option', { selected: true })
const SEARCH = '**/api/trpc/search.find**'

async function openMenu(page: Page): Promise<void> {
  // Keys have no effect before hydration.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(input(page)).toBeFocused({ timeout: 3000 })
  }).toPass()
}

async function addContact(call: ApiClient, firstName: string, lastName: string, email: string): Promise<string> {
  const { body } = await call('POST /contacts', { firstName, lastName, email })
  return body.data.id as string
}

async function setFrench(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'cfs-locale', value: 'fr', url: SERVICE.baseUrl }])
}

test('the command menu finds a contact without accents, opens it by keyboard, and lists it first as recent', async ({
  page,
  owner,
  call,
}) => {
  const id = await addContact(call, 'Zoé', 'Ångström', 'zoe@example.com')
  await addContact(call, 'Ada', 'Lovelace', 'ada@example.com')
  await signInByCookie(page, owner, '/')
  await openMenu(page)
  await page.keyboard.type('zoe angs')
  await expect(option(page, /Zoé Ångström/)).toContainText('zoe@example.com')
  await expect(
    option(page, /Zoé Ångström/)
      .locator('mark')
      .first(),
  ).toHaveText('Zoé')
  await expect(menu(page).getByRole('status')).toHaveText('1 match')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/contacts/${id}`)
  await expect(menu(page)).toHaveCount(0)

  await openMenu(page)
  await expect(menu(page).getByRole('option').first()).toContainText('Zoé Ångström')
  await expect(menu(page).getByRole('group', { name: 'Recent' })).toBeVisible()

  await page.keyboard.insertText(id)
  await expect(menu(page).getByRole('option')).toHaveCount(1)
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')])
  await expect(tab).toHaveURL(new RegExp(`/contacts/${id}$`))
  await expect(menu(page)).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(input(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
})

test('the command menu is navigated by keys, opens the survey and API key forms, and changes the theme', async ({
  page,
  owner,
}) => {
  await signInByCookie(page, owner, '/')
  await openMenu(page)
  await page.keyboard.press('End')
  await expect(selectedOption(page)).not.toContainText('Add contact')
  await page.keyboard.press('Home')
  await expect(selectedOption(page)).toContainText('Add contact')
  await page.keyboard.press('ArrowDown')
  await expect(selectedOption(page)).toContainText('New survey')
  await page.keyboard.type('new surv')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/surveys/new')

  await openMenu(page)
  await page.keyboard.type('api key')
  await expect(selectedOption(page)).toContainText('Create API key')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/api-keys$/)
  await page.keyboard.press('Escape')

  await openMenu(page)
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass(/dark/)
})

test('the French command menu matches words typed without accents and switches the language to English', async ({
  page,
  owner,
}) => {
  await signInByCookie(page, owner)
  await setFrench(page)
  await page.goto('/')
  await openMenu(page)
  await page.keyboard.type('creer enquete')
  await expect(selectedOption(page)).toHaveText('Nouvelle enquête')
  await input(page).fill('rien de tel')
  await expect(menu(page).getByText('Aucun résultat pour «\u202frien de tel\u202f»')).toBeVisible()
  await input(page).fill('english')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
})

test('single-key shortcuts open pages and forms, do nothing while typing, and can be switched off', async ({
  page,
  owner,
  call,
}) => {
  await addContact(call, 'Ada', 'Lovelace', 'ada@example.com')
  await signInByCookie(page, owner, '/')
  // Retries until the page is hydrated.
  await expect(async () => {
    await pressGoShortcut(page, 'c')
    await expect(page).toHaveURL(/\/contacts$/, { timeout: 2000 })
  }).toPass()
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.getByRole('searchbox').fill('')
  await page.keyboard.type('gc?')
  await expect(page.getByRole('searchbox')).toHaveValue('gc?')
  await expect(page).toHaveURL(/search=gc/)
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('c')
  await page.waitForURL('**/contacts/new')
  // A shortcut key must not discard unsaved input.
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('First name').blur()
  await pressGoShortcut(page, 's')
  await expect(page.getByText('Leave without saving?')).toBeVisible()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await page.waitForURL('**/surveys')

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Find anything', { exact: true })).toBeVisible()
  await expect(keys.getByText('Ctrl').first()).toBeVisible()
  await keys.getByLabel('Single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('?')
  await pressGoShortcut(page, 'c')
  await openMenu(page)
  await expect(page).toHaveURL(/\/surveys$/)
  await page.keyboard.press('Escape')

  await page
    .getByRole('button', { name: /Café Lumière/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(keys).toBeVisible()
  await keys.getByLabel('Single-key shortcuts').check()
})

test('the command menu aborts outdated searches, keeps the old matches, and applies Enter to the new ones', async ({
  page,
  owner,
  call,
}) => {
  await addContact(call, 'Grace', 'Hopper', 'grace@example.com')
  const grant = await addContact(call, 'Grant', 'Hamilton', 'grant@example.com')
  await signInByCookie(page, owner, '/')
  await openMenu(page)
  await page.keyboard.type('gra')
  await expect(menu(page).getByRole('option')).toHaveCount(2)

  const aborted: string[] = []
  page.on('requestfailed', (request) => {
    if (request.url().includes('/search.find')) aborted.push(request.failure()?.errorText ?? '')
  })
  const heldSearches: (() => void)[] = []
  await page.route(SEARCH, async (route) => {
    await new Promise<void>((resolve) => heldSearches.push(resolve))
    await route.continue().catch(() => undefined)
  })
  await page.keyboard.type('n')
  await expect.poll(() => heldSearches.length).toBe(1)
  await expect(menu(page).getByRole('option')).toHaveCount(2)
  await page.keyboard.type('t')
  await expect.poll(() => heldSearches.length).toBe(2)
  await expect.poll(() => aborted).toEqual(['net::ERR_ABORTED'])
  await page.keyboard.press('Enter')
  await expect(menu(page)).toBeVisible()
  for (const go of heldSearches) go()
  await page.waitForURL(`**/contacts/${grant}`)
})

test('the command menu reports a failed or offline search, still lists pages, and can search again', async ({
  page,
  owner,
  call,
}) => {
  await addContact(call, 'Ada', 'Lovelace', 'ada@example.com')
  await signInByCookie(page, owner, '/')
  await page.route(SEARCH, (route) => route.abort())
  await openMenu(page)
  await page.keyboard.type('a')
  await expect(menu(page).getByRole('alert')).toContainText('The service is not responding.')
  await expect(option(page, 'API reference')).toBeVisible()
  await page.unroute(SEARCH)
  await menu(page).getByRole('button', { name: 'Try again' }).click()
  await expect(option(page, /Ada Lovelace/)).toBeVisible()
  await expect(menu(page).getByRole('alert')).toHaveCount(0)

  await page.context().setOffline(true)
  await input(page).fill('lovel')
  await expect(menu(page).getByRole('alert')).toContainText('You are offline.')
  await page.context().setOffline(false)
  await expect(option(page, /Ada Lovelace/)).toBeVisible()
})

test('recent command menu items are hidden from another user of the browser and removed on sign-out', async ({
  page,
  owner,
  call,
}) => {
  const id = await addContact(call, 'Ada', 'Lovelace', 'ada@example.com')
  await signInByCookie(page, owner, '/')
  await openMenu(page)
  await page.keyboard.type('lovelace')
  await expect(option(page, /Ada Lovelace/)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/contacts/${id}`)

  const other: Owner = await anOwner()
  await page.context().clearCookies()
  await signInByCookie(page, other, '/')
  await openMenu(page)
  await expect(option(page, 'Add contact')).toBeVisible()
  await expect(option(page, /Ada Lovelace/)).toHaveCount(0)
  await page.keyboard.type('lovelace')
  await expect(menu(page).getByText('No matches for “lovelace”')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.type('sign out')
  await expect(selectedOption(page)).toContainText('Sign out')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sign-in')
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cfs-recent')))).toEqual([])
})

test('the command menu loads its code on opening, is accessible in light and dark, and fits at 1440 and at 390 px', async ({
  page,
  owner,
  call,
}) => {
  await addContact(call, 'Ada', 'Lovelace', 'ada@example.com')
  await page.setViewportSize({ width: 1440, height: 800 })
  const requestedPaths: string[] = []
  await signInByCookie(page, owner, '/')
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Find anything' }).click()
  await expect(input(page)).toBeFocused()
  expect(requestedPaths.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0)
  for (const [text, content] of [
    ['', option(page, 'Add contact')],
    ['ada', option(page, /Ada Lovelace/)],
    ['no such person', menu(page).getByText('No matches for “no such person”')],
  ] as const) {
    await input(page).fill(text)
    await expect(content).toBeVisible()
    expect(await findAxeViolationsInBothSchemes(page), text).toEqual([])
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      // Layout lags behind the window resize.
      const whole = { x: 0, y: 0, width, height: 800 }
      if (width === 390) await expect.poll(() => menu(page).boundingBox(), text).toMatchObject(whole)
      const scrolled = () => page.evaluate(() => document.documentElement.scrollWidth)
      await expect.poll(scrolled, text).toBeLessThanOrEqual(width)
    }
  }
})
