import { findAxeViolations } from './axe-violations'
import { openWhenHtmlMatches } from './fixtures'
import { waitForMails } from './mail-folder'
import { anEmailAddress, expect, testWithOwnOrganization as test, toastWithText } from './signed-in-test'

test('an owner sees before activation who gets what, and decides what people under way do after a change', async ({
  page,
  press,
  dialog,
  aSurvey,
  aSequence,
  call,
}) => {
  const surveyId = await aSurvey('Visit')
  const steps = [
    { type: 'survey', delay: 0, surveyId },
    { type: 'sms', delay: 86_400, body: 'Thank you' },
  ]
  const id = await aSequence({ name: 'Guests', status: 'draft', steps })
  const email = anEmailAddress()
  await call('POST /contacts', { email, firstName: 'Ada' })
  await page.goto(`/sequences/${id}/forecast`)
  await expect(page.getByRole('heading', { name: '1 person would enter' })).toBeVisible()
  await expect(page.getByText('1 person gets the survey')).toBeVisible()
  await expect(page.getByText('1 person not · No phone')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('combobox', { name: 'One contact' }).fill('Ada')
  await page.getByRole('option', { name: /Ada/ }).click()
  await expect(page.getByRole('heading', { name: 'What Ada would get' })).toBeVisible()
  await expect(page.getByText('No phone: this contact has no number that can receive SMS.')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  await page.goto(`/sequences/${id}`)
  await press('Save and activate')
  await expect(toastWithText(page, 'Sequence activated')).toBeVisible()
  await call(`POST /sequences/${id}/execute`, { contacts: [{ email, phone: 'ext. 12' }] })
  // A person whose message is on its way just then is not forecast.
  await waitForMails(email)
  await openWhenHtmlMatches(page, /No phone/, '/sequences/upcoming')
  await expect(page.getByText('1 person not · No phone')).toBeVisible()

  await page.goto(`/sequences/${id}`)
  await page.getByLabel('Message', { exact: true }).fill('Thank you so much')
  await press('Save changes')
  await expect(dialog().getByRole('heading', { name: '1 person is under way' })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Move them to the new steps' }).click()
  await expect(toastWithText(page, 'Sequence saved')).toBeVisible()
})
