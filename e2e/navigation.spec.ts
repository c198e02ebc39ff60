import type { Locator, Page } from '@playwright/test'
import { expect, signInByCookie, test } from './fixtures'
import { readDemoOwner } from './read-demo-owner'
import { trackPendingRequests } from './track-pending-requests'

test.use({ waitsForHydration: false })

const firstRow = (page: Page) => page.locator('[data-row-link]').first()

/** Delay of lazily loaded code, ms. */
const SLOW_CODE_MS = 200

/** Simulates a slow service: holds page navigations until `release`, and delays their code. */
async function slowDown(page: Page): Promise<{ release: () => void }> {
  let heldRequests: (() => void)[] = []
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_CODE_MS))
    await route.continue()
  })
  await page.route(/[?&]_rsc=/, async (route) => {
    await new Promise<void>((resolve) => heldRequests.push(resolve))
    await route.continue()
  })
  return {
    release: () => {
      for (const go of heldRequests) go()
      heldRequests = []
    },
  }
}

type RenderRecord = {
  title: string
  shift: number
  jumped: string[]
}

/** Clicks a link, and records inside the page all content shown until the new page is rendered. */
async function follow(link: Locator): Promise<RenderRecord> {
  return link.evaluate(
    (element: HTMLAnchorElement) =>
      new Promise<RenderRecord>((resolve) => {
        const record: RenderRecord = {
          title: '',
          shift: 0,
          jumped: [],
        }
        const position = (target: Element | null | undefined) => {
          const { x, y } = target?.getBoundingClientRect() ?? { x: 0, y: 0 }
          return { x: Math.round(x), y: Math.round(y) }
        }
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, sources } = entry as unknown as {
              value: number
              sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
            }
            record.shift += value
            for (const { node, previousRect: from, currentRect: to } of sources) {
              const named = node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.nodeName)
              record.jumped.push(`${value.toFixed(3)} ${named}: ${from.x}, ${from.y} to ${to.x}, ${to.y}`)
            }
          }
        }).observe({ type: 'layout-shift' })
        const goal = new URL(element.href).pathname
        let skeleton = position(null)
        const checkFrame = () => {
          const title = document.querySelector('main [data-skeleton=title]')
          if (title) skeleton = position(title)
          if (location.pathname !== goal || title || document.querySelector('main .animate-wait'))
            return requestAnimationFrame(checkFrame)
          const real = position(document.querySelector('main h1'))
          record.title = `${skeleton.x - real.x}, ${skeleton.y - real.y}`
          // One more frame, to catch a late layout shift.
          return requestAnimationFrame(() => requestAnimationFrame(() => resolve(record)))
        }
        element.click()
        checkFrame()
      }),
  )
}

const isInSection = (goal: string, href: string | null) =>
  href === '/' ? goal === '/' : goal.startsWith(href ?? 'none')

test('navigating on a slow service highlights the link and shows a skeleton before the page, without layout shift', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const requests = trackPendingRequests(page)
  await signInByCookie(page, readDemoOwner(), '/')
  await requests.idle()
  const { release } = await slowDown(page)
  const steps: [name: string, link: () => Locator][] = [
    ['a list', () => page.locator('header nav a[href="/contacts"]')],
    ['one of it', () => firstRow(page)],
    ['its form', () => page.locator('main a[href$="/edit"]')],
    ['another list', () => page.locator('header nav a[href="/responses"]')],
    ['a response', () => firstRow(page)],
    ['the overview', () => page.locator('header nav a[href="/"]')],
    ['settings', () => page.locator('header nav a[href="/settings"]')],
  ]
  for (const [name, link] of steps) {
    const goal = (await link().getAttribute('href')) ?? ''
    const followed = follow(link())
    // The page itself is still held.
    await expect(page.locator('main [data-skeleton=title]'), `${name}: its skeleton`).toBeVisible()
    const current = page.locator('header nav a[aria-current=page]')
    await expect.poll(async () => isInSection(goal, await current.getAttribute('href')), `${name}: the link`).toBe(true)
    release()
    const { title, shift, jumped } = await followed
    expect(title, `${name}: the title's place`).toBe('0, 0')
    expect(shift, `${name}: layout shift\n${jumped.join('\n')}`).toBeLessThanOrEqual(0.02)
  }
  const tab = page.getByRole('link', { name: 'Webhooks' })
  await tab.click()
  await expect(page.locator('main .animate-wait').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await expect(tab).toHaveAttribute('aria-current', 'page')
  expect(
    await page
      .locator('main .animate-wait')
      .first()
      .evaluate((wait) => getComputedStyle(wait).animationIterationCount),
  ).toBe('1')
  release()
  await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeVisible()
})

test('a link pressed without a network keeps the page, and opens once the network is back', async ({ page }) => {
  await signInByCookie(page, readDemoOwner(), '/contacts')
  const line = page.getByRole('status').filter({ hasText: 'You are offline.' })
  await page.context().setOffline(true)
  await expect(line).toBeVisible()
  await page.locator('header nav a[href="/surveys"]').click()
  await expect(line).toContainText('The page opens once you are back online.')
  await expect(page).toHaveURL('/contacts')
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Surveys', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/surveys')
})

test('going back to a list restores its filters, scroll position and focused row, and a record opens at its heading', async ({
  page,
}) => {
  await signInByCookie(page, readDemoOwner(), '/')
  await page.locator('header nav a[href="/contacts"]').click()
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeFocused()

  const row = page.locator('[data-row-link]').nth(30)
  const name = await row.getAttribute('href')
  await row.scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => window.scrollY)
  expect(top).toBeGreaterThan(300)
  await row.press('Enter')
  const title = page.locator('main h1')
  await expect(page).toHaveURL(new RegExp(`${name}$`))
  await expect(title).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page.locator(`[data-row-link][href="${name}"]`)).toBeFocused()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top)
  await page.goForward()
  await expect(page).toHaveURL(new RegExp(`${name}$`))
  await expect(title).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await page.goto('/responses?band=positive&page=2')
  const second = page.locator('[data-row-link]').nth(12)
  const response = await second.getAttribute('href')
  await second.scrollIntoViewIfNeeded()
  const depth = await page.evaluate(() => window.scrollY)
  await second.click()
  await expect(page).toHaveURL(response ?? '')
  await expect(title).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(/band=positive&page=2$/)
  await expect(page.locator(`[data-row-link][href="${response}"]`)).toBeFocused()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(depth)
})
