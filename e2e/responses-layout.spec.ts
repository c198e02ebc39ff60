import type { Locator } from '@playwright/test'
import { LOCALE_COOKIE } from '@/server/messages/locale'
import { waitForMails } from './mail-folder'
import { SERVICE } from './service-config'
import { anEmailAddress, expect, expectFieldError, expectNoFieldError, test } from './signed-in-test'
import { extractSurveyLink, submitSurveyPage } from './submit-survey-page'

/* Responses and their filters on narrow screens, and with very long words. */

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not displayed.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height, middle: box.y + box.height / 2 }
}

test('on a phone a response shows name, score and time on one line and its wrapped comment below', async ({
  page,
  call,
  open,
  aSurvey,
}) => {
  test.setTimeout(90_000)
  const surveyId = await aSurvey('By phone', { questions: [{ type: 'text', text: 'What is the reason?' }] })
  const email = anEmailAddress()
  const contact = { email, firstName: 'Bartholomew', lastName: 'Featherstonehaugh-Cholmondeley of the Upper Valley' }
  expect((await call(`POST /surveys/${surveyId}/send`, { contacts: [contact] })).status).toBe(200)
  const [mail] = await waitForMails(email)
  const reason = 'We waited a long time at the till, and no one could say why. '.repeat(6).trim()
  await submitSurveyPage(page, extractSurveyLink(mail?.mail.text), 6, reason)

  for (const [pagePath, item] of [
    ['/responses', page.getByRole('row', { name: /Bartholomew/ })],
    [
      '/',
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: /^Bartholomew/ }) })
        .first(),
    ],
  ] as const)
    for (const width of [390, 320]) {
      const where = `${pagePath} at ${width}`
      await page.setViewportSize({ width, height: 844 })
      if (width === 390) await open(pagePath)
      await item.scrollIntoViewIfNeeded()
      await expect(item.getByText('NPS 6/10'), where).toBeInViewport({ ratio: 1 })
      const [name, score, time, words] = await Promise.all([
        boxOf(item.getByRole('link')),
        boxOf(item.getByText('NPS 6/10')),
        boxOf(item.locator('time')),
        // The cell or paragraph that clamps the text to its first lines.
        boxOf(item.getByText(/^We waited/).locator('xpath=ancestor-or-self::*[self::td or self::p][1]')),
      ])
      expect(name.width, where).toBeGreaterThan(32)
      expect(name.right, where).toBeLessThanOrEqual(score.x)
      expect(score.right, where).toBeLessThanOrEqual(time.x)
      expect(time.right, where).toBeLessThanOrEqual(width)
      for (const element of [score, time]) expect(Math.abs(element.middle - name.middle), where).toBeLessThan(6)
      expect(words.y, where).toBeGreaterThanOrEqual(Math.max(name.bottom, score.bottom) - 1)
      expect(words.height, where).toBeGreaterThan(30)
      expect(words.height, where).toBeLessThan(70)
      expect(words.right, where).toBeLessThanOrEqual(width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width)
    }
})

test('the date filter fits its panel from 320 to 1280 px and refuses an end before the start, in the URL too', async ({
  page,
  open,
  press,
}) => {
  test.setTimeout(90_000)
  const reversedDates = '/responses?from=2026-11-20&to=2026-11-01'
  const languages = [
    {
      locale: 'en',
      from: 'From',
      to: 'To',
      apply: 'Apply',
      refused: /The end date cannot be before the start date\./,
      nothing: /nothing can match/,
    },
    {
      locale: 'fr',
      from: 'Du',
      to: 'Au',
      apply: 'Appliquer',
      refused: /La date de fin ne peut pas précéder la date de début\./,
      nothing: /rien ne peut correspondre/,
    },
  ]
  for (const { locale, from, to, apply, refused, nothing } of languages) {
    await page.context().addCookies([{ name: LOCALE_COOKIE, value: locale, url: SERVICE.baseUrl }])
    const [first, last] = [page.getByLabel(from, { exact: true }), page.getByLabel(to, { exact: true })]
    const panel = page.locator('[popover]').filter({ has: first })
    await open(reversedDates)
    await expect(page.getByText(nothing)).toBeVisible()
    await press('Dates')
    await expectFieldError(last, refused)
    await expect(panel).toHaveCSS('opacity', '1')
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      // Layout lags behind the window resize.
      await expect(async () => {
        const [around, ...fields] = await Promise.all([panel, first, last].map((element) => boxOf(element)))
        expect(around?.x).toBeGreaterThanOrEqual(0)
        expect(around?.right).toBeLessThanOrEqual(width)
        for (const field of fields) {
          expect(field.x).toBeGreaterThanOrEqual(around?.x ?? width)
          expect(field.right).toBeLessThanOrEqual(around?.right ?? 0)
          // Browsers cut off the day in narrower date inputs.
          expect(field.width).toBeGreaterThanOrEqual(150)
        }
        expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
      }).toPass()
    }
    await first.fill('2026-11-21')
    await expectNoFieldError(last)
    await press(apply)
    await expectFieldError(last, refused)
    await expect(last).toBeFocused()
    await expect(page).toHaveURL(/from=2026-11-20&to=2026-11-01$/)
    await last.fill('2026-11-21')
    await press(apply)
    await expect(page).toHaveURL(/from=2026-11-21&to=2026-11-21$/)
    await expect(page.getByText(nothing)).toHaveCount(0)
  }
})

test('words of 100 and 300 letters without a space widen no page of a response, a contact or a record', async ({
  page,
  call,
}) => {
  test.setTimeout(120_000)
  const [longWord, name] = ['W'.repeat(300), 'W'.repeat(100)]
  const createRecord = async (path: string, body: object) => {
    const created = await call(`POST ${path}`, body)
    expect(created.status, path).toBe(201)
    return `${path}/${created.body.data.id}`
  }
  const [location, company, employee] = await Promise.all([
    createRecord('/locations', { name: `${name.slice(1)}L` }),
    createRecord('/contact-organizations', { name: `${name.slice(1)}C` }),
    createRecord('/employees', { name: `${name.slice(1)}E` }),
  ])
  const survey = await createRecord('/surveys', { name, type: 'nps', questions: [{ type: 'text', text: longWord }] })
  const email = anEmailAddress()
  const contact = await createRecord('/contacts', {
    email,
    firstName: name,
    lastName: name,
    title: name,
    tags: ['W'.repeat(50)],
    customFields: { note: longWord },
    locationId: location.split('/').at(-1),
    contactOrganizationId: company.split('/').at(-1),
  })
  expect((await call(`POST ${survey}/send`, { contacts: [{ email }] })).status).toBe(200)
  const [mail] = await waitForMails(email)
  const link = extractSurveyLink(mail?.mail.text) ?? ''
  await page.goto(`${link}?score=3`)
  await page.getByRole('textbox').fill(`https://example.com/${longWord}`)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('We are sorry we fell short.')).toBeVisible()
  const [response] = (await call(`GET /responses?contact_id=${contact.split('/').at(-1)}`)).body.data

  const pagePaths = [
    `/responses/${response.id}`,
    contact,
    survey,
    location,
    company.replace('contact-organizations', 'companies'),
  ]
  for (const pagePath of [...pagePaths, employee])
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(pagePath)
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scrolled, `${pagePath} at ${width}`).toBeLessThanOrEqual(width)
    }
})
