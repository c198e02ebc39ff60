import { findAxeViolations } from './axe-violations'
import { expect, test, toastWithText } from './signed-in-test'

test('an owner restores an archived or deleted survey with Undo, by keyboard or mouse', async ({ page, call }) => {
  const { data: survey } = (await call('POST /surveys', { name: 'Gone and back', type: 'nps', questions: [] })).body
  const status = async () => (await call(`GET /surveys/${survey.id}`)).body.data?.status
  await page.goto(`/surveys/${survey.id}`)
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name }).click()
  }
  await act('Archive')
  await expect(toastWithText(page, 'Survey archived')).toBeVisible()
  expect(await status()).toBe('archived')
  expect(await findAxeViolations(page)).toEqual([])
  await toastWithText(page, 'Survey archived').getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(toastWithText(page, 'Undone')).toBeVisible()
  expect(await status()).toBe('active')

  await act('Delete')
  await expect(page).toHaveURL(/\/surveys$/)
  expect(await status()).toBeUndefined()
  await toastWithText(page, 'Survey deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Gone and back' })).toBeVisible()
  expect(await status()).toBe('active')
})
