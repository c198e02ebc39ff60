import { findAxeViolations } from './axe-violations'
import { expect, test } from './signed-in-test'
import { cardButton, languageButton, questionCard } from './survey-editor'

test('an owner starts a survey from a template, sees its questions in both languages and saves it', async ({
  page,
  call,
  open,
  press,
  idIn,
}) => {
  await open('/surveys/new')
  const templates = page.getByRole('list', { name: 'Templates' })
  await expect(templates.getByRole('listitem')).toHaveCount(9)
  expect(await findAxeViolations(page)).toEqual([])
  await templates.getByRole('link', { name: 'After a cancellation' }).press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('After a cancellation')
  await expect(cardButton(questionCard(page, 'Question 1'))).toContainText('What is the main reason you are leaving?')
  await languageButton(page, /^Français$/).click()
  await expect(cardButton(questionCard(page, 'Question 1'))).toContainText('Quelle est la raison principale')
  await press('Create survey')
  const id = await idIn('surveys')
  const { body } = await call(`GET /surveys/${id}`)
  expect(body.data).toMatchObject({ type: 'custom', layout: 'one', version: 1 })
  expect(body.data.questions).toHaveLength(7)
  expect(body.data.questions[1].showIf).toEqual({ question: 'reason', in: ['price'] })
})
