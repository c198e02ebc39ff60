import { findAxeViolations } from './axe-violations'
import {
  anEmailAddress,
  expect,
  expectFieldError,
  testWithOwnOrganization as test,
  toastWithText,
} from './signed-in-test'

test('an owner blocks addresses, finds a deleted contact by its address, and allows messages again', async ({
  page,
  call,
  press,
  dialog,
}) => {
  const [blocked, deleted] = [anEmailAddress(), anEmailAddress()]
  const { id } = (await call('POST /contacts', { email: deleted, firstName: 'Ada' })).body.data
  await call(`PATCH /contacts/${id}`, { unsubscribed: true })
  await call(`DELETE /contacts/${id}`)
  const other = (await call('POST /contacts', { email: blocked, firstName: 'Grace' })).body.data

  await page.goto('/contacts/suppressions')
  await press('Add addresses')
  expect(await findAxeViolations(page)).toEqual([])
  const addresses = dialog().getByLabel('Email addresses')
  await addresses.fill('Grace at home')
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await expectFieldError(addresses, /Nothing was added/)
  await addresses.fill(`Grace <${blocked}>`)
  await dialog().getByLabel('Note').fill('Asked by phone')
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toastWithText(page, '1 address added')).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(blocked) })
  await expect(row).toContainText('Blocked')
  await expect(row).toContainText('Asked by phone')
  expect((await call(`GET /contacts/${other.id}`)).body.data.unsubscribed).toBe(true)

  await page.goto(`/contacts/suppressions?search=${encodeURIComponent(deleted)}`)
  await expect(page.getByRole('row', { name: /Deleted contact/ })).toContainText('Unsubscribed by you')

  await page.goto('/contacts/suppressions?reason=blocked')
  await row.getByRole('button', { name: `Actions for ${blocked}` }).click()
  await page.getByRole('menuitem', { name: 'Allow messages again' }).click()
  await dialog().getByRole('button', { name: 'Allow messages again' }).click()
  await expectFieldError(dialog().getByLabel('Reason'), /^Say why, in a few words\./)
  expect(await findAxeViolations(page)).toEqual([])
  await dialog().getByLabel('Reason').fill('Changed her mind')
  await dialog().getByRole('button', { name: 'Allow messages again' }).click()
  await expect(toastWithText(page, 'Messages are allowed again')).toBeVisible()
  await expect(page.getByText('No matching addresses')).toBeVisible()
  expect((await call(`GET /contacts/${other.id}`)).body.data.unsubscribed).toBe(false)
})
