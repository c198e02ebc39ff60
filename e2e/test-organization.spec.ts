import { findAxeViolationsInBothSchemes } from './axe-violations'
import { expect, testWithOwnOrganization as test } from './signed-in-test'

test('an owner sees ninety days of a sequence in a test organization, and takes it home', async ({
  page,
  call,
  open,
  press,
  heading,
  dialog,
}) => {
  await open('/settings/general')
  await press('Create a test organization')
  const banner = page.getByText('Nothing leaves: emails and text messages are in the Outbox.')
  await expect(banner).toBeVisible()

  await open('/sequences/new/quarterly')
  await press('Save and activate')
  await press('Add this rule')
  await dialog().getByRole('button', { name: 'Add a rule' }).click()
  await expect(dialog()).toHaveCount(0)
  expect(await findAxeViolationsInBothSchemes(page)).toEqual([])

  const move = page.getByRole('group', { name: 'Move the clock forward' })
  await move.getByRole('button', { name: '90 days' }).click()
  await expect(page.getByText('The clock is moving to')).toBeVisible()
  await expect(move).toBeVisible({ timeout: 120_000 })

  await page
    .getByRole('link', { name: /^Contacts/ })
    .last()
    .click()
  await expect(page.getByRole('row', { name: /Test \d/ })).toHaveCount(5)
  await open('/outbox')
  await expect(page.getByRole('row', { name: /test-\d@example\.com/ })).not.toHaveCount(0)

  await open('/sequences')
  await page.getByRole('link', { name: 'Quarterly NPS' }).first().click()
  await page.getByRole('link', { name: 'Forecast' }).click()
  await press('Copy to Café Lumière')
  await expect(heading('Quarterly NPS')).toBeVisible()
  await expect(banner).toHaveCount(0)
  const [sequence] = (await call('GET /sequences')).body.data
  expect(sequence).toMatchObject({ name: 'Quarterly NPS', status: 'draft' })
  expect((await call('GET /surveys')).body.data).toHaveLength(1)
})
