import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { LOCALE_COOKIE } from '@/server/messages/locale'
import { anOwner, type Owner, signInByCookie, test } from '../fixtures'
import { LIST_PAGES, NEAR_DUPLICATE_PAGES, PARAMETERLESS_DASHBOARD_PAGES } from '../page-paths'
import { readDemoOwner } from '../read-demo-owner'
import { SERVICE } from '../service-config'
import { type PageState, preparePageStates } from './page-states'

/*
 * Screenshots of every page for visual review: of a populated and an empty organization, in light and dark, mobile and desktop, in both
 * languages. `screenshots/full/contacts.light-390-en.png`. `SHOTS=contacts` limits to pages whose address contains it; `SHOTS_SMALL=1`
 * takes two pages in one look.
 */

const FOLDER = path.join(SERVICE.root, 'screenshots')
const SMALL_RUN_PAGES = ['/contacts', '/sign-in']
const IS_SMALL = process.env.SHOTS_SMALL === '1'
const ALL_LOOKS = (['light', 'dark'] as const).flatMap((scheme) =>
  [390, 1440].flatMap((width) => (['en', 'fr'] as const).map((language) => ({ scheme, width, language }))),
)
const LOOKS = IS_SMALL ? ALL_LOOKS.slice(0, 1) : ALL_LOOKS
const SIGNED_OUT_PAGES = [
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/docs',
  '/docs/webhooks',
  '/docs/api',
  '/nowhere',
]
const SIMILAR_LISTS = [
  '/companies',
  '/employees',
  '/outbox',
  '/settings/api-keys',
  '/settings/webhooks',
  '/settings/review-sources',
]
const ONLY = process.env.SHOTS ?? ''
const isIncluded = (pagePath: string) => (IS_SMALL ? SMALL_RUN_PAGES.includes(pagePath) : pagePath.includes(ONLY))

test('every page', async ({ browser }) => {
  rmSync(FOLDER, { recursive: true, force: true })
  const full = readDemoOwner()
  const organizations = { full, empty: await anOwner() }
  const recordPages = { full: await listRecordPages(browser, full), empty: [] }
  const states = await preparePageStates(browser)
  for (const look of LOOKS) {
    for (const [name, owner] of Object.entries(organizations)) {
      const page = await openPage(browser, look)
      await signInByCookie(page, owner)
      await setLanguage(page, look)
      const pagePaths = [
        ...PARAMETERLESS_DASHBOARD_PAGES,
        ...NEAR_DUPLICATE_PAGES,
        '/contacts/00000000-0000-7000-8000-000000000000',
        ...recordPages[name as 'full'],
      ]
      for (const pagePath of pagePaths) await takeScreenshot(page, pagePath, name, look)
      await page.context().close()
    }
    const page = await openPage(browser, look)
    await setLanguage(page, look)
    for (const pagePath of SIGNED_OUT_PAGES) await takeScreenshot(page, pagePath, 'signed-out', look)
    await page.context().close()
    for (const state of states) await takeStateScreenshot(browser, state, look)
  }
})

type Look = (typeof LOOKS)[number]

async function openPage(browser: Browser, { scheme, width }: Look): Promise<Page> {
  const context = await browser.newContext({
    baseURL: SERVICE.baseUrl,
    colorScheme: scheme,
    locale: 'en-GB',
    viewport: { width, height: width < 500 ? 844 : 900 },
    hasTouch: width < 500,
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

async function setLanguage(page: Page, { language }: Look): Promise<void> {
  await page.context().addCookies([{ name: LOCALE_COOKIE, value: language, url: SERVICE.baseUrl }])
}

async function takeStateScreenshot(
  browser: Browser,
  { folder, path: pagePath, owner, signInToken }: PageState,
  look: Look,
): Promise<void> {
  if (!isIncluded(pagePath)) return
  const page = await openPage(browser, look)
  if (owner) await signInByCookie(page, owner)
  if (signInToken !== undefined)
    await page
      .context()
      .addCookies([{ name: 'cfs-sign-in', value: signInToken, domain: 'localhost', path: '/sign-in' }])
  await setLanguage(page, look)
  await takeScreenshot(page, pagePath, folder, look)
  await page.context().close()
}

async function takeScreenshot(
  page: Page,
  pagePath: string,
  folder: string,
  { scheme, width, language }: Look,
): Promise<void> {
  if (!isIncluded(pagePath)) return
  const response = await page.goto(pagePath)
  if ((response?.status() ?? 500) >= 500) throw new Error(`${pagePath} answered ${response?.status()}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const name =
    pagePath
      .replace(/\?.*/, '')
      .replace(/[0-9a-f-]{36}/g, 'one')
      .replace(/[\w-]{43}$/, 'one')
      .replace(/^\//, '')
      .replaceAll('/', '-') || 'overview'
  await page.screenshot({
    path: path.join(FOLDER, folder, `${name}.${scheme}-${width}-${language}.png`),
    fullPage: true,
  })
}

async function listRecordPages(browser: Browser, owner: Owner): Promise<string[]> {
  const context = await browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'en-GB' })
  const page = await context.newPage()
  await signInByCookie(page, owner)
  const pages: string[] = []
  for (const list of [...LIST_PAGES, ...SIMILAR_LISTS]) {
    await page.goto(list)
    const first = page.locator(`[data-row-link], tbody a[href^="${list}/"]`).first()
    if ((await first.count()) > 0) pages.push((await first.getAttribute('href')) ?? list)
  }
  const [contact, sequence] = [
    pages.find((each) => each.startsWith('/contacts')),
    pages.find((each) => each.startsWith('/sequences'))?.replace('/results', ''),
  ]
  await context.close()
  return [...pages, ...(contact ? [`${contact}/edit`] : []), ...(sequence ? [sequence, `${sequence}/sendings`] : [])]
}
