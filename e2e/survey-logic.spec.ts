import type { Page } from '@playwright/test'
import * as fc from 'fast-check'
import { conditionalQuestionCss } from '@/components/public-survey/conditional-question-css'
import { readFormAnswer, walkQuestions } from '@/public/survey-logic.js'
import { listAnswerValues } from '@/server/surveys/constants'
import { arbitraryForm, arbitrarySurvey } from '@/server/surveys/logic/arbitrary-survey'
import { toLogicQuestions } from '@/server/surveys/logic/survey-logic'
import type { Question } from '@/server/surveys/schema'
import { pickByTestLength } from '@/server/testing/test-length'
import { findAxeViolations } from './axe-violations'
import { expect, test } from './fixtures'
import { sendSurveyBeforeAll } from './survey-links'

/* Conditions, jumps, endings and one question on a page. */

const LOGIC_QUESTIONS = [
  {
    id: 'nps',
    type: 'nps',
    text: { en: 'Would you recommend us?', fr: 'Nous recommanderiez-vous ?' },
    next: [{ if: { band: ['detractor'] }, to: 'wrong' }],
  },
  {
    id: 'liked',
    type: 'text',
    text: { en: 'What did you like?', fr: 'Qu’avez-vous aimé ?' },
    next: [{ to: 'end', ending: 'glad' }],
  },
  { id: 'wrong', type: 'text', text: { en: 'What went wrong?', fr: 'Que s’est-il passé ?' }, required: true },
  {
    id: 'call',
    type: 'yes_no',
    text: { en: 'May we call you?', fr: 'Pouvons-nous vous appeler ?' },
    showIf: {
      all: [
        { question: 'nps', max: 3 },
        { question: 'wrong', answered: true },
      ],
    },
  },
]
const ENDINGS = [{ id: 'glad', title: { en: 'See you soon', fr: 'À bientôt' }, text: 'שלום' }]

const { nextLink } = sendSurveyBeforeAll(5, LOGIC_QUESTIONS, { endings: ENDINGS, layout: 'one' })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const score = (page: Page, value: number) =>
  page.getByRole('radio', { name: new RegExp(`^${value}\\b`) }).check({ force: true })

test('a style sheet in the browser shows exactly the questions that the service asks, for random surveys and answers', async ({
  page,
}) => {
  const surveyAndForm = arbitrarySurvey().chain((questions) =>
    fc.tuple(fc.constant(questions), arbitraryForm(questions)),
  )
  const cases = fc.sample(surveyAndForm, pickByTestLength(300, 10_000)).map(([questions, form]) => {
    const logic = toLogicQuestions(questions)
    const { css, isExact } = conditionalQuestionCss(questions, logic)
    const { questions: path } = walkQuestions(logic, (question) =>
      readFormAnswer(question, form.get(question.id) ?? []),
    )
    const html = questions
      .map((question, index) => renderControls(question, index, form.get(question.id) ?? []))
      .join('')
    return { css, isExact, html, expected: path.map(({ id }) => id) }
  })
  await page.goto('about:blank')
  const shown = await page.evaluate(
    (all) =>
      all.map(({ css, html }) => {
        document.body.innerHTML = `<style>${css}</style><form>${html}</form>`
        const questions = [...document.querySelectorAll<HTMLElement>('form > div')]
        return questions.filter((question) => getComputedStyle(question).display !== 'none').map(({ id }) => id)
      }),
    cases.map(({ css, html }) => ({ css, html })),
  )
  const exact = cases.filter(({ isExact }) => isExact)
  expect(exact.length).toBeGreaterThan(cases.length * 0.7)
  for (const [index, { isExact, expected, css }] of cases.entries()) {
    const visible = shown[index] ?? []
    if (isExact) expect(visible, css).toEqual(expected)
    else expect(visible, css).toEqual(expect.arrayContaining(expected))
  }
})

function renderControls(question: Question, index: number, fields: readonly string[]): string {
  if (question.type === 'text')
    return `<div id="q${index}"><textarea id="q${index}-text" placeholder=" ">${fields.join('')}</textarea></div>`
  if (question.type === 'number' || question.type === 'date')
    return `<div id="q${index}"><input id="q${index}-text" placeholder=" " value="${fields.join('')}"></div>`
  if (question.type === 'dropdown') {
    const options = listAnswerValues(question).map(
      (value, answer) =>
        `<option id="q${index}-${answer}" ${fields.includes(`${value}`) ? 'selected' : ''}>${value}</option>`,
    )
    return `<div id="q${index}"><select><option></option>${options.join('')}</select></div>`
  }
  if (question.type === 'ranking') {
    const selects = [1, 2].map(
      (place) =>
        `<select><option value=""></option><option value="${place}" ${fields[place - 1] ? 'selected' : ''}></option></select>`,
    )
    return `<div id="q${index}">${selects.join('')}</div>`
  }
  const type = question.type === 'multiple_choice' || question.type === 'consent' ? 'checkbox' : 'radio'
  const controls = listAnswerValues(question).map((value, answer) => {
    const field = typeof value === 'boolean' ? (value ? 'yes' : 'no') : `${value}`
    return `<input type="${type}" id="q${index}-${answer}" name="q${index}${question.type === 'matrix' ? `${value}`.split(':')[0] : ''}" ${fields.includes(field) ? 'checked' : ''}>`
  })
  return `<div id="q${index}">${controls.join('')}</div>`
}

test('with one question on a page, the script follows the jumps without a request, and goes back', async ({ page }) => {
  const link = nextLink()
  await page.goto(link.url)
  await expect(heading(page)).toHaveText('Would you recommend us?')
  await expect(page.getByRole('button', { name: 'Back' })).toBeHidden()
  const navigations: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && navigations.push(request.url()))
  await press(page, 'Next')
  await expect(page.getByText('Please answer this question.')).toBeVisible()
  await score(page, 2)
  expect(await findAxeViolations(page)).toEqual([])
  await press(page, 'Next')
  await expect(heading(page)).toHaveText('What went wrong?')
  await expect(heading(page)).toBeFocused()
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveJSProperty('value', 3)
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await page.getByRole('textbox').fill('The queue')
  await press(page, 'Next')
  await expect(heading(page)).toHaveText('May we call you? (optional)')
  await press(page, 'Back')
  await expect(page.getByRole('textbox')).toHaveValue('The queue')
  await press(page, 'Next')
  await page.getByRole('radio', { name: 'Yes' }).check({ force: true })
  expect(navigations).toEqual([])
  await press(page, 'Send')
  await expect(heading(page)).toHaveText('Thank you')
  const [response] = await link.responses()
  expect(response.answers.map(({ value }: { value: unknown }) => value)).toEqual([2, 'The queue', true])
})

test('an early end shows its own thanks, also in the other language and when the link is opened again', async ({
  page,
}) => {
  const link = nextLink()
  await page.goto(`${link.url}?score=10`)
  await press(page, 'Next')
  await expect(heading(page)).toHaveText('What did you like? (optional)')
  await press(page, 'Send')
  await expect(heading(page)).toHaveText('See you soon')
  await expect(page.getByText('שלום')).toHaveAttribute('dir', 'auto')
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto(`${link.url}?lang=fr`)
  await expect(heading(page)).toHaveText('À bientôt')
  expect(await link.responses()).toMatchObject([{ npsScore: 10 }])
})

test('without JavaScript, each step saves the answers so far, and the link goes on where it was left', async ({
  browser,
}) => {
  const link = nextLink()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(link.url)
  await press(page, 'Next')
  await expect(page.getByText('Please answer this question.')).toBeVisible()
  await score(page, 3)
  await press(page, 'Next')
  await expect(heading(page)).toHaveText('What went wrong?')
  expect(await link.responses('partial')).toMatchObject([{ npsScore: 3 }])
  await press(page, 'Back')
  await expect(heading(page)).toHaveText('Would you recommend us?')
  await press(page, 'Next')
  await page.goto(link.url)
  await expect(heading(page)).toHaveText('What went wrong?')
  await page.getByRole('textbox').fill('The queue')
  await press(page, 'Next')
  await expect(heading(page)).toHaveText('May we call you? (optional)')
  await press(page, 'Send')
  await expect(heading(page)).toHaveText('Thank you')
  expect(await link.responses()).toMatchObject([{ npsScore: 3, answers: [{ value: 3 }, { value: 'The queue' }] }])
  await context.close()
})
