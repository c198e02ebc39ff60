import type { Page } from '@playwright/test'
import { LOCALE_COOKIE } from '@/server/messages/locale'
import { pickByTestLength } from '@/server/testing/test-length'
import { findAxeViolations } from './axe-violations'
import { expect, fetchHtml, signInByCookie, test } from './fixtures'
import { waitForMails } from './mail-folder'
import { LIST_PAGES, NEAR_DUPLICATE_PAGES, PARAMETERLESS_DASHBOARD_PAGES } from './page-paths'
import { readDemoOwner } from './read-demo-owner'
import { SERVICE } from './service-config'

/** Each language and each colour scheme once, each at its own width. */
const VARIANTS = [
  { locale: 'en', scheme: 'light', width: 1440 },
  { locale: 'fr', scheme: 'dark', width: 390 },
] as const
/** 1280 px at 400 % (WCAG 1.4.10). */
const NARROW = { width: 320, height: 256 }

// The two sweeps take longer than most tests: each gets a worker.
test.describe.configure({ mode: 'parallel' })

/* Opens every page in one look, and requests it without a browser in the other; `npm run test:long` opens it in both. */
for (const [variantIndex, { locale, scheme, width }] of VARIANTS.entries())
  test(`dashboard pages in ${locale}, ${scheme}, ${width} px wide: no axe violation, error, overflow or dead link, one heading in its place and a title of their own`, async ({
    browser,
  }) => {
    test.setTimeout(600_000)
    const context = await browser.newContext({
      baseURL: SERVICE.baseUrl,
      locale,
      colorScheme: scheme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    })
    await context.addCookies([{ name: LOCALE_COOKIE, value: locale, url: SERVICE.baseUrl }])
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      // Axe probes the preview frame, whose policy blocks scripts.
      if (message.type() !== 'error' || message.text().includes('about:srcdoc')) return
      complaints.push(`${page.url()}: ${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
    await signInByCookie(page, readDemoOwner())
    const pagePaths = await everyPagePath(page)
    const links = new Set<string>()
    const titles = new Set<string>()
    /** Position of the first page's heading by width: all pages must match. */
    const headings = new Map<number, string>()
    const checkPage = async (pagePath: string) => {
      expect((await page.goto(pagePath))?.status(), pagePath).toBe(200)
      await expect(page.locator('main .animate-wait'), pagePath).toHaveCount(0)
      expect(await findAxeViolations(page), pagePath).toEqual([])
      expect(await page.evaluate(findHeadingFaults), pagePath).toEqual([])
      for (const size of [{ width, height: 900 }, NARROW]) {
        await page.setViewportSize(size)
        const scrolled = () => page.evaluate(() => document.documentElement.scrollWidth)
        await expect.poll(scrolled, `${pagePath} is wider than ${size.width} px`).toBeLessThanOrEqual(size.width)
        expect(await page.evaluate(findUnreachableControls), `${pagePath} at ${size.width} px`).toEqual([])
        const position = async () => {
          const box = await page.locator('main h1').first().boundingBox()
          return `${box?.x}, ${box?.y}`
        }
        const expectedPosition = headings.get(size.width) ?? (await position())
        headings.set(size.width, expectedPosition)
        // Layout lags behind the window resize.
        await expect
          .poll(position, `the heading of ${pagePath} is elsewhere at ${size.width} px`)
          .toBe(expectedPosition)
      }
      await page.setViewportSize({ width, height: 900 })
      return page.content()
    }
    for (const [index, pagePath] of pagePaths.entries()) {
      const isLoaded = pickByTestLength(index % VARIANTS.length === variantIndex, true)
      const html = isLoaded ? await checkPage(pagePath) : await fetchHtml(context, pagePath)
      expect(html, pagePath).toContain(`<html lang="${locale}"`)
      const title = /<title>([^<]*)</.exec(html)?.[1] ?? ''
      expect(title, pagePath).toMatch(pagePath.lastIndexOf('/') === 0 ? /^[^·]+ · / : /^[^·]+ · .+ · /)
      titles.add(title)
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)) links.add(href.replaceAll('&amp;', '&'))
    }
    expect(titles.size, 'no two pages have one title').toBe(pagePaths.length)
    // Checks one link per URL shape, since a list of a hundred contacts links to one kind of page. The pages above already answered 200.
    const shapes = new Map<string, string>()
    for (const href of links) {
      const shape = href.replace(/[0-9a-f-]{36}/g, ':id').replace(/=[^&]*/g, '=')
      if (!pagePaths.includes(shapes.get(shape) ?? '')) shapes.set(shape, href)
    }
    for (const href of shapes.values())
      if (!pagePaths.includes(href)) expect((await context.request.get(href)).status(), `the link ${href}`).toBe(200)
    expect(complaints).toEqual([])
    await context.close()
  })

async function everyPagePath(page: Page): Promise<string[]> {
  const rows: string[] = []
  for (const list of [...LIST_PAGES, '/companies', '/employees']) {
    const html = await (await page.request.get(list)).text()
    rows.push(new RegExp(`href="(${list}/[0-9a-f-]{36})(?:/results)?"`).exec(html)?.[1] ?? '')
  }
  const [contact, , sequence] = rows
  const people = await (await page.request.get(`${sequence}/sendings`)).text()
  const sending = new RegExp(`href="(${sequence}/sendings/[0-9a-f-]{36})"`).exec(people)?.[1] ?? ''
  return [
    ...PARAMETERLESS_DASHBOARD_PAGES,
    ...NEAR_DUPLICATE_PAGES,
    ...rows,
    `${contact}/edit`,
    `${contact}/merge`,
    '/sequences/new/visit',
    `${sequence}/entry`,
    `${sequence}/forecast`,
    ...(await triggerPagePaths(page, sequence)),
    `${sequence}/results`,
    `${sequence}/sendings`,
    sending,
  ]
}

/** The pages of a sequence's trigger address, which receives a request. */
async function triggerPagePaths(page: Page, sequence = ''): Promise<string[]> {
  const call = async (name: string) => {
    const data = { sequenceId: sequence.split('/').at(-1) }
    const headers = { Origin: SERVICE.baseUrl }
    return (await (await page.request.post(`/api/trpc/triggerAddresses.${name}`, { headers, data })).json()).result
  }
  await call('create')
  const { data } = await call('reveal')
  await page.request.post(data.data.url, { data: { email: 'ada@example.com', name: 'Ada' } })
  const path = `${sequence}/entry/trigger`
  const list = await (await page.request.get(`${path}/requests`)).text()
  const request = new RegExp(`href="(${path}/requests/[0-9a-f-]{36})"`).exec(list)?.[1] ?? ''
  return [path, `${path}/requests`, request]
}

/** Runs in the page: finds visible controls outside the viewport that no scrolling reaches. */
function findUnreachableControls(): string[] {
  const scrolls = (element: Element | null): boolean =>
    element !== null && (/(auto|scroll)/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  return [...document.querySelectorAll('main a, main button, main input, main select, main textarea')]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      const isOutside = width > 1 && (left < -1 || right > innerWidth + 1)
      return isOutside && element.checkVisibility() && !scrolls(element.parentElement)
    })
    .map((element) => element.outerHTML.slice(0, 160))
}

/** Runs in the page: expects one `main`, one level-1 heading and no skipped heading level. */
function findHeadingFaults(): string[] {
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')]
    .filter((heading) => heading.checkVisibility())
    .map((heading) => Number(heading.ariaLevel ?? heading.tagName.slice(1)))
  const faults = levels.flatMap((level, index) =>
    level > (levels[index - 1] ?? 0) + 1 ? [`a heading of level ${level} after ${levels[index - 1] ?? 'none'}`] : [],
  )
  if (levels.filter((level) => level === 1).length !== 1) faults.push(`headings of levels ${levels.join()}`)
  if (document.querySelectorAll('main').length !== 1) faults.push('not one main')
  return faults
}

test('every page of an organization without data is shown without an error', async ({ page, owner }) => {
  await signInByCookie(page, owner)
  const pagesWithError: string[] = []
  for (const pagePath of [...PARAMETERLESS_DASHBOARD_PAGES, ...NEAR_DUPLICATE_PAGES]) {
    // The digest of an error is a number, that of a redirect is not.
    const html = await fetchHtml(page.context(), pagePath)
    if (/data-dgst="\d+"/.test(html)) pagesWithError.push(pagePath)
  }
  expect(pagesWithError).toEqual([])
})

test('an owner signs up, confirms their email address, creates an API key that is shown once, and revokes it', async ({
  page,
}) => {
  await page.goto('/sign-up')
  const email = `new-${Date.now()}@example.com`
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel(/organi[sz]ation/i).fill('Analytical Engines')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: /create|sign up/i }).click()
  await page.waitForURL((url) => url.pathname === '/check-email')
  const [mail] = await waitForMails(email)
  await page.goto(/http:\/\/localhost:\d+\/verify-email\/[\w-]+/.exec(mail?.mail.text ?? '')?.[0] ?? '')
  const confirm = page.getByRole('button', { name: /confirm/i })
  await confirm.click()
  await expect(confirm).toHaveCount(0)

  await page.goto('/settings/api-keys')
  await page
    .getByRole('button', { name: /create/i })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Integration')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: /create/i }).click()
  const text = await dialog
    .getByText(/cfs_[0-9A-Za-z]{43}/)
    .first()
    .textContent()
  const key = /cfs_[0-9A-Za-z]{43}/.exec(text ?? '')?.[0] ?? ''
  const requestContacts = () => fetch(`${SERVICE.baseUrl}/api/v1/contacts`, { headers: { 'X-API-Key': key } })
  expect([200, 403]).toContain((await requestContacts()).status)
  await page.reload()
  await expect(page.getByText(key)).toHaveCount(0)
  await expect(page.getByText(key.slice(-4))).toBeVisible()

  await page
    .getByRole('button', { name: /Integration/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /revoke/i }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /revoke/i })
    .click()
  await expect(async () => expect((await requestContacts()).status).toBe(401)).toPass()
})

test('signing out ends the session for a copied cookie too, and a failed sign-out shows an error', async ({
  browser,
  owner,
}) => {
  const context = await browser.newContext({ baseURL: SERVICE.baseUrl })
  const page = await context.newPage()
  await signInByCookie(page, owner, '/')
  const copy = await browser.newContext({ baseURL: SERVICE.baseUrl, storageState: await context.storageState() })
  const other = await copy.newPage()
  await other.goto('/contacts')
  await expect(other).toHaveURL(/\/contacts$/)
  const signOut = async () => {
    await page
      .getByRole('button', { name: /Café Lumière/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  // If the service is unreachable, sign-out fails with an error message.
  await page.route('**/api/auth/**', (route) => route.abort())
  await signOut()
  await expect(page.getByText('The service is not responding. Check your connection and try again.')).toBeVisible()
  await page.unroute('**/api/auth/**')
  await signOut()
  await page.waitForURL(/sign-in/)
  await other.goto('/contacts')
  await expect(other).toHaveURL(/\/sign-in/)
  await context.close()
  await copy.close()
})
