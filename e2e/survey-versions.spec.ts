import { findAxeViolations } from './axe-violations'
import { expect, testWithOwnOrganization as test } from './signed-in-test'
import { questionCard } from './survey-editor'

test('an owner sees who changed a survey and what, opens an earlier version and restores it', async ({
  page,
  call,
  open,
  aSurvey,
}) => {
  const survey = await aSurvey('After a visit', { questions: [{ id: 'why', type: 'text', text: 'Why this score?' }] })
  await call(`PATCH /surveys/${survey}`, { questions: [{ id: 'best', type: 'text', text: 'What was best?' }] })
  await open(`/surveys/${survey}`)
  await page.getByRole('link', { name: 'Version 2' }).click()
  const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem')
  await expect(versions.filter({ hasText: 'Version 2' }).first()).toContainText('Question removed: “Why this score?”')
  await expect(versions.filter({ hasText: 'Version 2' }).first()).toContainText('Question added: “What was best?”')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Show version 1' }).press('Enter')
  await expect(page.getByRole('region', { name: 'What it asks' })).toContainText('Why this score?')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByText('Version 1 restored')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Version 3' })).toBeVisible()
  await expect(questionCard(page, 'Question 2')).toContainText('Why this score?')
})
