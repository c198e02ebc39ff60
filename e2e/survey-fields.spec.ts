import type { Browser, Page } from '@playwright/test'
import { findAxeViolations } from './axe-violations'
import { expect } from './fixtures'
import { SERVICE } from './service-config'
import { expectFieldError, testWithOwnOrganization as test, toastWithText } from './signed-in-test'

/* Hidden fields, preselected answers and texts that repeat what is known, by an open link. */

/** Answers that come sooner are flagged. */
const FASTEST_PERSON_MS = 2000

const option = (id: string, en: string, fr: string) => ({ id, label: { en, fr } })
const row = { id: 'food', label: { en: 'Food', fr: 'Repas' } }

const QUESTIONS = [
  {
    id: 'how',
    type: 'multiple_choice',
    text: { en: 'How did you come for {{field.order|your order}}?', fr: 'Comment êtes-vous venu ?' },
    required: true,
    shuffle: true,
    options: [
      option('bus', 'Bus', 'Bus'),
      option('bike', 'Bike', 'Vélo'),
      { ...option('else', 'Other', 'Autre'), other: true },
    ],
  },
  { id: 'nights', type: 'number', text: { en: 'Nights?', fr: 'Nuits ?' }, required: false, max: 20_000 },
  { id: 'day', type: 'date', text: { en: 'Day?', fr: 'Jour ?' }, required: false },
  {
    id: 'grid',
    type: 'matrix',
    text: { en: 'And?', fr: 'Et ?' },
    required: false,
    rows: [row],
    options: [option('good', 'Good', 'Bien'), option('bad', 'Bad', 'Mal')],
  },
  {
    id: 'rank',
    type: 'ranking',
    text: { en: 'Order?', fr: 'Ordre ?' },
    required: false,
    options: [option('a', 'Aaa', 'Aaa'), option('b', 'Bbb', 'Bbb')],
  },
  { id: 'thumb', type: 'thumbs', text: { en: 'Good?', fr: 'Bien ?' }, required: false },
  {
    id: 'room',
    type: 'dropdown',
    text: { en: 'Room?', fr: 'Chambre ?' },
    required: false,
    options: [option('x', 'Blue', 'Bleue'), option('y', 'Red', 'Rouge')],
  },
  { id: 'stars', type: 'rating', text: { en: 'Stars?', fr: 'Étoiles ?' }, required: false },
  {
    id: 'words',
    type: 'text',
    text: { en: 'Words?', fr: 'Mots ?' },
    required: false,
    showIf: { question: 'how', in: ['bus'] },
  },
  {
    id: 'end',
    type: 'statement',
    text: {
      en: 'So: {{answer.how|how}} / {{answer.nights|nights}} / {{answer.day|day}} / {{answer.grid|grid}} / {{answer.rank|rank}} / {{answer.thumb|thumb}} / {{answer.room|room}} / {{answer.stars|stars}} / {{answer.words|words}}',
      fr: 'Donc : {{answer.how|how}} / {{answer.nights|nights}} / {{answer.day|day}} / {{answer.grid|grid}} / {{answer.rank|rank}} / {{answer.thumb|thumb}} / {{answer.room|room}} / {{answer.stars|stars}} / {{answer.words|words}}',
    },
  },
]
const THANKS = {
  plain: { title: { en: 'Thanks for {{answer.how|coming}}', fr: 'Merci pour {{answer.how|la visite}}' } },
}

type Call = (operation: string, body?: object) => Promise<{ body: { data: { id: string; url: string } } }>

async function aLink(call: Call, settings: object = {}): Promise<{ path: string; surveyId: string }> {
  const fields = [{ id: 'order', signed: false }]
  const survey = { name: 'After a visit', type: 'custom', questions: QUESTIONS, fields, thanks: THANKS, ...settings }
  const { id } = (await call('POST /surveys', survey)).body.data
  const { url } = (await call(`POST /surveys/${id}/links`, { name: 'Receipt' })).body.data
  return { path: new URL(url).pathname, surveyId: id }
}

async function aPhone(browser: Browser, settings: object = {}): Promise<Page> {
  const viewport = { width: 390, height: 780 }
  const storageState = { cookies: [], origins: [] }
  const context = await browser.newContext({ baseURL: SERVICE.baseUrl, viewport, storageState, ...settings })
  return context.newPage()
}

const summary = (page: Page) => page.locator('#q9 .ask')

test('the address brings a hidden field and answers, and texts follow the answers', async ({ page, call, browser }) => {
  const { path } = await aLink(call)
  const phone = await aPhone(browser)
  const shownAt = Date.now()
  await phone.goto(`${path}?order=4711&q.how=bike&q.nights=12345.5&q.words=x`)
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('How did you come for 4711?')
  await expect(phone.getByRole('checkbox', { name: 'Bike' })).toBeChecked()
  await expect(summary(phone)).toHaveText('So: Bike / 12,345.5 / day / grid / rank / thumb / room / stars / words')
  await phone.getByRole('checkbox', { name: 'Bus' }).check({ force: true })
  await phone.getByRole('checkbox', { name: 'Other' }).check({ force: true })
  await phone.getByLabel('Other: in your own words').fill('On <b>foot</b>')
  await phone.getByLabel('Day?').fill('2026-11-30')
  await phone.getByRole('radio', { name: 'Bad' }).check({ force: true })
  await phone.getByLabel('Aaa').selectOption('2')
  await phone.getByLabel('Bbb').selectOption('1')
  await phone.getByRole('radio', { name: 'Thumbs up' }).check({ force: true })
  await phone.getByLabel('Room?').selectOption('y')
  await phone.getByRole('radio', { name: /^4/ }).check({ force: true })
  await phone.getByLabel('Words?').fill('One\ntwo')
  const all =
    'Bus, Bike, On <b>foot</b> / 12,345.5 / 30 November 2026 / Food: Bad / Bbb, Aaa / Thumbs up / Red / 4 / One two'
  await expect(summary(phone)).toHaveText(`So: ${all}`)
  expect(await findAxeViolations(phone)).toEqual([])
  // The page that the service answers with says the same of the same answers.
  await phone.getByLabel('Nights?').fill('99999')
  await phone.getByRole('button', { name: 'Send' }).click()
  await expect(phone.getByRole('alert').first()).toBeVisible()
  await expect(summary(phone)).toHaveText(`So: ${all.replace('12,345.5', 'nights')}`)
  await phone.getByLabel('Nights?').fill('2')
  await phone.getByRole('checkbox', { name: 'Bus' }).uncheck({ force: true })
  await expect(summary(phone)).toContainText('Bike, On <b>foot</b> / 2 /')
  await expect(summary(phone)).toContainText('/ words')
  await expect.poll(() => Date.now() - shownAt).toBeGreaterThan(FASTEST_PERSON_MS)
  await phone.getByRole('button', { name: 'Send' }).click()
  await expect(phone.getByRole('heading', { name: 'Thanks for Bike, On <b>foot</b>' })).toBeVisible()
  await phone.context().close()

  await page.goto('/responses')
  await page.getByRole('link', { name: 'Anonymous' }).click()
  await expect(page.getByRole('heading', { name: 'Hidden fields' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('4711')
  await expect(page.getByRole('main')).toContainText('How did you come for your order?')
  expect(await findAxeViolations(page)).toEqual([])
})

test('an owner declares a hidden field, and filters the results by the value that addresses brought', async ({
  page,
  call,
  browser,
}) => {
  const { path, surveyId } = await aLink(call, { questions: [QUESTIONS[1]], fields: [], thanks: {} })
  await page.goto(`/surveys/${surveyId}`)
  await page.getByText('Hidden fields and placeholders').click()
  await page.getByRole('button', { name: 'Add a hidden field' }).click()
  const field = page.getByRole('group', { name: 'Hidden field 1' })
  await field.getByLabel('Name in the address').fill('lang')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectFieldError(field.getByLabel('Name in the address'), /Choose another id/)
  await field.getByLabel('Name in the address').fill('source')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastWithText(page, 'Survey saved')).toBeVisible()

  for (const [index, source] of ['receipt', 'poster'].entries()) {
    const phone = await aPhone(browser)
    const shownAt = Date.now()
    await phone.goto(`${path}?source=${source}`)
    await phone.getByLabel('Nights?').fill(String(index + 2))
    await expect.poll(() => Date.now() - shownAt).toBeGreaterThan(FASTEST_PERSON_MS)
    await phone.getByRole('button', { name: 'Send' }).click()
    await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    await phone.context().close()
  }

  await page.goto(`/surveys/${surveyId}/results`)
  const nights = page.getByRole('region', { name: 'Nights?' })
  await expect(nights.getByText('2 answers', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Hidden field' }).click()
  await page.getByLabel('Value').fill('poster')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(nights.getByText('1 answer', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Remove filter Hidden field: source=poster' })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto(`/responses?survey=${surveyId}&field=source%3Dposter`)
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('one question at a time repeats earlier answers in French, with and without scripts', async ({
  call,
  browser,
}) => {
  const questions = [
    QUESTIONS[0],
    QUESTIONS[1],
    { id: 'why', type: 'text', text: { en: 'Why {{answer.how|that}}?', fr: 'Pourquoi {{answer.how|cela}} ?' } },
  ]
  const { path } = await aLink(call, { questions, layout: 'one' })
  for (const javaScriptEnabled of [true, false]) {
    const page = await aPhone(browser, { javaScriptEnabled, locale: 'fr-FR' })
    await page.goto(path)
    await page.getByRole('checkbox', { name: 'Vélo' }).check({ force: true })
    await page.getByRole('button', { name: 'Suivant' }).click()
    await expect(page.getByRole('heading', { name: 'Nuits' })).toBeVisible()
    await page.getByRole('button', { name: 'Suivant' }).click()
    await expect(page.getByRole('heading', { name: 'Pourquoi Vélo' })).toBeVisible()
    if (javaScriptEnabled) expect(await findAxeViolations(page)).toEqual([])
    await page.context().close()
  }
})
