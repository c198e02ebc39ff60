import type { Page } from '@playwright/test'
import { anEmailAddress, expect, expectFieldError, fillFields, test, toastWithText } from './signed-in-test'

const dialogOn = (page: Page) => page.getByRole('dialog')

async function chooseAction(page: Page, action: string) {
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function add(page: Page, path: string, action: string, name: string) {
  await page.goto(path)
  await page.getByRole('button', { name: action }).click()
  await dialogOn(page).getByLabel('Name').fill(name)
  await dialogOn(page).getByRole('button', { name: action }).click()
  await expect(toastWithText(page, `${name} added`)).toBeVisible()
}

async function choose(field: ReturnType<Page['getByLabel']>, name: string) {
  await field.fill(name.slice(0, 4))
  await field.page().getByRole('option', { name }).click()
  await expect(field).toHaveValue(name)
}

test('an owner adds, edits and deletes a location, and its contact stays', { tag: '@variant' }, async ({
  page,
  call,
}) => {
  await page.goto('/settings/locations')
  await expect(page).toHaveURL(/\/locations$/)
  await expect(page.getByText('No locations yet')).toBeVisible()
  const dialog = dialogOn(page)

  await page.getByRole('button', { name: 'Add location' }).click()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').press('Control+Enter')
  await expectFieldError(dialog.getByLabel('Name'), 'This field is required.')
  await dialog.getByLabel('Name').fill('Old Port')
  await dialog.getByLabel('Time zone').selectOption('America/Toronto')
  await dialog.getByRole('button', { name: 'Add location' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('row', { name: /Old Port/ }).click()

  await chooseAction(page, 'Edit')
  await dialog.getByLabel('Name').fill('New Port')
  await dialog.getByLabel('Time zone').selectOption('Same as the organization')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'New Port' })).toBeVisible()
  const location = page.url()

  await page.goto('/contacts/new')
  const email = anEmailAddress()
  await fillFields(page, { Email: email, 'First name': 'Sophie' })
  await page.getByLabel('Location').selectOption('New Port')
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('New Port')
  const contact = async () => (await call(`GET /contacts?email=${email}`)).body.data[0]
  expect((await contact()).locationId).toBe(location.split('/').at(-1))

  await page.goto(location)
  await page.getByText('Details', { exact: true }).click()
  await page.getByRole('link', { name: '1', exact: true }).click()
  await expect(page.getByRole('row', { name: new RegExp(email) })).toBeVisible()

  await page.goto(location)
  await chooseAction(page, 'Delete')
  await expect(dialog).toContainText('Its only contact stays, without a location.')
  await dialog.getByRole('button', { name: 'Delete location' }).click()
  await expect(page.getByText('No locations yet')).toBeVisible()
  await expect.poll(async () => (await contact()).locationId).toBeNull()
})

test('an owner chooses a company for a contact and merges it into another, which then has the contact', {
  tag: '@variant',
}, async ({ page, call }) => {
  await add(page, '/companies', 'Add company', 'Engines Ltd')
  await add(page, '/companies', 'Add company', 'Analytical Engines')
  await page.goto('/contacts/new')
  const email = anEmailAddress()
  await fillFields(page, { Email: email, 'First name': 'Ada' })
  // The suggestions need the hydrated form.
  await expect(page.getByRole('button', { name: 'Add contact' })).toBeEnabled()
  await choose(page.getByLabel('Company'), 'Engines Ltd')
  await page.getByRole('button', { name: 'Add contact' }).click()
  await page.getByRole('row', { name: new RegExp(email) }).click()
  await page.getByRole('link', { name: 'Engines Ltd' }).click()

  await chooseAction(page, 'Merge')
  const dialog = dialogOn(page)
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expectFieldError(dialog.getByLabel('Merge into'), /^Choose which one stays\./)
  await choose(dialog.getByLabel('Merge into'), 'Analytical Engines')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByRole('heading', { name: 'Analytical Engines' })).toBeVisible()
  const id = page.url().split('/').at(-1)
  await expect
    .poll(async () => (await call(`GET /contacts?email=${email}`)).body.data[0].contactOrganizationId)
    .toBe(id)
  await page.goto('/companies')
  await expect(page.getByRole('row', { name: /Engines Ltd/ })).toHaveCount(0)

  await page.goto('/contacts')
  await page.getByRole('button', { name: 'Company' }).click()
  await page.getByRole('option', { name: 'Analytical Engines' }).click()
  await expect(page).toHaveURL(new RegExp(`company=${id}`))
  await expect(page.getByRole('row', { name: new RegExp(email) })).toBeVisible()
})

test('text that names no company is refused at its field, and a company of that name is created for the contact', async ({
  page,
  call,
}) => {
  await page.goto('/contacts/new')
  const [email, name] = [anEmailAddress(), 'Bonnet SARL']
  await fillFields(page, { Email: email, 'First name': 'Claire' })
  const save = page.getByRole('button', { name: 'Add contact' })
  await expect(save).toBeEnabled()
  const company = page.getByRole('combobox', { name: 'Company' })
  await company.fill(name)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([`Create “${name}”`])
  await save.click()
  await expectFieldError(company, /^Choose one from the list, or clear this field\./)
  await expect(company).toBeFocused()
  await expect(company).toHaveValue(name)

  await company.click()
  await company.fill('')
  await company.fill(name)
  await page.getByRole('option', { name: `Create “${name}”` }).click()
  await expect(company).toHaveValue(name)
  await save.click()
  await expect(page.getByRole('row', { name: new RegExp(email) })).toBeVisible()
  const { contactOrganizationId } = (await call(`GET /contacts?email=${email}`)).body.data[0]
  expect((await call(`GET /contact-organizations/${contactOrganizationId}`)).body.data.name).toBe(name)
})

test('an owner adds an employee once an invalid email address is corrected', async ({ page }) => {
  await page.goto('/employees?create')
  const dialog = dialogOn(page)
  await fillFields(page, { Name: 'Grace Hopper', Email: 'grace@' })
  await dialog.getByRole('button', { name: 'Add employee' }).click()
  await expectFieldError(dialog.getByLabel('Email'), /^Enter a valid email address\./)
  await dialog.getByLabel('Email').fill('grace@example.com')
  await dialog.getByRole('button', { name: 'Add employee' }).click()
  await page.getByRole('row', { name: /Grace Hopper/ }).click()
  await page.getByText('Details', { exact: true }).click()
  await expect(page.getByText('grace@example.com')).toBeVisible()
})
