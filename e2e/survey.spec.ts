import { expect, test } from './fixtures'
import { sendSurveyBeforeAll } from './survey-links'
import {
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

const { nextLink, archive } = sendSurveyBeforeAll(7, [REASON_QUESTION])

test('a score chosen in the email is saved as partial once the page was visible for two seconds', async ({ page }) => {
  const link = nextLink()
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.postData() ?? '')))
  await page.clock.install()
  await page.goto(`${link.url}?score=9`)
  await expect(scoreRadio(page, 9)).toBeChecked()
  await page.clock.runFor(1900)
  expect(sent).toEqual([])
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.clock.runFor(1100)
  expect((await saved).status()).toBe(204)
  expect(sent).toHaveLength(1)
  expect(await link.responses()).toEqual([])
  expect(await link.responses('partial')).toMatchObject([{ npsScore: 9, status: 'partial' }])
})

test('a score chosen in the email is not saved on a hidden page until the page is touched', async ({ page }) => {
  const link = nextLink()
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.postData() ?? '')))
  await page.clock.install()
  await page.addInitScript(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
  await page.goto(`${link.url}?score=4`)
  await page.clock.runFor(600_000)
  expect(sent).toEqual([])
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.mouse.click(5, 5)
  await page.clock.runFor(1000)
  expect((await saved).status()).toBe(204)
  expect(await link.responses('partial')).toMatchObject([{ npsScore: 4 }])
})

test('a customer who answered in another browser meanwhile sees that they have already answered, and the first answer counts', async ({
  browser,
  context,
  page,
}) => {
  const link = nextLink()
  await page.goto(link.url)
  await fillScoreAndReason(page, 1, 'Later')
  await context.setOffline(true)
  await pressSend(page)
  await expect(notice(page)).toHaveText(OFFLINE_NOTICE)
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(link.url)
  await fillScoreAndReason(elsewhere, 9, 'First')
  await pressSend(elsewhere)
  await expect(heading(elsewhere, 'Thank you')).toBeVisible()
  await elsewhere.context().close()

  await context.setOffline(false)
  await expect(heading(page, 'You have already answered')).toBeFocused()
  expect(await storedKeys(page)).toEqual([])
  await expectOneResponse(link, 9)
})

test('opening a survey answered elsewhere sends a pending answer, discards a draft, and leaves the first response', async ({
  browser,
  context,
}) => {
  const link = nextLink()
  const restore = await blockSubmissions(context)
  const page = await context.newPage()
  await page.goto(link.url)
  await fillScoreAndReason(page, 4, 'Held')
  await expect.poll(() => storedKeys(page)).toHaveLength(1)
  const draft = await context.storageState()
  await pressSend(page)
  await expect(notice(page)).toHaveText(OFFLINE_NOTICE)
  const other = await browser.newContext({ storageState: draft })
  const elsewhere = await other.newPage()
  await elsewhere.goto(link.url)
  await expect(reasonField(elsewhere)).toHaveValue('Held')
  await fillScoreAndReason(elsewhere, 8, 'First')
  await pressSend(elsewhere)
  await expect(heading(elsewhere, 'Thank you')).toBeVisible()
  await other.close()

  await page.goto(link.url)
  await expect(heading(page, 'Thank you')).toBeVisible()
  await restore()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(heading(page, 'You have already answered')).toBeVisible()
  expect(await storedKeys(page)).toEqual([])

  const late = await browser.newContext({ storageState: draft })
  const thanks = await late.newPage()
  await thanks.goto(link.url)
  await expect(heading(thanks, 'Thank you')).toBeVisible()
  expect(await storedKeys(thanks)).toEqual([])
  await late.close()
  await expectOneResponse(link, 8)
})

test('a customer without JavaScript sends the survey from two tabs, and it is recorded as one response', async ({
  browser,
}) => {
  const link = nextLink()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const [page, twin] = [await context.newPage(), await context.newPage()]
  for (const one of [page, twin]) await one.goto(link.url)
  for (const one of [page, twin]) {
    await scoreRadio(one, 9).check({ force: true })
    await reasonField(one).fill('Plain')
    await pressSend(one)
    await expect(heading(one, 'Thank you')).toBeVisible()
    expect(one.url()).toBe(link.url)
  }
  await expectOneResponse(link, 9)
  await context.close()
})

test('answering a survey that ended meanwhile shows that it has ended and removes the answers from the device', async ({
  context,
  page,
}) => {
  const link = nextLink()
  await page.goto(link.url)
  await fillScoreAndReason(page, 9, 'Too late')
  await context.setOffline(true)
  await pressSend(page)
  await expect(notice(page)).toHaveText(OFFLINE_NOTICE)
  await archive()
  await context.setOffline(false)
  await expect(heading(page, 'This survey has ended')).toBeFocused()
  expect(await storedKeys(page)).toEqual([])
  expect(await link.responses()).toEqual([])
})
