import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures'
import { type SurveyRequest, askPeople, type SurveyLink } from './survey-links'

const REASON = { id: 'why', type: 'text', text: { en: 'What is the reason?', fr: 'Pour quelle raison ?' } }
const OFFLINE = /You seem to be offline\. Your answers are kept on this device/
const BUSY = /We can’t receive your answers right now\. Your answers are kept on this device/

let asked: SurveyRequest
let links: SurveyLink[]

test.beforeAll(async () => {
  test.setTimeout(180_000)
  asked = await askPeople(18, [REASON])
  links = [...asked.links]
})

function nextLink(): SurveyLink {
  const link = links.pop()
  if (!link) throw new Error('More links are needed than were asked for.')
  return link
}

const score = (page: Page, value: number) => page.getByRole('radio', { name: new RegExp(`^${value}\\b`) })
const reason = (page: Page) => page.getByLabel('What is the reason?')
const note = (page: Page) => page.getByRole('status')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = (page: Page) => page.getByRole('button', { name: 'Send' }).click()

async function answer(page: Page, value: number, words: string): Promise<void> {
  await score(page, value).check({ force: true })
  await reason(page).fill(words)
}

const heldKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('survey ')))

/** Simulates a flaky connection: submissions fail, page loads work. @returns a function that restores the connection */
async function withoutSending(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route('**/s/*', (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  )
  return () => context.unroute('**/s/*')
}

async function expectOnce(link: SurveyLink, npsScore: number): Promise<void> {
  await expect.poll(link.responses).toMatchObject([{ npsScore, status: 'completed' }])
}

test('a score chosen in the mail is kept after the page was visible for two seconds', async ({ page }) => {
  const link = nextLink()
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.postData() ?? '')))
  await page.clock.install()
  await page.goto(`${link.url}?score=9`)
  await expect(score(page, 9)).toBeChecked()
  await page.clock.runFor(1900)
  expect(sent).toEqual([])
  const kept = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.clock.runFor(1100)
  expect((await kept).status()).toBe(204)
  expect(sent).toHaveLength(1)
  expect(await link.responses()).toEqual([])
  expect(await link.responses('partial')).toMatchObject([{ npsScore: 9, status: 'partial' }])
})

test('a score in the link of a hidden page is kept only after a touch', async ({ page }) => {
  const link = nextLink()
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.postData() ?? '')))
  await page.clock.install()
  await page.addInitScript(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
  await page.goto(`${link.url}?score=4`)
  await page.clock.runFor(600_000)
  expect(sent).toEqual([])
  const kept = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.mouse.click(5, 5)
  await page.clock.runFor(1000)
  expect((await kept).status()).toBe(204)
  expect(await link.responses('partial')).toMatchObject([{ npsScore: 4 }])
})

test('a customer who answers offline sees a notice, and the answers are sent automatically when the network is back', async ({
  context,
  page,
}) => {
  const link = nextLink()
  await page.goto(`${link.url}?score=9`)
  await answer(page, 3, 'Too loud')
  await context.setOffline(true)
  await press(page)
  await expect(note(page)).toHaveText(OFFLINE)
  expect(await heldKeys(page)).toEqual([`survey ${link.path}`])
  expect(await link.responses()).toEqual([])

  await context.setOffline(false)
  await expect(heading(page, 'Thank you')).toBeFocused()
  await expect(page).toHaveTitle('Thank you')
  await expect(page.getByText('We are sorry we fell short.')).toBeVisible()
  expect(await heldKeys(page)).toEqual([])
  await expectOnce(link, 3)

  // Same URL as after a form post; a reload sends nothing.
  expect(page.url()).toBe(link.url)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  await page.reload()
  await expect(heading(page, 'Thank you')).toBeVisible()
  expect(sent).not.toContain('POST')
})

test('an unsent survey answer survives reloading and closing the page, and is retried until it arrives', async ({
  context,
}) => {
  const link = nextLink()
  const restore = await withoutSending(context)
  const first = await context.newPage()
  await first.goto(link.url)
  await answer(first, 2, 'Slow — “très lent” 🙁')
  await press(first)
  await expect(note(first)).toHaveText(OFFLINE)
  await first.reload()
  await expect(score(first, 2)).toBeChecked()
  await expect(note(first)).toHaveText(OFFLINE)
  await first.close()

  const second = await context.newPage()
  await second.goto(`${link.url}?score=10`)
  await expect(score(second, 2)).toBeChecked()
  await expect(reason(second)).toHaveValue('Slow — “très lent” 🙁')
  await expect(note(second)).toHaveText(OFFLINE)
  await restore()
  await expect(heading(second, 'Thank you')).toBeVisible({ timeout: 30_000 })
  await expectOnce(link, 2)
})

test('a survey draft survives reload, navigation and language switch, and moves from the device to the service once online', async ({
  browser,
  context,
  page,
}) => {
  const link = nextLink()
  const restore = await withoutSending(context)
  await page.goto(`${link.url}?score=9`)
  await answer(page, 8, 'Nearly perfect')
  await page.reload()
  await expect(score(page, 8)).toBeChecked()
  await expect(reason(page)).toHaveValue('Nearly perfect')
  await page.goto('/s/nonsense')
  await page.goBack()
  await expect(score(page, 8)).toBeChecked()
  await expect(reason(page)).toHaveValue('Nearly perfect')
  // Each language has its own URL.
  await page.getByRole('link', { name: 'Français' }).click()
  await expect(page.getByLabel('Pour quelle raison ?')).toHaveValue('Nearly perfect')
  // A score from a newer email link overrides the stored draft.
  await page.goto(`${link.url}?score=5`)
  await expect(score(page, 5)).toBeChecked()
  await expect(reason(page)).toHaveValue('Nearly perfect')

  await restore()
  await page.reload()
  await expect.poll(() => heldKeys(page)).toEqual([])
  expect(await link.responses()).toEqual([])
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(link.url)
  await expect(score(elsewhere, 5)).toBeChecked()
  await expect(reason(elsewhere)).toHaveValue('Nearly perfect')
  await elsewhere.context().close()
})

test('a survey answer to a busy service is retried only after its Retry-After time', async ({ context, page }) => {
  const link = nextLink()
  const times: number[] = []
  await context.route('**/s/*', async (route) => {
    if (!route.request().postData()?.includes('_stay')) return route.continue()
    times.push(Date.now())
    if (times.length > 1) return route.continue()
    await route.fulfill({ status: 503, headers: { 'Retry-After': '6' }, body: 'Service Unavailable' })
  })
  await page.goto(link.url)
  await answer(page, 9, 'Fine')
  await press(page)
  await expect(note(page)).toHaveText(BUSY)
  // Going online does not shorten the retry delay.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(heading(page, 'Thank you')).toBeVisible({ timeout: 30_000 })
  expect(times).toHaveLength(2)
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(5900)
  await expectOnce(link, 9)
})

test('a survey answer whose confirmation was lost is sent again and recorded as one response', async ({
  context,
  page,
}) => {
  const link = nextLink()
  let lost = 0
  await context.route('**/s/*', async (route) => {
    if (lost > 0 || !route.request().postData()?.includes('_stay')) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.goto(link.url)
  await answer(page, 10, 'Great')
  await press(page)
  await expect(note(page)).toHaveText(OFFLINE)
  await expectOnce(link, 10)
  await expect(heading(page, 'Thank you')).toBeVisible({ timeout: 30_000 })
  await expectOnce(link, 10)
  expect(lost).toBe(1)
})

test('a survey answer intercepted by a Wi-Fi login page stays on the device and is sent once the service is reachable', async ({
  context,
  page,
}) => {
  const link = nextLink()
  await context.route('**/s/*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to our wifi</h1>' })
      : route.continue(),
  )
  await page.goto(link.url)
  await answer(page, 7, 'Fine')
  await press(page)
  await expect(note(page)).toHaveText(OFFLINE)
  expect(await heldKeys(page)).toHaveLength(1)
  await context.unroute('**/s/*')
  await expect(heading(page, 'Thank you')).toBeVisible({ timeout: 30_000 })
  await expectOnce(link, 7)
})

test('a customer who answered in another browser meanwhile sees that they have already answered, and the first answer counts', async ({
  browser,
  context,
  page,
}) => {
  const link = nextLink()
  await page.goto(link.url)
  await answer(page, 1, 'Later')
  await context.setOffline(true)
  await press(page)
  await expect(note(page)).toHaveText(OFFLINE)
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(link.url)
  await answer(elsewhere, 9, 'First')
  await press(elsewhere)
  await expect(heading(elsewhere, 'Thank you')).toBeVisible()
  await elsewhere.context().close()

  await context.setOffline(false)
  await expect(heading(page, 'You have already answered')).toBeFocused()
  expect(await heldKeys(page)).toEqual([])
  await expectOnce(link, 9)
})

test('opening a survey answered elsewhere sends a pending answer, discards a draft, and leaves the first response', async ({
  browser,
  context,
}) => {
  const link = nextLink()
  const restore = await withoutSending(context)
  const page = await context.newPage()
  await page.goto(link.url)
  await answer(page, 4, 'Held')
  await expect.poll(() => heldKeys(page)).toHaveLength(1)
  const draft = await context.storageState()
  await press(page)
  await expect(note(page)).toHaveText(OFFLINE)
  const other = await browser.newContext({ storageState: draft })
  const elsewhere = await other.newPage()
  await elsewhere.goto(link.url)
  await expect(reason(elsewhere)).toHaveValue('Held')
  await answer(elsewhere, 8, 'First')
  await press(elsewhere)
  await expect(heading(elsewhere, 'Thank you')).toBeVisible()
  await other.close()

  await page.goto(link.url)
  await expect(heading(page, 'Thank you')).toBeVisible()
  await restore()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(heading(page, 'You have already answered')).toBeVisible()
  expect(await heldKeys(page)).toEqual([])

  const late = await browser.newContext({ storageState: draft })
  const thanks = await late.newPage()
  await thanks.goto(link.url)
  await expect(heading(thanks, 'Thank you')).toBeVisible()
  expect(await heldKeys(thanks)).toEqual([])
  await late.close()
  await expectOnce(link, 8)
})

test('survey answers stored on the device for more than a week are deleted and not sent', async ({ page }) => {
  const [link, other] = [nextLink(), nextLink()]
  await page.goto(link.url)
  await page.evaluate(
    ([own = '', foreign = '']) => {
      const held = { at: Date.now() - 8 * 86_400_000, isFinal: true, fields: [['q.nps', '1']] }
      for (const path of [own, foreign]) localStorage.setItem(`survey ${path}`, JSON.stringify(held))
      localStorage.setItem('theme', 'dark')
    },
    [link.path, other.path],
  )
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  await page.reload()
  await expect(score(page, 1)).not.toBeChecked()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['theme'])
  expect(sent).not.toContain('POST')
})

test('a customer without browser storage sees that the page must stay open, and the answers are sent once online', async ({
  browser,
}) => {
  const link = nextLink()
  const context = await browser.newContext()
  await context.addInitScript(() =>
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  )
  const page = await context.newPage()
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto(link.url)
  await answer(page, 6, 'Private')
  await context.setOffline(true)
  await press(page)
  await expect(note(page)).toHaveText(/You seem to be offline\. Keep this page open/)
  await context.setOffline(false)
  await expect(heading(page, 'Thank you')).toBeVisible()
  await expectOnce(link, 6)
  expect(errors).toEqual([])
  await context.close()
})

test('a customer without JavaScript sends the survey from two tabs, and it is recorded as one response', async ({
  browser,
}) => {
  const link = nextLink()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const [page, twin] = [await context.newPage(), await context.newPage()]
  for (const one of [page, twin]) await one.goto(link.url)
  for (const one of [page, twin]) {
    await score(one, 9).check({ force: true })
    await reason(one).fill('Plain')
    await press(one)
    await expect(heading(one, 'Thank you')).toBeVisible()
    expect(one.url()).toBe(link.url)
  }
  await expectOnce(link, 9)
  await context.close()
})

test('answering a survey that ended meanwhile shows that it has ended and removes the answers from the device', async ({
  context,
  page,
}) => {
  const link = nextLink()
  await page.goto(link.url)
  await answer(page, 9, 'Too late')
  await context.setOffline(true)
  await press(page)
  await expect(note(page)).toHaveText(OFFLINE)
  await asked.archive()
  await context.setOffline(false)
  await expect(heading(page, 'This survey has ended')).toBeFocused()
  expect(await heldKeys(page)).toEqual([])
  expect(await link.responses()).toEqual([])
})
