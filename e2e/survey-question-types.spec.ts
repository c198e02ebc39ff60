import type { Locator, Page } from '@playwright/test'
import { findAxeViolations } from './axe-violations'
import { expect, test } from './fixtures'
import { sendSurveyBeforeAll } from './survey-links'

/* Each type of question on the survey page: by keyboard, without scripts, accessible, in both languages and with right-to-left words. */

const OPTIONS = ['Quay', 'Harbour', 'Market', 'Station', 'Airport'].map((label) => ({ id: label.toLowerCase(), label }))

const QUESTIONS = [
  { id: 'intro', type: 'statement', text: { en: 'About your stay', fr: 'Votre séjour' }, description: 'שלום' },
  { id: 'mood', type: 'smileys', text: { en: 'How do you feel?', fr: 'Comment vous sentez-vous ?' }, required: true },
  { id: 'again', type: 'thumbs', text: { en: 'Again?', fr: 'Encore ?' }, required: true },
  {
    id: 'noise',
    type: 'scale',
    min: 0,
    max: 10,
    text: { en: 'How loud was it?', fr: 'Était-ce bruyant ?' },
    ends: { low: { en: 'Silent', fr: 'Silencieux' }, high: 'רועש' },
  },
  {
    id: 'nights',
    type: 'number',
    min: 1,
    max: 30,
    unit: { en: 'nights', fr: 'nuits' },
    text: { en: 'How long?', fr: 'Combien ?' },
  },
  { id: 'day', type: 'date', text: { en: 'When did you arrive?', fr: 'Arrivée le ?' } },
  {
    id: 'place',
    type: 'dropdown',
    text: { en: 'Where?', fr: 'Où ?' },
    options: [...OPTIONS, { id: 'other', label: { en: 'Elsewhere', fr: 'Ailleurs' }, other: true }],
    shuffle: true,
  },
  {
    id: 'found',
    type: 'single_choice',
    text: { en: 'How did you find us?', fr: 'Comment nous avez-vous connus ?' },
    options: [
      { id: 'web', label: 'אינטרנט' },
      { id: 'other', label: { en: 'Other', fr: 'Autre' }, other: true },
    ],
  },
  {
    id: 'parts',
    type: 'matrix',
    text: { en: 'How was each?', fr: 'Comment était chacun ?' },
    rows: [
      { id: 'food', label: { en: 'The food', fr: 'Le repas' } },
      { id: 'staff', label: 'הצוות' },
    ],
    options: ['Good', 'Fair', 'Poor'].map((label) => ({ id: label.toLowerCase(), label })),
  },
  {
    id: 'best',
    type: 'ranking',
    text: { en: 'What matters most?', fr: 'Qu’est-ce qui compte le plus ?' },
    options: ['Price', 'View', 'Quiet'].map((label) => ({ id: label.toLowerCase(), label })),
  },
  { id: 'terms', type: 'consent', text: { en: 'You may quote me', fr: 'Vous pouvez me citer' }, required: true },
  {
    id: 'thanks',
    type: 'text',
    text: 'Thanks to?',
    showIf: {
      any: [
        { question: 'nights', min: 10 },
        { question: 'noise', max: 2 },
      ],
    },
  },
]

const { nextLink } = sendSurveyBeforeAll(5, QUESTIONS, { type: 'custom' })

const pick = (page: Page | Locator, role: 'radio' | 'checkbox', name: string | RegExp) =>
  page.getByRole(role, { name }).check({ force: true })

test('a customer answers every type of question by keyboard, and the response has each answer in its type', async ({
  page,
}) => {
  const link = nextLink()
  await page.goto(link.url)
  await expect(page.getByRole('textbox', { name: 'Thanks to?' })).toBeHidden()
  await page.getByRole('radio', { name: '1, Very unhappy' }).focus()
  const type = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await type('4')
  await expect(page.getByRole('radio', { name: '4', exact: true }).first()).toBeChecked()
  await type('Tab', 'Space', 'ArrowRight')
  await expect(page.getByRole('radio', { name: 'Thumbs down' })).toBeChecked()
  await type('Tab', '1', '0')
  await expect(page.getByRole('radio', { name: '10, רועש' })).toBeChecked()
  await type('Tab')
  await page.keyboard.type('12')
  await expect(page.getByRole('textbox', { name: /How long/ })).toHaveAccessibleDescription('From 1 to 30. nights')
  await expect(page.getByRole('textbox', { name: 'Thanks to?' })).toBeVisible()
  await page.getByLabel(/When did you arrive/).fill('2026-02-28')
  await page.getByLabel(/^Where/).focus()
  await page.keyboard.type('Elsew')
  await page.getByRole('textbox', { name: 'Elsewhere: in your own words' }).fill('A boat')
  await type('Tab', 'Space', 'ArrowDown', 'Tab')
  await page.keyboard.type('A podcast')
  await type('Tab', 'Space', 'ArrowRight', 'Tab', 'Space')
  for (const place of ['2', '3', '1']) await type('Tab', place)
  await type('Tab', 'Space', 'Tab')
  await page.keyboard.type('The cook')
  await type('Tab', 'Enter')
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  const [response] = await link.responses()
  expect(response.answers.map(({ questionId, value }: Record<string, unknown>) => [questionId, value])).toEqual([
    ['mood', 4],
    ['again', false],
    ['noise', 10],
    ['nights', 12],
    ['day', '2026-02-28'],
    ['place', 'other'],
    ['place.other', 'A boat'],
    ['found', 'other'],
    ['found.other', 'A podcast'],
    ['parts', ['food:fair', 'staff:good']],
    ['best', ['quiet', 'price', 'view']],
    ['terms', true],
    ['thanks', 'The cook'],
  ])
  expect(response.answers.find(({ questionId }: Record<string, unknown>) => questionId === 'terms').text).toBe(
    'You may quote me',
  )
})

for (const language of ['en', 'fr'] as const)
  test(`every type of question is accessible (${language}), also with errors, large text and forced colours`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, bypassCSP: true })
    const page = await context.newPage()
    await page.goto(`${nextLink().url}?lang=${language}`)
    await pick(page, 'radio', language === 'en' ? 'Other' : 'Autre')
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: language === 'en' ? 'Send' : 'Envoyer' }).click()
    await expect(page.locator('.bad')).toHaveCount(3)
    expect(await findAxeViolations(page)).toEqual([])
    await page.addStyleTag({ content: 'html{font-size:200%!important}' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await findAxeViolations(page)).toEqual([])
    await context.close()
  })

test('every type of question works without JavaScript, and shuffled options keep their order for a person', async ({
  browser,
}) => {
  const link = nextLink()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(link.url)
  const options = () =>
    page
      .getByLabel(/^Where/)
      .locator('option')
      .allTextContents()
  const shown = await options()
  expect(shown.at(-1)).toBe('Elsewhere')
  await page.reload()
  expect(await options()).toEqual(shown)
  await pick(page, 'radio', '5, Very happy')
  await pick(page, 'radio', 'Thumbs up')
  await page.getByRole('textbox', { name: /How long/ }).fill('99')
  await page.getByLabel(/^Where/).selectOption('Quay')
  await pick(page.getByRole('group', { name: 'The food' }), 'radio', 'Poor')
  for (const name of ['Price', 'View']) await page.getByRole('combobox', { name }).selectOption('1')
  await pick(page, 'checkbox', 'You may quote me')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Use a number in the range shown.')).toBeVisible()
  await expect(page.getByLabel(/^Where/)).toHaveValue('quay')
  await expect(page.getByText('Give each answer a place of its own.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'The food' }).getByRole('radio', { name: 'Poor' })).toBeChecked()
  await page.getByRole('combobox', { name: 'View' }).selectOption('2')
  await page.getByRole('textbox', { name: /How long/ }).fill('3')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect((await link.responses())[0].answers).toHaveLength(7)
  await context.close()
})
