import { expect, test } from './fixtures'
import { sendSurveyBeforeAll } from './survey-links'
import {
  BUSY_NOTICE,
  blockSubmissions,
  expectOneResponse,
  fillScoreAndReason,
  heading,
  notice,
  OFFLINE_NOTICE,
  pressSend,
  REASON_QUESTION,
  reasonField,
  scoreRadio,
  storedKeys,
} from './survey-page'

const { nextLink } = sendSurveyBeforeAll(10, [REASON_QUESTION])

test('a customer who answers offline sees a notice, and the answers are sent automatically when the network is back', async ({
  context,
  page,
}) => {
  const link = nextLink()
  await page.goto(`${link.url}?score=9`)
  await fillScoreAndReason(page, 3, 'Too loud')
  await context.setOffline(true)
  await pressSend(page)
  await expect(notice(page)).toHaveText(OFFLINE_NOTICE)
  expect(await storedKeys(page)).toEqual([`survey ${link.path}`])
  expect(await link.responses()).toEqual([])

  await context.setOffline(false)
  await expect(heading(page, 'Thank you')).toBeFocused()
  await expect(page).toHaveTitle('Thank you')
  await expect(page.getByText('We are sorry we fell short.')).toBeVisible()
  expect(await storedKeys(page)).toEqual([])
  await expectOneResponse(link, 3)

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
  const restore = await blockSubmissions(context)
  const first = await context.newPage()
  await first.goto(link.url)
  await fillScoreAndReason(first, 2, 'Slow — “très lent” 🙁')
  await pressSend(first)
  await expect(notice(first)).toHaveText(OFFLINE_NOTICE)
  await first.reload()
  await expect(scoreRadio(first, 2)).toBeChecked()
  await expect(notice(first)).toHaveText(OFFLINE_NOTICE)
  await first.close()

  const second = await context.newPage()
  await second.goto(`${link.url}?score=10`)
  await expect(scoreRadio(second, 2)).toBeChecked()
  await expect(reasonField(second)).toHaveValue('Slow — “très lent” 🙁')
  await expect(notice(second)).toHaveText(OFFLINE_NOTICE)
  await restore()
  await expect(heading(second, 'Thank you')).toBeVisible({ timeout: 30_000 })
  await expectOneResponse(link, 2)
})

test('a survey draft survives reload, navigation and language switch, and moves from the device to the service once online', async ({
  browser,
  context,
  page,
}) => {
  const link = nextLink()
  const restore = await blockSubmissions(context)
  await page.goto(`${link.url}?score=9`)
  await fillScoreAndReason(page, 8, 'Nearly perfect')
  await page.reload()
  await expect(scoreRadio(page, 8)).toBeChecked()
  await expect(reasonField(page)).toHaveValue('Nearly perfect')
  await page.goto('/s/nonsense')
  await page.goBack()
  await expect(scoreRadio(page, 8)).toBeChecked()
  await expect(reasonField(page)).toHaveValue('Nearly perfect')
  // Each language has its own URL.
  await page.getByRole('link', { name: 'Français' }).click()
  await expect(page.getByLabel('Pour quelle raison ?')).toHaveValue('Nearly perfect')
  // A score from a newer email link overrides the stored draft.
  await page.goto(`${link.url}?score=5`)
  await expect(scoreRadio(page, 5)).toBeChecked()
  await expect(reasonField(page)).toHaveValue('Nearly perfect')

  await restore()
  await page.reload()
  await expect.poll(() => storedKeys(page)).toEqual([])
  expect(await link.responses()).toEqual([])
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(link.url)
  await expect(scoreRadio(elsewhere, 5)).toBeChecked()
  await expect(reasonField(elsewhere)).toHaveValue('Nearly perfect')
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
  await fillScoreAndReason(page, 9, 'Fine')
  await pressSend(page)
  await expect(notice(page)).toHaveText(BUSY_NOTICE)
  // Going online does not shorten the retry delay.
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(heading(page, 'Thank you')).toBeVisible({ timeout: 30_000 })
  expect(times).toHaveLength(2)
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(5900)
  await expectOneResponse(link, 9)
})

test('a survey answer whose confirmation was lost is sent again and recorded as one response', async ({
  context,
  page,
}) => {
  const link = nextLink()
  let lostResponses = 0
  await context.route('**/s/*', async (route) => {
    if (lostResponses > 0 || !route.request().postData()?.includes('_stay')) return route.continue()
    lostResponses += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.goto(link.url)
  await fillScoreAndReason(page, 10, 'Great')
  await pressSend(page)
  await expect(notice(page)).toHaveText(OFFLINE_NOTICE)
  await expectOneResponse(link, 10)
  await expect(heading(page, 'Thank you')).toBeVisible({ timeout: 30_000 })
  await expectOneResponse(link, 10)
  expect(lostResponses).toBe(1)
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
  await fillScoreAndReason(page, 7, 'Fine')
  await pressSend(page)
  await expect(notice(page)).toHaveText(OFFLINE_NOTICE)
  expect(await storedKeys(page)).toHaveLength(1)
  await context.unroute('**/s/*')
  await expect(heading(page, 'Thank you')).toBeVisible({ timeout: 30_000 })
  await expectOneResponse(link, 7)
})

test('survey answers stored on the device for more than a week are deleted and not sent', async ({ page }) => {
  const [link, other] = [nextLink(), nextLink()]
  await page.goto(link.url)
  await page.evaluate(
    ([own = '', foreign = '']) => {
      const stored = { at: Date.now() - 8 * 86_400_000, isFinal: true, fields: [['q.nps', '1']] }
      for (const path of [own, foreign]) localStorage.setItem(`survey ${path}`, JSON.stringify(stored))
      localStorage.setItem('theme', 'dark')
    },
    [link.path, other.path],
  )
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  await page.reload()
  await expect(scoreRadio(page, 1)).not.toBeChecked()
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
  await fillScoreAndReason(page, 6, 'Private')
  await context.setOffline(true)
  await pressSend(page)
  await expect(notice(page)).toHaveText(/You seem to be offline\. Keep this page open/)
  await context.setOffline(false)
  await expect(heading(page, 'Thank you')).toBeVisible()
  await expectOneResponse(link, 6)
  expect(errors).toEqual([])
  await context.close()
})
