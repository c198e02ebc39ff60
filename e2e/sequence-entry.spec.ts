import { findAxeViolations } from './axe-violations'
import { waitForMails } from './mail-folder'
import { anEmailAddress, expect, testWithOwnOrganization as test, toastWithText } from './signed-in-test'

test('an owner lets people with a tag enter a sequence, and reads who entered and why someone did not', async ({
  page,
  call,
  press,
  dialog,
  choose,
  aSurvey,
  aSequence,
}) => {
  const surveyId = await aSurvey('Visit')
  const id = await aSequence({ name: 'Guests', status: 'active', steps: [{ type: 'survey', delay: 0, surveyId }] })
  await page.goto(`/sequences/${id}`)
  await page.getByRole('navigation', { name: 'Parts of the sequence' }).getByRole('link', { name: 'Entry' }).click()
  await expect(page.getByText('No rules yet')).toBeVisible()

  await press('Add a rule')
  await dialog().getByLabel('When').selectOption('A contact gets a tag')
  await dialog().getByRole('button', { name: 'Add a rule' }).click()
  const tag = dialog().getByRole('textbox', { name: 'Tag' })
  await expect(tag).toBeFocused()
  await tag.fill('guest')
  expect(await findAxeViolations(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Add a rule' }).click()
  await expect(toastWithText(page, 'Rule added.')).toBeVisible()
  await expect(page.getByText('A contact gets the tag “guest”, each person once')).toBeVisible()

  const email = anEmailAddress()
  const ada = await call('POST /contacts', { email, firstName: 'Ada' })
  await call('POST /contacts', { email: anEmailAddress(), firstName: 'Grace' })
  await call(`PATCH /contacts/${ada.body.data.id}`, { tags: ['guest'] })
  await waitForMails(email)

  await page.reload()
  await expect(page.getByText('1 person entered in 30 days')).toBeVisible()
  await call(`PATCH /contacts/${ada.body.data.id}`, { tags: [] })
  await call(`PATCH /contacts/${ada.body.data.id}`, { tags: ['guest'] })
  await page.getByRole('link', { name: 'Who entered, and who did not' }).click()
  await expect(page.getByRole('heading', { name: /^People of the rule/ })).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('row', { name: /Ada/ })).toHaveCount(2)
    await expect(page.getByRole('row', { name: /Ada/ }).first()).toContainText('Was in the sequence before')
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('row', { name: /Ada/ }).last()).toContainText('Entered')
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'All rules' }).click()
  await choose('Actions of the rule “A contact gets the tag “guest”, each person once”', 'Edit')
  await dialog().getByLabel('When').selectOption('Again and again')
  await dialog().getByLabel('Every').fill('7')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Everyone, every 7 days, spread evenly')).toBeVisible()
  await expect(page.getByText('2 people now')).toBeVisible()
  await choose('Actions of the rule “Everyone, every 7 days, spread evenly”', 'Delete')
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No rules yet')).toBeVisible()
})
