import {
  anEmailAddress,
  expect,
  expectFieldError,
  testWithOwnOrganization as test,
  toastWithText,
} from './signed-in-test'

test('an owner declares a custom field, corrects its value on a contact, and shows it as a column', async ({
  page,
  call,
  press,
  dialog,
}) => {
  const email = anEmailAddress()
  const customFields = { seats: 12, note: 'By the door' }
  const { id } = (await call('POST /contacts', { email, firstName: 'Ada', customFields })).body.data

  await page.goto(`/contacts/${id}`)
  const section = page.getByRole('region', { name: 'Properties' })
  await expect(section).toContainText('By the door')
  await section.getByRole('link', { name: 'Declare seats' }).click()
  await expect(dialog().getByLabel('Type')).toHaveValue('number')
  await expect(dialog().getByLabel('Key')).toHaveValue('seats')
  await dialog().getByLabel('Name in English').fill('Seats booked')
  await dialog().getByRole('button', { name: 'Add property' }).click()
  await expect(toastWithText(page, 'Property added.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Seats booked/ })).toContainText('Number')
  await expect(page.getByRole('row', { name: /note/ })).toContainText('By the door')

  await page.goto(`/contacts/${id}/edit`)
  const seats = page.getByLabel('Seats booked')
  await seats.fill('a dozen')
  await press('Save changes')
  await expectFieldError(seats, 'Enter a number, such as 12 or 12.5.')
  await expect(seats).toBeFocused()
  await seats.fill('12345,5')
  await press('Save changes')
  await expect(section).toContainText('12,345.5')
  expect((await call(`GET /contacts/${id}`)).body.data.customFields).toEqual({ ...customFields, seats: 12345.5 })

  await page.goto('/contacts')
  await expect(page.getByRole('columnheader', { name: 'Seats booked' })).toHaveCount(0)
  await press('Columns')
  await page.getByRole('checkbox', { name: 'Seats booked' }).check()
  await expect(page.getByRole('columnheader', { name: 'Seats booked' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Ada/ })).toContainText('12,345.5')
})
