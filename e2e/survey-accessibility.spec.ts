import { connect, createServer } from 'node:net'
import type { Browser, Locator, Page } from '@playwright/test'
import { pickByTestLength } from '@/server/testing/test-length'
import { findAxeViolations } from './axe-violations'
import { expect, test } from './fixtures'
import { SERVICE } from './service-config'
import { QUESTIONS_OF_EVERY_TYPE, type SentSurveyLink, sendSurveyBeforeAll } from './survey-links'

/* Accessibility of the survey page: small screens, forced colours, keyboard, screen reader, print, page weight. */

const { nextLink, archive } = sendSurveyBeforeAll(18, QUESTIONS_OF_EVERY_TYPE)

const radio = (page: Page, name: string | RegExp, question = '') =>
  page
    .getByRole('group', { name: question })
    .getByRole('radio', { name, exact: typeof name === 'string' })
    .first()
const send = (page: Page) => page.getByRole('button', { name: /^(Send|Envoyer)$/ })

test('a customer answers every kind of survey question with the keyboard alone', async ({ page }) => {
  const link = nextLink()
  await page.goto(link.url)
  const type = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  await type('1', '0')
  await expect(radio(page, '10, Extremely likely')).toBeFocused()
  await type('Tab')
  await page.keyboard.type('Quiet, 24 hours')
  await type('Tab', '4')
  await expect(radio(page, '4 stars', 'How was the room?')).toBeChecked()
  await type('Tab', 'Space', 'ArrowDown')
  await expect(radio(page, 'The web')).toBeChecked()
  await type('Tab', 'Space', 'Tab', 'Space')
  for (const name of ['The food', 'The view']) await expect(page.getByRole('checkbox', { name })).toBeChecked()
  await type('Tab', 'Space', 'Tab', '7', 'Tab', '2', 'Tab')
  await expect(send(page)).toBeFocused()
  await type('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  const [response] = await link.responses()
  const values = response.answers.map(({ value }: { value: unknown }) => value)
  expect(values).toEqual([10, 'Quiet, 24 hours', 4, 'web', ['food', 'view'], true, 7, 2])
})

test('sending an incomplete survey marks each missing answer and focuses the first', async ({ page }) => {
  await page.goto(nextLink().url)
  await page.keyboard.press('9')
  await send(page).click()
  await expect(radio(page, '1 star, Very poor', 'How was the room?')).toBeFocused()
  await expect(radio(page, '1 star, Very poor', 'How was the room?')).toHaveAccessibleDescription(
    'Please answer this question.',
  )
  await expect(page.getByText('Please answer this question.')).toHaveCount(2)
})

test('a screen reader gets each survey question with its answers and the labels at both ends of a scale', async ({
  page,
}) => {
  await page.goto(`${nextLink().url}?score=9`)
  await expect(page.locator('main')).toMatchAriaSnapshot(`
    - main:
      - group /How likely/:
        - heading /How likely/ [level=1]
        - radio "0, Not at all likely"
        - radio "1"
        - radio "2"
        - radio "3"
        - radio "4"
        - radio "5"
        - radio "6"
        - radio "7"
        - radio "8"
        - radio "9" [checked]
        - radio "10, Extremely likely"
      - heading "What is the reason? (optional)" [level=2]
      - textbox "What is the reason? (optional)"
      - group "How was the room?":
        - heading "How was the room?" [level=2]
        - radio "1 star, Very poor"
        - radio "2 stars"
        - radio "3 stars"
        - radio "4 stars"
        - radio "5 stars, Excellent"
  `)
})

for (const spaced of pickByTestLength([false], [false, true]))
  test(`the survey at 320 px${spaced ? ' with wide text spacing' : ''} does not overflow, and every tap target is at least 44 px`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width: 320, height: 256 }, bypassCSP: true })
    const page = await context.newPage()
    await page.goto(`${nextLink().url}?score=3`)
    // WCAG 1.4.12.
    if (spaced)
      await page.addStyleTag({
        content:
          '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
      })
    await send(page).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    const targets = page.locator('.pick:visible, .send:visible, .lang, textarea:visible')
    expect(await targets.count()).toBeGreaterThan(25)
    for (const target of await targets.all()) {
      const box = await target.boundingBox()
      const html = await target.evaluate((element) => element.outerHTML)
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), html).toBeGreaterThanOrEqual(44)
    }
    const clipped = await page
      .locator('body *:visible')
      .evaluateAll((all) =>
        all.filter((one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML),
      )
    expect(clipped).toEqual([])
    await context.close()
  })

async function backgroundOf(locator: Locator, browser: Browser): Promise<string> {
  const png = (await locator.screenshot()).toString('base64')
  const canvas = await browser.newPage()
  const colour = await canvas.evaluate(async (data) => {
    const image = new Image()
    image.src = `data:image/png;base64,${data}`
    await image.decode()
    const context = Object.assign(document.createElement('canvas'), { width: 20, height: 20 }).getContext('2d')
    context?.drawImage(image, 0, 0)
    return context?.getImageData(10, 10, 1, 1).data.join()
  }, png)
  await canvas.close()
  return colour ?? ''
}

test('selected survey answers, the send button and the focus are visible in forced colours mode', async ({
  browser,
}) => {
  const context = await browser.newContext({ forcedColors: 'active', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${nextLink().url}?score=7`)
  const pick = (id: string) => page.locator(`.pick:has(#${id})`)
  for (const id of ['q3-2', 'q4-0', 'q5-1', 'q6-0']) await page.locator(`#${id}`).check({ force: true })
  await page.mouse.move(0, 0)
  const plain = await backgroundOf(pick('q0-3'), browser)
  for (const id of ['q0-3', 'q0-8', 'q3-3', 'q4-1', 'q5-0', 'q6-1'])
    expect(await backgroundOf(pick(id), browser), id).toBe(plain)
  for (const id of ['q0-7', 'q3-0', 'q3-1', 'q3-2', 'q4-0', 'q5-1', 'q6-0'])
    expect(await backgroundOf(pick(id), browser), id).not.toBe(plain)
  expect(await backgroundOf(send(page), browser)).not.toBe(plain)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('input:focus-visible + span')).toHaveCSS('outline-style', 'solid')
  await context.close()
})

test('the survey page does not animate when the person prefers reduced motion', async ({ page }) => {
  const animation = () => page.locator('.later').evaluate((element) => getComputedStyle(element).animationName)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(`${nextLink().url}?score=9`)
  expect(await animation()).toBe('come')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await animation()).toBe('none')
})

test('a printed survey shows its questions in dark text and hides the send button', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(nextLink().url)
  await expect(page.getByText('How was the room?')).toBeVisible()
  await expect(send(page)).toBeHidden()
  await expect(page.locator('html')).toHaveCSS('color', 'rgb(30, 27, 24)')
})

async function withTrafficMeter(work: (url: string, meter: { requests: string[]; bytes: number }) => Promise<void>) {
  const meter = { requests: [] as string[], bytes: 0 }
  const sockets = new Set<{ destroy: () => void }>()
  const server = createServer((client) => {
    const service = connect(SERVICE.port, '127.0.0.1')
    client.on('data', (data) => meter.requests.push(...(String(data).match(/^[A-Z]+ \S+(?= HTTP\/1\.1)/gm) ?? [])))
    service.on('data', (data) => {
      meter.bytes += data.length
    })
    client.pipe(service).pipe(client)
    for (const socket of [client, service]) sockets.add(socket.on('error', () => socket.destroy()))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    await work(`http://localhost:${typeof address === 'object' ? address?.port : ''}`, meter)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

test('opening a survey makes two requests of at most 14 KB in total, none to a third party, and sets no cookie', async ({
  browser,
}) => {
  const { path } = nextLink()
  const context = await browser.newContext()
  const page = await context.newPage()
  await withTrafficMeter(async (url, meter) => {
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await page.goto(`${url}${path}`)
    expect(meter.requests).toEqual([`GET ${path}`, 'GET /survey.js'])
    expect(urls.filter((one) => !one.startsWith('data:'))).toEqual([`${url}${path}`, `${url}/survey.js`])
    expect(meter.bytes).toBeGreaterThan(4000)
    expect(meter.bytes).toBeLessThanOrEqual(14 * 1024)
    expect(await context.cookies()).toEqual([])
  })
  await context.close()
})

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>
const SCHEMES: Media[] = [{ colorScheme: 'light' }, { colorScheme: 'dark' }]
/** Forced colours have a separate visual test. */
const EVERY_SCHEME = pickByTestLength<Media[]>(SCHEMES, [...SCHEMES, { forcedColors: 'active' }])

async function expectAccessible(page: Page, language: string, state: string): Promise<void> {
  await expect(page.locator('html'), state).toHaveAttribute('lang', language)
  // Colours do not depend on the language: the other schemes are checked in one language.
  for (const [index, media] of (language === 'en' ? EVERY_SCHEME : EVERY_SCHEME.slice(0, 1)).entries()) {
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', ...media })
    const by = index === 0 ? 'everything' : 'contrast'
    expect(await findAxeViolations(page, { ruleSet: by }), `${state} ${JSON.stringify(media)}`).toEqual([])
  }
}

// `npm test` checks only the ended survey in French.
for (const language of pickByTestLength(['en'], ['en', 'fr']))
  test(`the survey pages have no axe violations in any state (${language})`, async ({ browser }) => {
    test.setTimeout(300_000)
    const context = await browser.newContext({ locale: language, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const check = (state: string) => expectAccessible(page, language, state)
    const open = (link: SentSurveyLink, score: number | '' = '') =>
      page.goto(`${link.url}?lang=${language}${score === '' ? '' : `&score=${score}`}`)
    const fillIn = async () => {
      await page.locator('#q3-2').check({ force: true })
      await page.locator('#q6-0').check({ force: true })
    }

    const link = nextLink()
    await open(link)
    await check('fresh')
    await open(link, 3)
    await check('the first one answered')
    await send(page).click()
    await expect(page.locator('.bad')).toHaveCount(2)
    await check('faults')
    await fillIn()
    await context.setOffline(true)
    await send(page).click()
    await expect(page.getByRole('status')).not.toBeEmpty()
    await check('offline')
    await context.setOffline(false)
    await expect(page.locator('.note h1')).toBeVisible()
    await check('sent, negative')
    for (const score of [7, 9]) {
      const other = nextLink()
      await open(other, score)
      await fillIn()
      await send(page).click()
      await expect(page.locator('.note h1')).toBeVisible()
      await open(other)
      await check(`thanks for ${score}`)
    }
    const form = { 'q.nps': '1', _language: language }
    await page.setContent(await (await page.request.post(link.url, { form })).text())
    await check('already answered')
    const incomplete = { 'q.nps': '4', _language: language }
    await page.setContent(await (await page.request.post(nextLink().url, { form: incomplete })).text())
    await check('faults that the service found')
    await page.goto(link.unsubscribe + `?lang=${language}`)
    await check('unsubscribe')
    await page.getByRole('button', { name: /^(Save|Enregistrer)$/ }).click()
    await check('saved preferences')
    await page.getByRole('button', { name: /^(Unsubscribe|Se désabonner)$/ }).click()
    await check('unsubscribed')
    await page.goto('/s/nonsense')
    await check('unknown')
    await context.close()
  })

test('the page of an ended survey has no axe violations', async ({ page }) => {
  const link = nextLink()
  await archive()
  for (const language of ['en', 'fr']) {
    await page.goto(`${link.url}?lang=${language}`)
    await expectAccessible(page, language, 'archived')
  }
})
