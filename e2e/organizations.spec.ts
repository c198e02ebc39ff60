import { organizationMenuButton, rowWithText, switchOrganizationInMenu } from './account-steps'
import { findAxeViolations } from './axe-violations'
import { expect, signInByCookie, signInByForm, test } from './fixtures'

test('a user creates a second organization from the organization menu and switches back to the first', {
  tag: '@variant',
}, async ({ page, owner, call }) => {
  expect((await call('POST /contacts', { email: 'ada@example.com', firstName: 'Ada' })).status).toBe(201)
  await signInByCookie(page, owner)
  await page.goto('/contacts')
  await expect(rowWithText(page, 'ada@example.com')).toBeVisible()
  await organizationMenuButton(page).click()
  await expect(
    page.getByRole('menuitemradio', { name: 'Café Lumière' }),
    'a single organization is not listed',
  ).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'New organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  await dialog.getByLabel('Name').fill('Second Shop')
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByText('Second Shop is ready.')).toBeVisible()
  await expect(organizationMenuButton(page)).toHaveAccessibleName(/^Second Shop/)
  await page.goto('/contacts')
  await expect(page.getByText('No contacts yet')).toBeVisible()

  await organizationMenuButton(page).click()
  await expect(page.getByRole('menuitemradio', { name: 'Second Shop' })).toBeChecked()
  await page.keyboard.press('Escape')
  await switchOrganizationInMenu(page, 'Café Lumière')
  await page.goto('/contacts')
  await expect(rowWithText(page, 'ada@example.com')).toBeVisible()
})

test('an owner schedules the organization for deletion, downloads its data, and cancels the deletion', async ({
  page,
  owner,
}) => {
  await signInByCookie(page, owner)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete organization' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the organization').fill('Another')
  await dialog.getByLabel('Your password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Delete organization' }).click()
  await expect(dialog.getByLabel('Name of the organization')).toHaveAccessibleDescription(
    /This is not the organization’s name/,
  )
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByLabel('Name of the organization').fill('Café Lumière')
  await dialog.getByRole('button', { name: 'Delete organization' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/Café Lumière will be deleted on/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete organization' })).toBeHidden()

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download everything' }).click()
  expect((await download).suggestedFilename()).toMatch(/^organization-[\d-]+\.zip$/)
  expect(await (await download).failure()).toBeNull()

  await page.goto('/contacts')
  await page.getByRole('button', { name: 'Keep the organization' }).click()
  await expect(page.getByText('The organization stays. What was waiting is on its way.')).toBeVisible()
  await expect(page.getByText(/will be deleted on/)).toBeHidden()
})

test('an owner deletes the organization and then the account, and keeps the account after signing in again', {
  tag: '@variant',
}, async ({ page, owner }) => {
  await signInByCookie(page, owner)
  await page.goto('/settings/profile')
  await expect(page.getByText(/^You own Café Lumière\./)).toBeVisible()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete organization' }).click()
  await page.getByLabel('Name of the organization').fill('Café Lumière')
  await page.getByLabel('Your password').fill(owner.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete organization' }).click()
  await expect(page.getByText(/Café Lumière will be deleted on/)).toBeVisible()

  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByLabel('Your password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/sign-in')
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()

  await signInByForm(page, owner)
  await expect(page.getByRole('heading', { name: 'Your account will be deleted' })).toBeVisible()
  await expect(page.getByText(/^On \d+ \w+ \d{4} it is gone/)).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})
