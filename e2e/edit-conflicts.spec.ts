import type { Page } from '@playwright/test'
import { SERVICE } from './service-config'
import { expect, test, toastWithText } from './signed-in-test'
import { questionCard } from './survey-editor'

/** A concurrent dashboard change by another user. */
async function changeElsewhere(page: Page, procedure: string, input: object): Promise<void> {
  const headers = { origin: SERVICE.baseUrl }
  const answer = await page.request.post(`/api/trpc/${procedure}`, { data: input, headers })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('an owner who saves settings, a survey or a sequence second sees what the first save changed', async ({
  page,
  call,
}) => {
  const changed = page.getByRole('group', { name: 'Another version was saved while you were editing' })
  const cells = changed.getByRole('row').nth(1).getByRole('cell')

  await page.goto('/settings')
  await page.getByLabel('Name').fill('Mine')
  await changeElsewhere(page, 'settings.update', { name: 'Theirs', throttleDays: 60 })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(cells).toHaveText(['Theirs', 'Mine'])
  await expect(changed).toContainText('At least 60 days')
  await changed.getByRole('button', { name: 'Keep my version' }).click()
  await expect(toastWithText(page, 'Settings saved')).toBeVisible()
  // A second save has no conflict: it compares with the version it saved.
  await page.getByLabel('Name').fill('Mine again')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Mine again')
  await expect(changed).toBeHidden()

  const { data: survey } = (await call('POST /surveys', { name: 'Visit', type: 'nps', questions: [] })).body
  await page.goto(`/surveys/${survey.id}`)
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  const more = { id: 'more', type: 'yes_no', text: 'Will you come back?' }
  await call(`PATCH /surveys/${survey.id}`, { name: 'Theirs', questions: [more] })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(cells).toHaveText(['Theirs', 'Mine'])
  await expect(changed).toContainText('Will you come back?')
  await changed.getByRole('button', { name: 'Take the other version' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Theirs')
  await expect(questionCard(page, 'Question 2')).toContainText('Will you come back?')

  const sequence = { name: 'After the visit', description: '', steps: [{ type: 'wait', delay: 86_400 }] }
  await changeElsewhere(page, 'sequences.save', sequence)
  const { id } = (await call('GET /sequences')).body.data[0]
  await page.goto(`/sequences/${id}`)
  await page.getByLabel('Description').fill('Mine')
  await changeElsewhere(page, 'sequences.save', {
    id,
    ...sequence,
    description: 'Theirs',
    steps: [{ type: 'wait', delay: 0 }],
  })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(cells).toHaveText(['Theirs', 'Mine'])
  await expect(changed).toContainText('After 1 day')
  await changed.getByRole('button', { name: 'Keep my version' }).click()
  await expect(toastWithText(page, 'Sequence saved')).toBeVisible()
  expect((await call(`GET /sequences/${id}`)).body.data).toMatchObject({ description: 'Mine' })
})
