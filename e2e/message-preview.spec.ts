import { findAxeViolationsInBothSchemes } from './axe-violations'
import { waitForMails } from './mail-folder'
import { expect, testWithOwnOrganization as test } from './signed-in-test'

test('the preview of a step follows its text, and a test of it arrives marked', async ({
  page,
  owner,
  open,
  choose,
}) => {
  await open('/sequences/new/blank')
  await choose('Add a step', 'Email')
  const step = page.getByRole('region', { name: /^Step 1 of / })
  const subject = step.getByRole('textbox', { name: 'Subject' })
  await subject.fill('Thank you,  and see you')
  await subject.evaluate((input: HTMLInputElement) => input.setSelectionRange(11, 11))
  await step.getByRole('button', { name: 'First name' }).first().press('Enter')
  await expect(subject).toHaveValue('Thank you, {{firstName|there}} and see you')
  await step.getByRole('button', { name: 'Preview of step 1' }).click()
  const preview = page.getByRole('region', { name: 'Preview of step 1' })
  const message = step.getByRole('textbox', { name: 'Message' })
  const mail = preview.getByTitle('The email, 320 pixels wide').contentFrame()
  for (const words of ['The soup is on.', 'The soup is off.']) {
    await message.fill(words)
    await expect(mail.getByText(words).last()).toBeVisible()
  }
  await expect(preview.getByText('Thank you, Alex and see you')).toBeVisible()
  await expect(step.getByRole('button', { name: 'First name Alex' })).toHaveCount(2)
  await expect(mail.locator('.card')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await preview.getByRole('button', { name: 'Dark' }).click()
  await expect(mail.locator('.card')).toHaveCSS('background-color', 'rgb(33, 31, 29)')
  expect(await findAxeViolationsInBothSchemes(page, { within: 'main' })).toEqual([])

  await preview.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(preview.getByText(`Sent to ${owner.email}.`)).toBeVisible()
  const received = await waitForMails(owner.email)
  expect(received.map(({ mail: { subject: line } }) => line)).toContain('[Test] Thank you, Alex and see you')
})
