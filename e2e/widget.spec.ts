import type { BrowserContext, Page } from '@playwright/test'
import { inSeconds, signClaims } from '@/server/survey-links/signed-token-fixture'
import { findAxeViolations } from './axe-violations'
import type { ApiClient, Json } from './fixtures'
import { aForeignSite, type ForeignSite } from './foreign-site'
import { SERVICE } from './service-config'
import { anEmailAddress, expect, testWithOwnOrganization as test } from './signed-in-test'

/* Widgets on the site of an owner: another origin, whose policy allows what the guide asks for. */

/** Answers that come sooner are flagged. */
const FASTEST_PERSON_MS = 2000

let site: ForeignSite
let surveyId: string

test.beforeEach(async ({ call }) => {
  site = await aForeignSite()
  const survey = { name: 'After a visit', type: 'nps', questions: [], fields: [{ id: 'plan', signed: false }] }
  surveyId = (await call('POST /surveys', survey)).body.data.id
})
test.afterEach(() => site.close())

const AT_ONCE = { delaySeconds: 0 }

async function aWidget(call: ApiClient, settings: object = {}): Promise<Json> {
  const body = { name: 'Shop', kind: 'popover', origins: [site.origin], rules: AT_ONCE, ...settings }
  const created = await call(`POST /surveys/${surveyId}/widgets`, body)
  expect(created.status).toBe(201)
  return created.body.data
}

const embed = ({ snippet }: { snippet: string }, attributes = '') => snippet.replace(' async', ` ${attributes} async`)

/** A widget that is always shown, below the page: once it is, others have decided, too. */
async function aControl(call: ApiClient): Promise<string> {
  const control = await aWidget(call, { kind: 'inline', rules: {} })
  return `<div id="control"></div>${embed(control, 'data-widget-target="#control"')}`
}

const controlFrame = (page: Page) => page.locator('#control feedback-widget iframe')
/** It is on the page even before the survey has loaded. */
const hosts = (page: Page) => page.locator('body > feedback-widget')
const popover = (page: Page) => page.locator('body > feedback-widget').getByRole('dialog')
const form = (page: Page) => page.frameLocator('body > feedback-widget iframe')

/** A visitor of the site: a browser without the session of the owner. */
async function aVisitor(context: BrowserContext): Promise<Page> {
  const browser = context.browser()
  if (!browser) throw new Error('no browser')
  const visitor = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [] },
  })
  const page = await visitor.newPage()
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    for (const name of ['shown', 'answered', 'closed'])
      document.addEventListener(`feedback:${name}`, () => seen.push(name))
  })
  return page
}

const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: string[] }).seen)

async function answer(page: Page, score: number): Promise<void> {
  const shownAt = Date.now()
  const frame = form(page)
  // By the keyboard: the panel still moves as it appears.
  await frame.getByRole('radio', { name: new RegExp(`^${score}\\b`) }).press(' ')
  await expect.poll(() => Date.now() - shownAt).toBeGreaterThan(FASTEST_PERSON_MS)
  await frame.getByRole('button', { name: 'Send' }).click()
  await expect(frame.getByRole('heading', { name: 'Thank you' })).toBeVisible()
}

test('a popover appears under a strict policy, is answered without a cookie, and does not appear again', async ({
  call,
  context,
}) => {
  const widget = await aWidget(call)
  site.setBody(embed(widget, 'data-widget-fields="plan=pro&amp;lang=fr"') + (await aControl(call)))
  const page = await aVisitor(context)
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) violations.push(message.text())
  })
  await page.goto(site.origin)
  await expect(popover(page)).toBeVisible()
  await expect(popover(page)).toHaveAccessibleName('Survey by Café Lumière')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await answer(page, 9)
  await expect.poll(() => seen(page)).toContain('answered')
  const [{ id }] = (await call(`GET /responses?survey_link_id=${widget.id}`)).body.data
  expect((await call(`GET /responses/${id}`)).body.data).toMatchObject({
    channel: 'web',
    npsScore: 9,
    contactId: null,
    fields: { plan: 'pro' },
  })
  await page.reload()
  await expect(controlFrame(page)).toBeVisible()
  await expect(hosts(page)).toHaveCount(0)
  expect(await page.context().cookies()).toEqual([])
  expect(violations).toEqual([])
})

test('Escape in the survey closes the popover of a button, which has the focus again', async ({ call, context }) => {
  site.setBody(embed(await aWidget(call, { kind: 'button', buttonText: { en: 'Tell us', fr: 'Dites-nous' } })))
  const page = await aVisitor(context)
  await page.goto(site.origin)
  const button = page.getByRole('button', { name: 'Tell us' })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  await expect(popover(page)).toBeFocused()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await form(page).getByRole('radio', { name: /^9\b/ }).press('Escape')
  await expect(popover(page)).toHaveCount(0)
  await expect(button).toBeFocused()
  expect(await seen(page)).toEqual(['shown', 'closed'])
  await button.click()
  await popover(page).getByRole('button', { name: 'Close' }).click()
  await expect(button).toBeFocused()
})

test('a widget fills an element of the page, as high as the survey, in the language of the page', async ({
  call,
  context,
}) => {
  site.setBody(await aControl(call), { lang: 'fr', requiresTrustedTypes: true })
  const page = await aVisitor(context)
  await page.goto(site.origin)
  await expect(controlFrame(page)).toBeVisible()
  const frame = page.frameLocator('#control feedback-widget iframe')
  await expect(frame.locator('html')).toHaveAttribute('lang', 'fr')
  const height = () => frame.locator('html').evaluate((root) => Math.ceil(root.getBoundingClientRect().height))
  await expect.poll(async () => (await controlFrame(page).boundingBox())?.height).toBe(await height())
})

test('share, pages and events of the rules decide whether a popover appears', async ({ call, context }) => {
  const rules = { ...AT_ONCE, include: ['/shop/*'], exclude: ['*/cart'], event: 'order-paid', sharePercent: 50 }
  const widget = await aWidget(call, { rules })
  site.setBody(embed(widget) + (await aControl(call)))
  const page = await aVisitor(context)
  const visit = async (path: string, draw: number) => {
    await page.goto(`${site.origin}${path}`)
    await page.evaluate(
      ([name, drawn]) => localStorage.setItem(String(name), JSON.stringify({ draw: drawn })),
      [`feedback-widget ${widget.key}`, draw],
    )
    await page.reload()
    await expect(controlFrame(page)).toBeVisible()
  }
  const track = () =>
    page.evaluate(() =>
      (window as unknown as { FeedbackWidget: { track(name: string): void } }).FeedbackWidget.track('order-paid'),
    )
  for (const [path, draw] of [
    ['/shop/paid', 80],
    ['/about', 20],
    ['/shop/cart', 20],
  ] as const) {
    await visit(path, draw)
    await track()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    await expect(hosts(page), `${path}, ${draw}`).toHaveCount(0)
  }
  await visit('/shop/paid', 20)
  await expect(hosts(page)).toHaveCount(0)
  await track()
  await expect(popover(page)).toBeVisible()
})

test('a site that is not among the origins of a widget shows nothing', async ({ call, context }) => {
  const widget = await aWidget(call, { origins: ['https://shop.example.com'] })
  site.setBody(embed(widget) + (await aControl(call)))
  const page = await aVisitor(context)
  const hints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') hints.push(message.text())
  })
  await page.goto(site.origin)
  await expect(controlFrame(page)).toBeVisible()
  await expect.poll(() => hints.join()).toContain(`Is ${site.origin} among its addresses`)
  await expect(page.locator('feedback-widget')).toHaveCount(1)
})

async function revealSecret(page: Page, widget: { id: string }): Promise<string> {
  const revealed = await page.request.post('/api/trpc/surveyWidgets.revealSecret', {
    headers: { Origin: SERVICE.baseUrl },
    data: { id: surveyId, widgetId: widget.id },
  })
  return (await revealed.json()).result.data.data.secret
}

test('a visitor with a signed identity is not asked for an address, and the answer is theirs', async ({
  call,
  page: ownerPage,
  context,
}) => {
  const widget = await aWidget(call, { asksContact: 'required' })
  const [secret, email] = [await revealSecret(ownerPage, widget), anEmailAddress()]
  const token = signClaims(secret, { email, name: 'Ada', exp: inSeconds(600) })
  site.setBody(embed(widget, `data-widget-identity="${token}"`))
  const page = await aVisitor(context)
  await page.goto(site.origin)
  await form(page).getByRole('radio', { name: /^9\b/ }).check({ force: true })
  await expect(form(page).getByLabel('Your email address')).toHaveCount(0)
  await answer(page, 10)
  const [response] = (await call(`GET /responses?survey_link_id=${widget.id}`)).body.data
  const contact = (await call(`GET /contacts/${response.contactId}`)).body.data
  expect(contact).toMatchObject({ email, firstName: 'Ada' })
})

test('an identity that is not signed with the secret is named in the console, and the answer has no contact', async ({
  call,
  context,
}) => {
  const widget = await aWidget(call, { asksContact: 'optional' })
  const token = signClaims('wrong', { email: anEmailAddress(), exp: inSeconds(600) })
  site.setBody(embed(widget, `data-widget-identity="${token}"`))
  const page = await aVisitor(context)
  const hints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') hints.push(message.text())
  })
  await page.goto(site.origin)
  await answer(page, 3)
  expect(hints.join()).toContain('not signed with the secret of this widget')
  const { data } = (await call(`GET /responses?survey_link_id=${widget.id}`)).body
  expect(data).toMatchObject([{ contactId: null, npsScore: 3 }])
})

test('a popover does not appear for a visitor who unsubscribed', async ({ call, page: ownerPage, context }) => {
  const widget = await aWidget(call)
  const email = anEmailAddress()
  const { id } = (await call('POST /contacts', { email, firstName: 'Ada' })).body.data
  expect((await call(`PATCH /contacts/${id}`, { unsubscribed: true })).status).toBe(200)
  const token = signClaims(await revealSecret(ownerPage, widget), { email, exp: inSeconds(600) })
  site.setBody(embed(widget, `data-widget-identity="${token}"`) + (await aControl(call)))
  const page = await aVisitor(context)
  const checked = page.waitForResponse(/\/visitor$/)
  await page.goto(site.origin)
  expect(await (await checked).json()).toEqual({ ask: false })
  await expect(controlFrame(page)).toBeVisible()
  await expect(hosts(page)).toHaveCount(0)
})

for (const lang of ['en', 'fr'])
  test(`the page with a popover and the survey in its frame have no axe violation in ${lang}`, async ({
    call,
    context,
  }) => {
    const widget = await aWidget(call, { asksContact: 'optional' })
    site.setBody(embed(widget), { lang })
    const page = await aVisitor(context)
    await page.goto(site.origin)
    await expect(popover(page)).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    await page.goto(`${widget.frameUrl}&lang=${lang}`)
    await page.getByRole('radio', { name: /^9\b/ }).check({ force: true })
    expect(await findAxeViolations(page)).toEqual([])
  })

test('an owner creates a widget, copies its code, replaces its secret, and tries it on a page', async ({
  page,
  call,
  dialog,
  press,
}) => {
  await page.goto(`/surveys/${surveyId}/sharing`)
  await press('New widget')
  await dialog().getByLabel('Name', { exact: true }).fill('Shop')
  await dialog().getByLabel('Your web site').fill('www.example.com')
  await dialog().getByLabel('Only on these pages').fill('/shop/*\n/help')
  await dialog().getByLabel('Percent scrolled').fill('40')
  await press('Create widget')
  await expect(dialog().getByLabel('Your web site')).toHaveAttribute('aria-invalid', 'true')
  await dialog().getByLabel('Your web site').fill('https://www.example.com')
  await press('Create widget')
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  const [widget] = (await call(`GET /surveys/${surveyId}/widgets`)).body.data
  expect(widget).toMatchObject({
    kind: 'popover',
    origins: ['https://www.example.com'],
    rules: { include: ['/shop/*', '/help'], scrollPercent: 40, delaySeconds: 5 },
  })
  await expect(page.getByRole('main')).toContainText(`data-widget="${widget.key}"`)
  expect(await findAxeViolations(page)).toEqual([])
  const secret = await revealSecret(page, widget)
  await press('Show')
  await expect(page.getByText(secret)).toBeVisible()
  await press('Replace')
  await dialog().getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  const trial = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Try it' }).click()
  const sample = await trial
  await expect(popover(sample)).toBeVisible()
  await expect(form(sample).getByRole('radio', { name: /^9\b/ })).toBeAttached()
  expect(await findAxeViolations(sample)).toEqual([])

  await page.goto(`/surveys/${surveyId}/sharing`)
  await press('Actions: Shop')
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(page.getByRole('row', { name: /Shop/ })).toContainText('Paused')
  expect(await findAxeViolations(page)).toEqual([])
})
