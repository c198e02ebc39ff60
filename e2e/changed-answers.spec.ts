import { findAxeViolations } from './axe-violations'
import { expect, test } from './fixtures'
import { sendSurveyBeforeAll } from './survey-links'
import { heading, pressSend, scoreRadio } from './survey-page'

/* People come back to a survey and change what they answered. */

const WHY = { id: 'why', type: 'text', text: { en: 'Why?', fr: 'Pourquoi ?' } }
const { nextLink } = sendSurveyBeforeAll(3, [WHY], { changeHours: 24 })

test('a customer changes answers from the page of thanks, and again from the link, in French on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 })
  const link = nextLink()
  await page.goto(link.url)
  await scoreRadio(page, 9).check({ force: true })
  await page.getByLabel('Why?').fill('Warm bread')
  await pressSend(page)
  await page.getByRole('link', { name: 'Change my answers' }).click()
  await expect(scoreRadio(page, 9)).toBeChecked()
  await expect(page.getByLabel('Why?')).toHaveValue('Warm bread')
  expect(await findAxeViolations(page)).toEqual([])
  await scoreRadio(page, 3).check({ force: true })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(heading(page, 'Thank you')).toBeVisible()
  expect(await link.responses()).toMatchObject([{ npsScore: 3 }])

  await page.goto(`${link.url}?lang=fr`)
  await page.getByRole('link', { name: 'Modifier mes réponses' }).click()
  await expect(page.getByText('Vous avez déjà envoyé ces réponses.')).toBeVisible()
  await page.getByLabel('Pourquoi ?').fill('Pain froid')
  await page.getByRole('button', { name: 'Enregistrer les modifications' }).click()
  await expect(heading(page, 'Merci')).toBeVisible()
  const [response] = await link.responses()
  expect(response).toMatchObject({ npsScore: 3, language: 'fr' })
  expect(response.answers[1]).toMatchObject({ value: 'Pain froid' })
})

test('without JavaScript, a person changes answers, and those of another window stay', async ({ browser }) => {
  const link = nextLink()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(link.url)
  await scoreRadio(page, 9).check({ force: true })
  await page.getByRole('button', { name: 'Send' }).click()
  const other = await context.newPage()
  for (const window of [page, other]) {
    await window.goto(link.url)
    await window.getByRole('link', { name: 'Change my answers' }).click()
  }
  await scoreRadio(page, 6).check({ force: true })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(heading(page, 'Thank you')).toBeVisible()
  await scoreRadio(other, 10).check({ force: true })
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(heading(other, 'Your answers were changed elsewhere')).toBeVisible()
  expect(await link.responses()).toMatchObject([{ npsScore: 6 }])
  await context.close()
})
