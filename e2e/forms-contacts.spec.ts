import type { Page } from '@playwright/test'
import type { Json } from './fixtures'
import {
  anEmailAddress,
  expect,
  expectFieldError,
  expectFieldValues,
  expectNoFieldError,
  fillFields,
  test,
  toastWithText,
  UNREACHABLE_NOTICE,
} from './signed-in-test'

const organizationMenu = (page: Page) => page.getByRole('button', { name: /Account and organization/ })

const aContact = async (call: (line: string, body?: unknown) => Promise<Json>, fields: object = {}) =>
  (await call('POST /contacts', { email: anEmailAddress(), firstName: 'Grace', lastName: 'Hopper', ...fields })).body
    .data
const findContacts = async (call: (line: string) => Promise<Json>, email: string): Promise<Json[]> =>
  (await call(`GET /contacts?email=${encodeURIComponent(email)}`)).body.data

test('a new contact shows errors at its fields, loses no input, and is saved once corrected', async ({
  page,
  call,
}) => {
  await page.goto('/contacts')
  await page.getByRole('link', { name: 'Add a contact' }).first().click()
  const email = page.getByLabel('Email')
  const firstName = page.getByLabel('First name')
  const tags = page.getByLabel('Tags')
  const typed = {
    'Last name': 'Lovelace',
    Phone: '+44 20 7946 0123',
    'Job title': 'Countess',
  }
  await fillFields(page, { Email: 'ada at example.com', Tags: `vip, ${'x'.repeat(51)}`, ...typed })
  await page.getByLabel('Language').selectOption('Français')
  await page.getByRole('button', { name: 'Add contact' }).click()

  await expectFieldError(email, 'Enter a valid email address.')
  await expectFieldError(firstName, 'This field is required.')
  await expectFieldError(tags, /^Use at most 50 characters\. Separate tags with commas\.$/)
  await expect(email).toBeFocused()
  await expectFieldValues(page, { Email: 'ada at example.com', Language: 'fr', ...typed })
  await expectNoFieldError(page.getByLabel('Last name'))

  const address = anEmailAddress()
  await fillFields(page, { Email: address, 'First name': 'Ada', Tags: 'vip, london ,, vip' })
  await expectNoFieldError(email)
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expect(toastWithText(page, 'Contact added')).toBeVisible()
  await page.getByRole('link', { name: 'Ada Lovelace' }).first().click()
  await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
  const details = page.getByRole('region', { name: 'Details' })
  for (const text of [address, '+442079460123', 'Countess', 'Français', 'vip, london'])
    await expect(details).toContainText(text)
  expect(await findContacts(call, address)).toMatchObject([
    {
      firstName: 'Ada',
      lastName: 'Lovelace',
      phone: '+442079460123',
      title: 'Countess',
      preferredLanguage: 'fr',
      locationId: null,
      tags: ['vip', 'london'],
      unsubscribed: false,
    },
  ])
})

test('an email address of another contact is refused in any letter case, and the form loses no input', async ({
  page,
  call,
}) => {
  const { email: takenEmail, id } = await aContact(call)
  await page.goto('/contacts/new')
  await fillFields(page, { Email: takenEmail.toUpperCase(), 'First name': 'Someone', 'Last name': 'Else' })
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expectFieldError(page.getByLabel('Email'), 'A contact with this email address already exists.')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expectFieldValues(page, { Email: takenEmail.toUpperCase(), 'First name': 'Someone', 'Last name': 'Else' })
  expect(await findContacts(call, takenEmail)).toMatchObject([{ id, firstName: 'Grace' }])

  const unusedEmail = anEmailAddress()
  await page.getByLabel('Email').fill(unusedEmail)
  await page.getByLabel('Email').press('Enter')
  await expect(toastWithText(page, 'Contact added')).toBeVisible()
  expect(await findContacts(call, unusedEmail)).toMatchObject([{ firstName: 'Someone', lastName: 'Else' }])
})

test('unsaved changes to a contact need confirmation before a link or a reload discards them', async ({
  page,
  call,
}) => {
  const { id } = await aContact(call)
  const contacts = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Contacts' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })

  await page.goto(`/contacts/${id}`)
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Grace')
  await contacts.click()
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()

  await page.goto(`/contacts/${id}/edit`)
  await page.getByLabel('First name').fill('Amazing Grace')
  await contacts.click()
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(question).toBeHidden()
  await expect(contacts, 'focus returns to the link').toBeFocused()
  await expect(page.getByLabel('First name')).toHaveValue('Amazing Grace')

  const unloadDialog = page.waitForEvent('dialog')
  void page.reload().catch(() => 'stayed')
  const browserQuestion = await unloadDialog
  expect(browserQuestion.type()).toBe('beforeunload')
  await browserQuestion.dismiss()
  await expect(page.getByLabel('First name')).toHaveValue('Amazing Grace')

  await contacts.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
  await expect(question).toBeHidden()
  expect((await call(`GET /contacts/${id}`)).body.data.firstName).toBe('Grace')
})

test('Ctrl+Enter in a field saves an edited contact, with cleared fields stored as empty', async ({ page, call }) => {
  const { id } = await aContact(call, { phone: '+14165550123', tags: ['vip'], preferredLanguage: 'fr' })
  await page.goto(`/contacts/${id}/edit`)
  await expectFieldValues(page, { 'Last name': 'Hopper', Phone: '+14165550123', Tags: 'vip', Language: 'fr' })
  await fillFields(page, { 'Last name': 'Murray Hopper', Phone: '', Tags: '' })
  await page.getByLabel('Language').selectOption('Organization default')
  await page.getByRole('checkbox', { name: 'Do not contact this person' }).check()
  await page.getByLabel('Tags').press('Control+Enter')
  await expect(toastWithText(page, 'Changes saved')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Grace Murray Hopper/ })).toBeVisible()
  await expect(page.locator('header').getByText('Unsubscribed', { exact: true })).toBeVisible()
  expect((await call(`GET /contacts/${id}`)).body.data).toMatchObject({
    lastName: 'Murray Hopper',
    phone: null,
    tags: [],
    preferredLanguage: null,
    unsubscribed: true,
  })
})

test('a contact is deleted only after confirmation, and Cancel and Escape leave it unchanged', async ({
  page,
  call,
}) => {
  const { id } = await aContact(call, { firstName: 'עומר', lastName: null })
  await page.goto(`/contacts/${id}`)
  const opener = page.getByRole('button', { name: 'Actions for' })
  const openQuestion = async () => {
    await opener.click()
    await page.getByRole('menuitem', { name: 'Delete contact' }).click()
  }
  const question = page.getByRole('dialog', { name: 'Delete \u2068עומר\u2069?' })
  const leave = {
    cancel: () => question.getByRole('button', { name: 'Cancel' }).click(),
    escape: () => page.keyboard.press('Escape'),
  }
  for (const dismiss of Object.values(leave)) {
    await openQuestion()
    await expect(question).toContainText('The contact is deleted for good')
    await dismiss()
    await expect(question).toBeHidden()
    await expect(opener).toBeFocused()
    expect((await call(`GET /contacts/${id}`)).status).toBe(200)
  }

  await openQuestion()
  await question.getByRole('button', { name: 'Delete contact' }).click()
  await expect(toastWithText(page, 'Contact deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/contacts$/)
  expect((await call(`GET /contacts/${id}`)).status).toBe(404)
})

test('the contact form reports an unreachable service, loses no input, and saves once the service is back', async ({
  page,
  call,
}) => {
  await page.goto('/contacts/new')
  const email = anEmailAddress()
  const typed = { Email: email, 'First name': 'Mary', 'Last name': 'Somerville', Tags: 'science' }
  await fillFields(page, typed)
  await page.route('**/api/trpc/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Add contact' }).click()
  const alert = page.getByRole('alert').filter({ hasText: UNREACHABLE_NOTICE })
  await expect(alert).toBeVisible()
  await expectFieldValues(page, typed)

  await page.getByRole('link', { name: 'Surveys' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay on this page' }).click()
  await expectFieldValues(page, typed)

  await page.unroute('**/api/trpc/**')
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expect(toastWithText(page, 'Contact added')).toBeVisible()
  await expect(alert).toBeHidden()
  expect(await findContacts(call, email)).toMatchObject([
    { firstName: 'Mary', lastName: 'Somerville', tags: ['science'] },
  ])
})

test('input typed into the contact form before hydration is not lost, and Enter does not submit it yet', async ({
  page,
  call,
}) => {
  let releaseScripts = () => {}
  const released = new Promise<void>((resolve) => {
    releaseScripts = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/contacts/new', { waitUntil: 'commit' })
  const email = anEmailAddress()
  const submit = page.getByRole('button', { name: 'Add contact' })
  await fillFields(page, { Email: email, 'First name': 'Hedy' })
  await page.getByLabel('Language').selectOption('Français')
  await expect(submit).toBeDisabled()
  await page.getByLabel('Email').press('Enter')
  await expect(page).toHaveURL(/\/contacts\/new$/)

  releaseScripts()
  await expect(submit).toBeEnabled()
  await page.getByLabel('Last name').fill('Lamarr')
  await expectFieldValues(page, { Email: email, 'First name': 'Hedy', 'Last name': 'Lamarr', Language: 'fr' })
  await submit.click()
  await expect(toastWithText(page, 'Contact added')).toBeVisible()
  expect(await findContacts(call, email)).toMatchObject([
    { firstName: 'Hedy', lastName: 'Lamarr', preferredLanguage: 'fr' },
  ])
})

test('switching to French translates the contact form and the server’s errors and loses no input', async ({
  page,
  call,
}) => {
  const { email: takenEmail } = await aContact(call)
  await page.goto('/contacts/new')
  await fillFields(page, { Email: 'ada at example.com', 'Job title': 'Countess' })
  await organizationMenu(page).click()
  await page.getByRole('menuitemradio', { name: 'Français' }).click()
  await expect(page.getByRole('heading', { name: 'Ajouter un contact' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expectFieldValues(page, { 'E-mail': 'ada at example.com', Fonction: 'Countess' })

  const submit = page.getByRole('button', { name: 'Ajouter le contact' })
  const email = page.getByLabel('E-mail')
  await submit.click()
  await expectFieldError(email, 'Saisissez une adresse e-mail valide.')
  await expectFieldError(page.getByLabel('Prénom'), 'Ce champ est obligatoire.')
  await fillFields(page, { 'E-mail': takenEmail, Prénom: 'Ada' })
  await submit.click()
  await expectFieldError(email, 'Un contact avec cette adresse e-mail existe déjà.')
  await page.route('**/api/trpc/**', (route) => route.abort())
  await submit.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Le service ne répond pas.' })).toBeVisible()
})
