import { expect, test } from './signed-in-test'

test('an owner enrols a contact, pauses and resumes the sequence, and archiving it cancels the enrolment', async ({
  page,
  call,
  dialog,
  toast,
  press,
  choose,
  open,
  aSurvey,
  aSequence,
}) => {
  const surveyId = await aSurvey('In an hour')
  const id = await aSequence({
    name: 'Guests',
    status: 'draft',
    steps: [{ type: 'survey', delay: 3600, surveyId }],
  })
  const status = (name: string) => page.getByText(name, { exact: true }).first()
  const executionError = async () =>
    (await call(`POST /sequences/${id}/execute`, { contacts: [{ email: 'late@example.com' }] })).body.error?.code
  await open(`/sequences/${id}`)
  await press('Activate')
  await expect(status('Active')).toBeVisible()
  await page.getByRole('navigation', { name: 'Parts of the sequence' }).getByRole('link', { name: 'Contacts' }).click()
  await expect(page.getByText('No one has been enrolled yet')).toBeVisible()

  await press('Enrol a contact')
  const email = dialog().getByRole('textbox', { name: 'Email' })
  await email.fill('no address')
  await dialog().getByRole('button', { name: 'Enrol' }).click()
  await expect(email).toHaveAccessibleDescription('Enter a valid email address.')
  await expect(email).toBeFocused()
  await email.fill('grace@example.com')
  await dialog()
    .getByRole('textbox', { name: /^First name/ })
    .fill('Grace')
  await dialog().getByRole('button', { name: 'Enrol' }).click()
  await expect(toast('grace@example.com is enrolled')).toBeVisible()
  const row = page.getByRole('row', { name: /Grace/ })
  await expect(row).toContainText('In progress')

  await press('Pause')
  await expect(dialog()).toContainText('1 contact stays where they are until you resume it.')
  await dialog().getByRole('button', { name: 'Pause' }).click()
  await expect(status('Paused')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enrol a contact' })).toHaveCount(0)
  expect(await executionError()).toBe('SEQUENCE_INACTIVE')
  await press('Resume')
  await expect(page.getByRole('button', { name: 'Enrol a contact' })).toBeVisible()
  await expect(row).toContainText('In progress')

  await choose('More actions for this sequence', 'Archive')
  await expect(dialog()).toContainText('1 contact in progress gets nothing more.')
  await dialog().getByRole('button', { name: 'Archive' }).click()
  await expect(row).toContainText('Cancelled')
  await expect(row).toContainText('The sequence was archived.')
  expect(await executionError()).toBe('SEQUENCE_INACTIVE')

  await choose('More actions for this sequence', 'Delete')
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/sequences$/)
  await expect(page.getByRole('link', { name: 'Guests' })).toHaveCount(0)
  expect((await call(`GET /sequences/${id}`)).status).toBe(404)
})
