import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { anOwner, test as base, expect, type Json, type Owner, signIn } from './fixtures'
import { SERVICE } from './service-address'

/*
 * What owners fill in about people and about their organization. One organization and one session for all of it; what
 * a test looks at is its own.
 */

type Session = { owner: Owner; storage: NonNullable<BrowserContextOptions['storageState']> }

const test = base.extend<object, { session: Session }>({
  session: [
    async ({ browser }, use) => {
      const owner = await anOwner()
      const context = await browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'en-GB' })
      await signIn(await context.newPage(), owner)
      await use({ owner, storage: await context.storageState() })
      await context.close()
    },
    { scope: 'worker' },
  ],
  owner: async ({ session }, use) => use(session.owner),
  storageState: async ({ session }, use) => use(session.storage),
})

const NOBODY = { cookies: [], origins: [] }
const UNREACHABLE = 'The service is not responding. Check your connection and try again.'

const anAddress = () => `person-${randomUUID()}@example.com`
const toast = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })
const organizationMenu = (page: Page) => page.getByRole('button', { name: /Account and organization/ })

/** The field is marked, and the sentence is read out with it. */
async function expectRefused(field: Locator, sentence: string | RegExp): Promise<void> {
  await expect(field).toHaveAccessibleDescription(sentence)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
}

async function expectAccepted(field: Locator): Promise<void> {
  await expect(field).not.toHaveAttribute('aria-invalid')
}

/** Every control of the form and what is in it, by label. */
async function expectTyped(form: Page | Locator, typed: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(typed)) await expect(form.getByLabel(label), label).toHaveValue(value)
}

async function fillIn(form: Page | Locator, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await form.getByLabel(label).fill(text)
}

test.describe('contacts', () => {
  const aContact = async (call: (line: string, body?: unknown) => Promise<Json>, fields: object = {}) =>
    (await call('POST /contacts', { email: anAddress(), firstName: 'Grace', lastName: 'Hopper', ...fields })).body.data
  const found = async (call: (line: string) => Promise<Json>, email: string): Promise<Json[]> =>
    (await call(`GET /contacts?email=${encodeURIComponent(email)}`)).body.data

  test('what is wrong with a new contact is said at its fields, nothing typed is lost, and corrected it is saved as typed', async ({
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
      Title: 'Countess',
    }
    await fillIn(page, { Email: 'ada at example.com', Tags: `vip, ${'x'.repeat(51)}`, ...typed })
    await page.getByLabel('Language').selectOption('Français')
    await page.getByRole('button', { name: 'Add contact' }).click()

    await expectRefused(email, 'Enter a valid email address.')
    await expectRefused(firstName, 'This field is required.')
    await expectRefused(tags, /^Use at most 50 characters\. Separate tags with commas\.$/)
    await expect(email).toBeFocused()
    await expectTyped(page, { Email: 'ada at example.com', Language: 'fr', ...typed })
    await expectAccepted(page.getByLabel('Last name'))

    const address = anAddress()
    await fillIn(page, { Email: address, 'First name': 'Ada', Tags: 'vip, london ,, vip' })
    await expectAccepted(email)
    await page.getByRole('button', { name: 'Add contact' }).click()
    await expect(toast(page, 'Contact added')).toBeVisible()
    await page.getByRole('link', { name: 'Ada Lovelace' }).first().click()
    await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
    const details = page.getByRole('region', { name: 'Details' })
    for (const text of [address, '+442079460123', 'Countess', 'Français', 'vip, london'])
      await expect(details).toContainText(text)
    expect(await found(call, address)).toMatchObject([
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

  test('an address that another contact has is refused at its field, in whatever case, and the form stays as it was', async ({
    page,
    call,
  }) => {
    const { email: taken, id } = await aContact(call)
    await page.goto('/contacts/new')
    await fillIn(page, { Email: taken.toUpperCase(), 'First name': 'Somebody', 'Last name': 'Else' })
    await page.getByRole('button', { name: 'Add contact' }).click()
    await expectRefused(page.getByLabel('Email'), 'A contact with this email address already exists.')
    await expect(page.getByLabel('Email')).toBeFocused()
    await expectTyped(page, { Email: taken.toUpperCase(), 'First name': 'Somebody', 'Last name': 'Else' })
    expect(await found(call, taken)).toMatchObject([{ id, firstName: 'Grace' }])

    const free = anAddress()
    await page.getByLabel('Email').fill(free)
    await page.getByLabel('Email').press('Enter')
    await expect(toast(page, 'Contact added')).toBeVisible()
    expect(await found(call, free)).toMatchObject([{ firstName: 'Somebody', lastName: 'Else' }])
  })

  test('changes that are not saved are asked about before a link or a reload leaves them', async ({ page, call }) => {
    const { id } = await aContact(call)
    const contacts = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Contacts' })
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })

    // Untouched, nothing is asked.
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
    await expect(contacts, 'where one was').toBeFocused()
    await expect(page.getByLabel('First name')).toHaveValue('Amazing Grace')

    const asked = page.waitForEvent('dialog')
    void page.reload().catch(() => 'stayed')
    const browserQuestion = await asked
    expect(browserQuestion.type()).toBe('beforeunload')
    await browserQuestion.dismiss()
    await expect(page.getByLabel('First name')).toHaveValue('Amazing Grace')

    await contacts.click()
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
    await expect(question).toBeHidden()
    expect((await call(`GET /contacts/${id}`)).body.data.firstName).toBe('Grace')
  })

  test('Ctrl+Enter saves an edit from any field, and what was emptied is empty', async ({ page, call }) => {
    const { id } = await aContact(call, { phone: '+14165550123', tags: ['vip'], preferredLanguage: 'fr' })
    await page.goto(`/contacts/${id}/edit`)
    await expectTyped(page, { 'Last name': 'Hopper', Phone: '+14165550123', Tags: 'vip', Language: 'fr' })
    await fillIn(page, { 'Last name': 'Murray Hopper', Phone: '', Tags: '' })
    await page.getByLabel('Language').selectOption('Organization default')
    await page.getByRole('checkbox', { name: 'Do not contact this person' }).check()
    await page.getByLabel('Tags').press('Control+Enter')
    await expect(toast(page, 'Changes saved')).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Grace Murray Hopper/ })).toBeVisible()
    await expect(page.getByText('Unsubscribed', { exact: true })).toBeVisible()
    expect((await call(`GET /contacts/${id}`)).body.data).toMatchObject({
      lastName: 'Murray Hopper',
      phone: null,
      tags: [],
      preferredLanguage: null,
      unsubscribed: true,
    })
  })

  test('a contact is deleted only after a yes: cancelling and Escape change nothing', async ({ page, call }) => {
    const { id } = await aContact(call)
    await page.goto(`/contacts/${id}`)
    const opener = page.getByRole('button', { name: 'Delete contact' })
    const question = page.getByRole('dialog', { name: 'Delete Grace Hopper?' })
    const leave = {
      cancel: () => question.getByRole('button', { name: 'Cancel' }).click(),
      escape: () => page.keyboard.press('Escape'),
    }
    for (const no of Object.values(leave)) {
      await opener.click()
      await expect(question).toContainText('The contact is deleted for good.')
      await no()
      await expect(question).toBeHidden()
      await expect(opener).toBeFocused()
      expect((await call(`GET /contacts/${id}`)).status).toBe(200)
    }

    await opener.click()
    await question.getByRole('button', { name: 'Delete contact' }).click()
    await expect(toast(page, 'Contact deleted')).toBeVisible()
    await expect(page).toHaveURL(/\/contacts$/)
    expect((await call(`GET /contacts/${id}`)).status).toBe(404)
  })

  test('when the service cannot be reached the form says so and keeps every word, and saves them once it is back', async ({
    page,
    call,
  }) => {
    await page.goto('/contacts/new')
    const email = anAddress()
    const typed = { Email: email, 'First name': 'Mary', 'Last name': 'Somerville', Tags: 'science' }
    await fillIn(page, typed)
    await page.route('**/api/trpc/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Add contact' }).click()
    const complaint = page.getByRole('alert').filter({ hasText: UNREACHABLE })
    await expect(complaint).toBeVisible()
    await expectTyped(page, typed)

    // It is not saved, so leaving still asks.
    await page.getByRole('link', { name: 'Surveys' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stay on this page' }).click()
    await expectTyped(page, typed)

    await page.unroute('**/api/trpc/**')
    await page.getByRole('button', { name: 'Add contact' }).click()
    await expect(toast(page, 'Contact added')).toBeVisible()
    await expect(complaint).toBeHidden()
    expect(await found(call, email)).toMatchObject([{ firstName: 'Mary', lastName: 'Somerville', tags: ['science'] }])
  })

  test('what is typed before the page is alive is kept, and cannot be sent off to an address', async ({
    page,
    call,
  }) => {
    let wake = () => {}
    const awake = new Promise<void>((resolve) => {
      wake = resolve
    })
    await page.route('**/_next/static/**/*.js', async (route) => {
      await awake
      await route.continue()
    })
    await page.goto('/contacts/new', { waitUntil: 'commit' })
    const email = anAddress()
    const submit = page.getByRole('button', { name: 'Add contact' })
    await fillIn(page, { Email: email, 'First name': 'Hedy' })
    await page.getByLabel('Language').selectOption('Français')
    await expect(submit).toBeDisabled()
    await page.getByLabel('Email').press('Enter')
    await expect(page).toHaveURL(/\/contacts\/new$/)

    wake()
    await expect(submit).toBeEnabled()
    await page.getByLabel('Last name').fill('Lamarr')
    await expectTyped(page, { Email: email, 'First name': 'Hedy', 'Last name': 'Lamarr', Language: 'fr' })
    await submit.click()
    await expect(toast(page, 'Contact added')).toBeVisible()
    expect(await found(call, email)).toMatchObject([{ firstName: 'Hedy', lastName: 'Lamarr', preferredLanguage: 'fr' }])
  })

  test('the organization menu turns everything French, the sentences of the service too, and loses nothing that was typed', async ({
    page,
    call,
  }) => {
    const { email: taken } = await aContact(call)
    await page.goto('/contacts/new')
    await fillIn(page, { Email: 'ada at example.com', Title: 'Countess' })
    await organizationMenu(page).click()
    await page.getByRole('menuitemradio', { name: 'Français' }).click()
    await expect(page.getByRole('heading', { name: 'Ajouter un contact' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expectTyped(page, { 'E-mail': 'ada at example.com', Titre: 'Countess' })

    const submit = page.getByRole('button', { name: 'Ajouter le contact' })
    const email = page.getByLabel('E-mail')
    await submit.click()
    await expectRefused(email, 'Saisissez une adresse e-mail valide.')
    await expectRefused(page.getByLabel('Prénom'), 'Ce champ est obligatoire.')
    await fillIn(page, { 'E-mail': taken, Prénom: 'Ada' })
    await submit.click()
    await expectRefused(email, 'Un contact avec cette adresse e-mail existe déjà.')
    await page.route('**/api/trpc/**', (route) => route.abort())
    await submit.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Le service ne répond pas.' })).toBeVisible()
  })
})

test.describe('settings', () => {
  test('a wrong colour is refused at its field; what is right is saved and still there after a reload', async ({
    page,
  }) => {
    await page.goto('/settings')
    const color = page.getByLabel('Colour')
    const save = page.getByRole('button', { name: 'Save changes' })
    await fillIn(page, { Name: 'Café Lumière de nuit', Colour: 'green' })
    await page.getByLabel('Time zone').selectOption({ label: 'America/Toronto' })
    await page.getByLabel('Time between two surveys to a contact').selectOption('At least 30 days')
    await save.click()
    await expectRefused(color, /^Use a colour code such as #1f6f5c\./)
    await expect(color).toBeFocused()
    const others = { Name: 'Café Lumière de nuit', 'Time zone': 'America/Toronto', 'Time between two surveys': '30' }
    await expectTyped(page, { ...others, Colour: 'green' })

    await color.fill('#AA3366')
    await expectAccepted(color)
    await color.press('Control+Enter')
    await expect(toast(page, 'Settings saved')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Café Lumière de nuit/ }), 'named so everywhere').toBeVisible()
    // Saved, so that a reload asks nothing.
    await page.reload()
    await expectTyped(page, { ...others, Colour: '#AA3366' })
  })

  test('quiet hours need two ends that differ; right ones are kept, and both emptied turn them off', async ({
    page,
  }) => {
    await page.goto('/settings')
    const from = page.getByLabel('Quiet hours, start')
    const to = page.getByLabel('Quiet hours, end')
    const save = page.getByRole('button', { name: 'Save changes' })
    for (const end of ['21:30', '']) {
      await from.fill('21:30')
      await to.fill(end)
      await save.click()
      await expectRefused(to, /^Set both a start and an end for the quiet hours, at different times\./)
      await expect(to).toBeFocused()
      await expect(from).toHaveValue('21:30')
      await expect(to).toHaveValue(end)
    }
    for (const [start, end] of [
      ['21:30', '08:00'],
      ['', ''],
    ] as const) {
      await from.fill(start)
      await to.fill(end)
      await save.click()
      await expect(toast(page, 'Settings saved')).toBeVisible()
      await page.reload()
      await expect(from).toHaveValue(start)
      await expect(to).toHaveValue(end)
    }
  })

  test('a location is added, renamed and deleted in dialogs, and its contacts stay', async ({ page, call }) => {
    await page.goto('/settings/locations')
    await expect(page.getByText('No locations yet')).toBeVisible()
    const dialog = page.getByRole('dialog')
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
    const menu = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })

    await page.getByRole('button', { name: 'Add location' }).click()
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await dialog.getByLabel('Name').press('Control+Enter')
    await expectRefused(dialog.getByLabel('Name'), 'This field is required.')
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await dialog.getByLabel('Name').fill('Old Port')
    await dialog.getByLabel('Time zone').selectOption({ label: 'America/Toronto' })
    await dialog.getByRole('button', { name: 'Add location' }).click()
    await expect(dialog).toBeHidden()
    await expect(row('Old Port')).toContainText('America/Toronto')

    await menu('Old Port').press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    await expect(dialog.getByLabel('Name')).toHaveValue('Old Port')
    await dialog.getByLabel('Name').press('Escape')
    await expect(dialog).toBeHidden()
    await expect(menu('Old Port'), 'where one was').toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    await dialog.getByLabel('Name').fill('New Port')
    await dialog.getByLabel('Time zone').selectOption('Same as the organization')
    await dialog.getByLabel('Name').press('Enter')
    await expect(dialog).toBeHidden()
    await expect(row('New Port')).toContainText('Same as the organization')
    await expect(row('Old Port')).toHaveCount(0)

    // A contact goes there.
    await page.goto('/contacts/new')
    const email = anAddress()
    await fillIn(page, { Email: email, 'First name': 'Sophie' })
    await page.getByLabel('Location').selectOption('New Port')
    await page.getByLabel('Email').press('Enter')
    await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('New Port')
    const contact = async () => (await call(`GET /contacts?email=${email}`)).body.data[0]
    expect((await contact()).locationId).toMatch(/^[0-9a-f-]{36}$/)

    await page.goto('/settings/locations')
    await menu('New Port').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(dialog).toContainText('Its only contact is kept, without a location.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(menu('New Port'), 'where one was').toBeFocused()
    await menu('New Port').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete location' }).click()
    await expect(page.getByText('No locations yet')).toBeVisible()
    expect((await contact()).locationId).toBeNull()
  })

  test('a key without a name or a scope is refused where it is seen; what a wider scope covers is ticked with it', async ({
    page,
  }) => {
    await page.goto('/settings/api-keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    const last = dialog.getByRole('checkbox', { name: 'Full access to the whole organization' })
    await last.check()
    await expect(dialog.getByRole('checkbox', { name: 'List and read surveys' })).toBeChecked()
    await expect(dialog.getByRole('checkbox', { name: 'List and read surveys' })).toBeDisabled()
    await last.uncheck()
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(0)

    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Choose at least one scope.')
    await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
    await expectRefused(dialog.getByLabel('Name'), /^This field is required\./)

    await dialog.getByLabel('Name').fill('Till')
    await dialog.getByLabel('Expires').selectOption('In 30 days')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expectAccepted(dialog.getByLabel('Name'))
    await expect(dialog.getByRole('alert')).toHaveText('Choose at least one scope.')
    await expectTyped(dialog, { Name: 'Till', Expires: '30' })

    // What was entered is not thrown away by a key pressed, or by a press beside the dialog.
    const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expectTyped(dialog, { Name: 'Till', Expires: '30' })
    await page.mouse.click(5, 5)
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('row', { name: /^Till/ })).toHaveCount(0)
  })

  test('a key set inactive gets 401 until it is active again, and is gone for good when it is revoked', async ({
    page,
  }) => {
    await page.goto('/settings/api-keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Web shop')
    await dialog.getByRole('checkbox', { name: 'List and read contacts' }).check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const shown = await dialog.getByText(/^cfs_[0-9A-Za-z]{43}$/).textContent()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Yes, close' }).click()
    await expect(dialog).toBeHidden()
    const ask = async (method = 'GET') =>
      (await fetch(`${SERVICE.baseUrl}/api/v1/contacts`, { method, headers: { 'X-API-Key': shown ?? '' } })).status
    expect(await ask()).toBe(200)
    expect(await ask('POST'), 'only what was ticked').toBe(403)

    const row = page.getByRole('row', { name: /^Web shop/ })
    const choose = async (action: string) => {
      await row.getByRole('button', { name: 'Actions for Web shop' }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    await expect(row).toContainText('Active')
    await choose('Deactivate')
    await expect(dialog).toContainText('Requests with this key will be refused right away.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    expect(await ask()).toBe(200)
    await choose('Deactivate')
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await expect(row).toContainText('Inactive')
    expect(await ask()).toBe(401)
    await choose('Activate')
    await expect(toast(page, 'Web shop is active')).toBeVisible()
    await expect(row.getByText('Active', { exact: true })).toBeVisible()
    expect(await ask()).toBe(200)

    await choose('Revoke')
    await expect(page.getByRole('dialog', { name: 'Revoke Web shop?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(row.getByRole('button', { name: 'Actions for Web shop' }), 'where one was').toBeFocused()
    expect(await ask()).toBe(200)
    await choose('Revoke')
    await dialog.getByRole('button', { name: 'Revoke key' }).click()
    await expect(row).toHaveCount(0)
    expect(await ask()).toBe(401)
  })
})

test.describe('strangers', () => {
  test.use({ storageState: NOBODY })

  test('a wrong password is refused in words and the address stays; the right one leads to the page that was asked for', async ({
    page,
    owner,
  }) => {
    await page.goto('/contacts')
    await expect(page, 'nobody sees a page before').toHaveURL(/\/sign-in/)
    const password = page.getByLabel('Password', { exact: true })
    await fillIn(page, { 'Email address': owner.email })
    await password.fill('not this one')
    await password.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText(
      'This email address and password do not match.',
    )
    await expectTyped(page, { 'Email address': owner.email })

    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveValue('not this one')
    await password.fill(owner.password)

    await page.route(/\/sign-in\?/, (route) => route.abort())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').filter({ hasText: UNREACHABLE })).toBeVisible()
    await page.unroute(/\/sign-in\?/)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
    await expect(page).toHaveURL(`${SERVICE.baseUrl}/contacts`)
  })

  test('signing up in French says at each field what is wrong, also that an address is taken, and then makes the account', async ({
    page,
    context,
    owner,
    mailbox,
  }) => {
    await context.addCookies([{ name: 'cfs-locale', value: 'fr', url: SERVICE.baseUrl }])
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Créer un compte' }).click()
    const submit = page.getByRole('button', { name: 'Créer le compte' })
    const email = page.getByLabel('Adresse e-mail')
    const password = page.getByLabel('Mot de passe', { exact: true })
    const typed = { 'Votre nom': 'Émilie du Châtelet', Organisation: 'Cirey' }
    await fillIn(page, { 'Votre nom': typed['Votre nom'], 'Adresse e-mail': 'emilie' })
    await password.fill('court')
    await submit.click()
    await expectRefused(page.getByLabel('Organisation'), /^Ce champ est obligatoire\./)
    await expectRefused(email, 'Saisissez une adresse e-mail valide.')
    await expectRefused(password, /^Saisissez au moins 8 caractères\./)
    await expectTyped(page, { 'Votre nom': typed['Votre nom'], 'Adresse e-mail': 'emilie' })

    await fillIn(page, { Organisation: 'Cirey', 'Adresse e-mail': owner.email })
    await password.fill('une phrase assez longue')
    await submit.click()
    await expectRefused(email, 'Cette adresse e-mail a déjà un compte. Connectez-vous.')
    await expectTyped(page, { ...typed, 'Adresse e-mail': owner.email })

    await page.route('**/sign-up', (route) => route.abort())
    await submit.click()
    await expect(page.getByText('Le service ne répond pas. Vérifiez votre connexion et réessayez.')).toBeVisible()
    await expectTyped(page, { ...typed, 'Adresse e-mail': owner.email })
    await page.unroute('**/sign-up')

    const free = anAddress()
    await email.fill(free)
    await submit.click()
    await expect(page.getByText(`Nous avons envoyé un message à ${free}.`)).toBeVisible()
    const [mail] = await mailbox.waitFor(free, 1, 30_000)
    expect(mail?.header('subject')).toMatch(/adresse/i)
    await page.goto('/contacts')
    await expect(page.getByText('Aucun contact pour l’instant')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Cirey/ })).toBeVisible()
  })
})
