import type { BrowserContext } from '@playwright/test'
import { pickByTestLength } from '@/server/testing/test-length'
import { findAxeViolations } from './axe-violations'
import { expect, fetchHtml, test } from './fixtures'
import { SERVICE } from './service-config'

const GUIDES = [
  '/docs',
  '/docs/authentication',
  '/docs/lists',
  '/docs/sync',
  '/docs/errors',
  '/docs/idempotency',
  '/docs/webhooks',
]

/** All errors on the context's pages, including requests to other origins, which are blocked. */
async function collectComplaints(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = []
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url())
    if (url.origin === SERVICE.baseUrl) return route.continue()
    complaints.push(`a request to ${url.origin}`)
    return route.abort()
  })
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', (error) => complaints.push(`${error.page()?.url()}: ${error.error().message}`))
  return complaints
}

const VARIANTS = [
  { scheme: 'light', width: 1440, locale: 'en-GB' },
  { scheme: 'dark', width: 390, locale: 'fr-FR' },
] as const

/* Opens every guide in one look, and requests it without a browser in the other; `npm run test:long` opens it in both. */
for (const [variantIndex, { scheme, width, locale }] of VARIANTS.entries())
  test(`guides in ${scheme} mode at ${width} px in ${locale} have no axe violations, errors, overflow or broken links`, async ({
    browser,
  }) => {
    test.setTimeout(180_000)
    const context = await browser.newContext({
      baseURL: SERVICE.baseUrl,
      colorScheme: scheme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      locale,
      extraHTTPHeaders: { 'Accept-Language': locale },
    })
    const complaints = await collectComplaints(context)
    const page = await context.newPage()
    const links = new Set<string>()
    const checkGuide = async (guide: string) => {
      expect((await page.goto(guide))?.status(), guide).toBe(200)
      expect(await findAxeViolations(page), guide).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth), guide).toBeLessThanOrEqual(width)
      return page.content()
    }
    for (const [index, guide] of GUIDES.entries()) {
      const isLoaded = pickByTestLength(index % VARIANTS.length === variantIndex, true)
      const html = isLoaded ? await checkGuide(guide) : await fetchHtml(context, guide)
      expect(html, guide).toContain(`<html lang="${locale.slice(0, 2)}"`)
      for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) links.add(href.replaceAll('&amp;', '&'))
    }
    expect(links.size).toBeGreaterThan(GUIDES.length)
    // Guides of both languages link to the same URLs, so one language suffices.
    for (const href of pickByTestLength(variantIndex === 0, true) ? links : [])
      expect((await context.request.get(href)).status(), href).toBe(200)
    expect(complaints).toEqual([])
    await context.close()
  })

test('choosing a code language by keyboard applies to every code block, and copied samples contain the entered API key', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: SERVICE.baseUrl,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  await page.goto('/docs')
  await page.getByRole('tab', { name: 'curl' }).first().focus()
  for (const next of ['JavaScript', 'Python']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name: next }).first()).toBeFocused()
  }
  for (const tab of await page.getByRole('tab', { name: 'Python' }).all())
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  const key = `cfs_${'a'.repeat(43)}`
  await page.getByLabel('Your API key').fill(key)
  await page.getByRole('button', { name: 'Copy' }).first().click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('requests.post(')
  expect(await copied()).toContain(key)
  await expect(page.locator('figure').first()).not.toContainText(key)
  await page.goto('/docs/lists')
  await expect(page.getByRole('tab', { name: 'Python' }).first()).toHaveAttribute('aria-selected', 'true')
  await context.close()
})

test('a visitor without JavaScript reads every operation and event in the API reference, with working anchor links', async ({
  browser,
}) => {
  for (const { scheme, width, locale } of VARIANTS) {
    const context = await browser.newContext({
      baseURL: SERVICE.baseUrl,
      colorScheme: scheme,
      viewport: { width, height: 900 },
      javaScriptEnabled: false,
      locale,
    })
    const page = await context.newPage()
    await page.goto('/docs/api')
    const headings = await page.getByRole('heading', { level: 3 }).allTextContents()
    expect(headings).toEqual(expect.arrayContaining(await documentSummaries(context)))
    const contacts = page.getByRole('region', { name: 'Create a contact', exact: true })
    await expect(contacts).toContainText('POST/contacts')
    await expect(contacts.getByText('firstName', { exact: true }).first()).toBeVisible()
    await expect(contacts.getByRole('group', { name: 'curl' })).toContainText('/api/v1/contacts')
    const anchors = await page
      .locator('a[href^="#"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.slice(1) ?? ''))
    expect(anchors.length).toBeGreaterThan(60)
    expect(await page.evaluate((ids) => ids.filter((id) => !document.getElementById(id)), anchors)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await context.close()
  }
})

test('an integrator tries operations in the French API reference with their key; no axe violation, overflow or third-party request', async ({
  browser,
  owner,
}) => {
  test.setTimeout(180_000)
  const context = await browser.newContext({
    baseURL: SERVICE.baseUrl,
    colorScheme: 'dark',
    locale: 'fr-FR',
    viewport: { width: 390, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const complaints = await collectComplaints(context)
  const page = await context.newPage()
  await page.goto('/docs/api')
  expect(await findAxeViolations(page, { ruleSet: 'wcag and practice' })).toEqual([])
  await page.getByLabel('Votre clé d’API').fill(owner.key)
  const listing = page.getByRole('region', { name: 'List contacts', exact: true })
  await listing.getByRole('button', { name: 'Copier' }).first().click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`X-API-Key: ${owner.key}`)
  await expect(listing).not.toContainText(owner.key)

  await page.getByRole('button', { name: 'Essayer : Create a contact', exact: true }).press('Enter')
  const creating = page.getByRole('dialog', { name: 'Create a contact' })
  await expect(creating.getByLabel('Votre clé d’API')).toHaveValue(owner.key)
  const key = creating.getByLabel('Votre clé d’API')
  await key.fill('clé…')
  await creating.getByRole('button', { name: 'Envoyer la requête POST' }).click()
  await expect(creating.locator('input:invalid')).toBeFocused()
  await key.fill(owner.key)
  await creating.getByLabel('Corps').fill('{"email": "not an address"}')
  await creating.getByRole('button', { name: 'Envoyer la requête POST' }).click()
  await expect(creating.getByRole('group', { name: /^400 Bad Request · \d/ })).toContainText('VALIDATION_ERROR')
  await creating.getByLabel('Corps').fill('{"email": "ada@example.com", "firstName": "Ada"}')
  await creating.getByRole('button', { name: 'Envoyer la requête POST' }).click()
  await expect(creating.getByRole('group', { name: /^201 Created · \d/ })).toContainText('"email": "ada@example.com"')
  expect(await findAxeViolations(page, { ruleSet: 'wcag and practice', within: 'dialog' })).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.keyboard.press('Escape')
  await expect(creating).toHaveCount(0)

  await page.getByRole('button', { name: 'Essayer : List contacts', exact: true }).click()
  const searching = page.getByRole('dialog', { name: 'List contacts' })
  await searching.getByLabel('search').fill('unmatched')
  const listRequest = page.waitForRequest((one) => new URL(one.url()).pathname === '/api/v1/contacts')
  await searching.getByRole('button', { name: 'Envoyer la requête GET' }).click()
  expect(new URL((await listRequest).url()).search).toBe('?search=unmatched')
  await expect(searching.getByRole('group', { name: /^200 OK · \d/ })).toContainText('"total": 0')
  await context.setOffline(true)
  await searching.getByRole('button', { name: 'Envoyer la requête GET' }).click()
  await expect(searching.getByRole('alert')).toContainText('Le service ne répond pas')
  // Except the two errors that this test provokes.
  expect(complaints.filter((one) => !/status of 400|ERR_INTERNET_DISCONNECTED/.test(one))).toEqual([])
  await context.close()
})

async function documentSummaries({ request }: BrowserContext): Promise<string[]> {
  const document = (await (await request.get('/api/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, { summary: string }>>
    webhooks: Record<string, Record<string, { summary: string }>>
  }
  const summaries = [document.paths, document.webhooks].flatMap((groups) =>
    Object.values(groups).flatMap((methods) => Object.values(methods).map(({ summary }) => summary)),
  )
  expect(summaries.length).toBeGreaterThan(25)
  return summaries
}
