import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { parseSetCookie } from 'cookie'
import { expect, type Owner, signInByCookie, signInByForm, test } from './fixtures'
import { HttpBrowser } from './http-browser'
import { waitForMails } from './mail-folder'
import { SERVICE } from './service-config'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const password = (page: Page) => page.getByLabel('Password', { exact: true })

async function fillIn(page: Page, owner: Pick<Owner, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email address').fill(owner.email)
  await password(page).fill(owner.password)
}

test.describe('signing in and signing up without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without JavaScript, a wrong password keeps the email and focuses the password, and the right one opens the requested page', async ({
    page,
    owner,
  }) => {
    await page.goto('/settings/webhooks?from=mail')
    await expect(page).toHaveURL(`${SERVICE.baseUrl}/sign-in?next=/settings/webhooks%3Ffrom%3Dmail`)
    await expect(page.getByRole('button', { name: 'Show password' }), 'only a script can show it').toHaveCount(0)
    await fillIn(page, { ...owner, password: 'not this one' })
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('do not match')
    await expect(page.getByLabel('Email address')).toHaveValue(owner.email)
    await expect(password(page)).toHaveValue('')
    await expect(password(page)).toBeFocused()
    await expect(password(page)).toHaveAccessibleDescription(/^This email address and password do not match\./)
    await password(page).fill(owner.password)
    await password(page).press('Enter')
    await expect(page).toHaveURL(`${SERVICE.baseUrl}/settings/webhooks?from=mail`)
  })

  test('a visitor without JavaScript signs up, resends the confirmation email, and confirms their address', async ({
    page,
  }) => {
    const email = `plain-${randomUUID()}@example.com`
    await page.goto('/sign-in?next=/surveys')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await fillIn(page, { email, password: 'short' })
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByLabel('Your name')).toBeFocused()
    await expect(page.getByLabel('Your name')).toHaveAccessibleDescription('This field is required.')
    await expect(password(page)).toHaveAccessibleDescription(/^Use at least 8 characters\./)
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Organization').fill('Engines')
    await password(page).fill('a long enough secret')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText(`We sent a message to ${email}.`)).toBeVisible()

    await page.getByRole('button', { name: 'Send the message again' }).click()
    await expect(page.getByRole('status')).toContainText(/^Sent\./)
    await page.getByRole('button', { name: 'Send the message again' }).click()
    await expect(page.getByRole('status')).toContainText('Wait a moment')
    await expect(page.getByRole('link', { name: 'Continue to the dashboard' })).toHaveAttribute('href', '/surveys')

    const [mail] = await waitForMails(email, 2)
    const link = /http:\/\/localhost:\d+\/verify-email\/[\w-]+/.exec(mail?.mail.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
    await page.goto(`${link}x`)
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  })
})

test('a sign-in that meets a network error or a 502 keeps the typed values, and the retry is submitted only once', async ({
  page,
  owner,
}) => {
  await page.goto('/sign-in?next=/surveys')
  await fillIn(page, owner)
  const submit = page.getByRole('button', { name: 'Sign in', exact: true })
  const complaint = page.getByRole('alert').filter({ hasText: 'The service is not responding.' })
  for (const fail of [
    (route: { abort(): Promise<void> }) => route.abort(),
    (route: { fulfill(answer: object): Promise<void> }) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  ]) {
    await page.route(/\/sign-in\?/, fail)
    await submit.click()
    await expect(complaint).toBeVisible()
    await expect(submit).toBeEnabled()
    await expect(page.getByLabel('Email address')).toHaveValue(owner.email)
    await expect(password(page)).toHaveValue(owner.password)
    await page.unroute(/\/sign-in\?/)
  }

  let sent = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/sign-in\?/, async (route) => {
    sent += 1
    await released
    await route.continue()
  })
  await submit.dblclick()
  await password(page).press('Enter')
  await expect(submit).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page).toHaveURL(`${SERVICE.baseUrl}/surveys`)
  expect(sent).toBe(1)
})

test('a person whose session ended while browsing signs in and arrives at the page they had clicked', async ({
  page,
  owner,
}) => {
  await signInByCookie(page, owner, '/')
  await page.context().clearCookies()
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Contacts' }).click()
  await expect(page).toHaveURL(
    ({ pathname, searchParams }) => pathname === '/sign-in' && searchParams.get('next') === '/contacts',
  )
  await fillIn(page, owner)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${SERVICE.baseUrl}/contacts`)
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
})

test('the theme and language a person chose apply in a new browser after they sign in', { tag: '@variant' }, async ({
  page,
  owner,
  browser,
}) => {
  await signInByCookie(page, owner, '/')
  const choose = async (name: string) => {
    const saved = page.waitForResponse(/account\.updateProfile/)
    await page.getByRole('button', { name: /Account and organization/ }).click()
    await page.getByRole('menuitemradio', { name }).click()
    expect((await saved).status()).toBe(200)
  }
  await choose('Dark')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await choose('Français')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')

  const context = await browser.newContext({ baseURL: SERVICE.baseUrl, colorScheme: 'light', locale: 'en-GB' })
  const other = await context.newPage()
  await signInByForm(other, owner)
  await expect(other.locator('html')).toHaveClass(/dark/)
  await expect(other.locator('html')).toHaveAttribute('lang', 'fr')
  await other.goto('/settings/profile')
  await expect(other.getByLabel('Langue du tableau de bord')).toHaveValue('fr')
  await context.close()
})

test('signing in does not follow a next parameter that leads to another site', async ({ page, owner }) => {
  for (const next of ['//evil.example', '/%5Cevil.example', 'https://evil.example/', '/%09/evil.example']) {
    await page.context().clearCookies()
    await page.goto(`/sign-in?next=${next}`)
    await fillIn(page, owner)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page, next).toHaveURL(`${SERVICE.baseUrl}/`)
  }
})

test('a sign-in form on another site is refused, and our own form sets the same session cookie as /api/auth', async ({
  page,
  owner,
}) => {
  const body = new URLSearchParams({ email: owner.email, password: owner.password })
  const answer = page.waitForResponse((response) => response.url().endsWith('/sign-in'))
  await page.route('http://evil.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${SERVICE.baseUrl}/sign-in"><input name="email" value="${owner.email}"><input name="password" value="${owner.password}"></form><script>document.forms[0].submit()</script>`,
    }),
  )
  await page.goto('http://evil.example/')
  expect((await answer).status()).toBe(403)
  await expect(page.getByText('This request did not come from one of our own pages.')).toBeVisible()
  expect((await page.context().cookies()).filter(({ name }) => name.includes('session'))).toEqual([])

  const attributes = (lines: string[]) => {
    const cookie = lines.map((line) => parseSetCookie(line)).find(({ name }) => name.endsWith('session-token'))
    return { ...cookie, value: cookie?.value?.split('.').length, expires: cookie?.expires?.getTime() }
  }
  const own = await fetch(`${SERVICE.baseUrl}/sign-in`, {
    method: 'POST',
    headers: { ...FORM, 'sec-fetch-site': 'same-origin' },
    body,
    redirect: 'manual',
  })
  const csrfResponse = await fetch(`${SERVICE.baseUrl}/api/auth/csrf`)
  const { csrfToken } = (await csrfResponse.json()) as { csrfToken: string }
  body.set('csrfToken', csrfToken)
  const cookie = csrfResponse.headers.getSetCookie().map((line) => line.split(';')[0])
  const other = await fetch(`${SERVICE.baseUrl}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { ...FORM, cookie: cookie.join('; ') },
    body,
    redirect: 'manual',
  })
  const [actual, expected] = [attributes(own.headers.getSetCookie()), attributes(other.headers.getSetCookie())]
  expect(actual.httpOnly).toBe(true)
  expect({ ...actual, expires: 0 }).toEqual({ ...expected, expires: 0 })
  expect(Math.abs((actual.expires ?? 0) - (expected.expires ?? 1e15))).toBeLessThan(60_000)
})

test('a sign-in through /api/auth ends the previous session of the browser, and a refused one with 401 does not', async ({
  owner,
}) => {
  const browser = new HttpBrowser(SERVICE.baseUrl)
  await browser.signIn(owner.email, owner.password)
  const former = browser.copy()
  expect(await browser.trySignIn(owner.email, 'not the password')).toBe(401)
  expect((await former.query('account.get')).status).toBe(200)
  await browser.signIn(owner.email, owner.password)
  expect((await former.query('account.get')).status).toBe(401)
  expect((await browser.query('account.get')).status).toBe(200)
})
