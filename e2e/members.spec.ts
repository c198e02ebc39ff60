import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { faultsOn } from './axe'
import { anOwner, expect, signIn, signInByForm, test } from './fixtures'
import { waitForMails } from './mail-folder'
import { SERVICE } from './service-address'

const linkIn = (text = '', page: string) => new RegExp(`http://localhost:\\d+/${page}/[\\w-]{43}`).exec(text)?.[0] ?? ''
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function choose(page: Page, name: string, item: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function aContext(page: Page): Promise<BrowserContext> {
  const browser = page.context().browser()
  if (!browser) throw new Error('no browser')
  return browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'en-GB' })
}

test('a colleague joins by invitation as a member, becomes an admin and in turn the owner, and is removed', async ({
  page,
  owner,
}) => {
  await signIn(page, owner)
  await page.goto('/settings/members')
  const email = `grace-${randomUUID()}@example.com`
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill(email)
  await expect(dialog.getByRole('radio', { name: 'Member' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible()
  await expect(row(page, email)).toBeVisible()

  const [mail] = await waitForMails(email)
  expect(mail?.mail.subject).toBe('Join Café Lumière')
  const other = await aContext(page)
  const grace = await other.newPage()
  const link = linkIn(mail?.mail.text, 'invitations')
  await grace.goto(link)
  await expect(grace.getByRole('heading', { name: 'Join Café Lumière' })).toBeVisible()
  await grace.getByRole('button', { name: 'Create account and join' }).click()
  await expect(grace.getByLabel('Your name')).toHaveAccessibleDescription('This field is required.')
  await grace.getByLabel('Your name').fill('Grace Hopper')
  await grace.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await grace.getByRole('button', { name: 'Create account and join' }).click()
  await expect(grace).toHaveURL(`${SERVICE.baseUrl}/`)
  await expect(grace.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await grace.goto(link)
  await expect(grace.getByText('It has already been accepted.')).toBeVisible()

  await grace.goto('/contacts/new')
  await expect(grace.getByRole('button', { name: 'Add contact' })).toBeVisible()
  expect((await grace.goto('/settings/api-keys'))?.status()).toBe(404)
  await grace.goto('/settings/members')
  await expect(row(grace, email)).toContainText('Member')
  await expect(grace.getByRole('button', { name: 'Invite someone' })).toHaveCount(0)
  await expect(row(grace, owner.email).getByRole('button')).toHaveCount(0)
  await expect(grace.getByRole('row', { name: /API keys/ })).toContainText('Nothing')

  // The open tab gets the permissions of the new role with its next request.
  await page.reload()
  await choose(page, email, 'Make an admin')
  await page.getByRole('dialog').getByRole('button', { name: 'Make an admin' }).click()
  await expect(page.getByText('Grace Hopper is now an admin.')).toBeVisible()
  await grace.reload()
  await expect(grace.getByRole('button', { name: 'Invite someone' })).toBeVisible()
  await grace.goto('/settings/audit-log')
  const changed = row(grace, 'Changed the role of Grace Hopper')
  await expect(changed).toContainText('Role: Member → Admin')
  await grace.getByRole('button', { name: 'What' }).click()
  await grace.getByRole('menuitemradio', { name: 'API keys' }).click()
  await expect(grace).toHaveURL(/group=apiKey/)
  await expect(row(grace, 'Created the API key')).toHaveCount(1)
  const download = grace.waitForEvent('download')
  await grace.getByRole('link', { name: 'Download CSV' }).click()
  const stream = await (await download).createReadStream()
  const lines = Buffer.concat(await stream.toArray())
    .toString('utf8')
    .split('\r\n')
  expect(lines[0]).toContain('time,actor_type,actor_id,actor,action')
  expect(lines[1]).toContain('api_key.created')

  await choose(page, email, 'Transfer ownership')
  const handing = page.getByRole('dialog', { name: 'Transfer ownership to Grace Hopper?' })
  await handing.getByLabel('Your password').fill('a guess')
  await handing.getByRole('button', { name: 'Transfer ownership' }).click()
  await expect(handing.getByLabel('Your password')).toHaveAccessibleDescription(/This is not your password/)
  await handing.getByLabel('Your password').fill(owner.password)
  await handing.getByRole('button', { name: 'Transfer ownership' }).click()
  await expect(page.getByText('Grace Hopper is now the owner.')).toBeVisible()
  await expect(row(page, email)).toContainText('Owner')
  await grace.goto('/settings/members')
  await choose(grace, owner.email, 'Transfer ownership')
  await grace.getByRole('dialog').getByLabel('Your password').fill('a long enough secret')
  await grace.getByRole('dialog').getByRole('button', { name: 'Transfer ownership' }).click()
  await expect(row(grace, owner.email)).toContainText('Owner')
  await page.reload()

  await choose(page, email, 'Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Grace Hopper' }).click()
  await expect(page.getByText('Grace Hopper has been removed.')).toBeVisible()
  await expect(row(page, email)).toHaveCount(0)
  await grace.goto('/contacts')
  await expect(grace).toHaveURL(/\/sign-in/)
  await other.close()
})

/** Invites a member as the signed-in owner. @returns the link of the invitation */
async function invite(page: Page, email: string, count = 1): Promise<string> {
  const headers = { Origin: SERVICE.baseUrl }
  const answer = await page.request.post('/api/trpc/members.invite', { headers, data: { email, role: 'member' } })
  expect(answer.status()).toBe(200)
  return linkIn((await waitForMails(email, count)).at(-1)?.mail.text, 'invitations')
}

test('a user removed from their only organization can still sign in and rejoins by a new invitation', {
  tag: '@variant',
}, async ({ page, owner }) => {
  const grace = { ...owner, email: `grace-${randomUUID()}@example.com`, password: 'a long enough secret' }
  await signIn(page, owner)
  const context = await aContext(page)
  const hers = await context.newPage()
  const form = { name: 'Grace Hopper', password: grace.password }
  const joined = await hers.request.post(await invite(page, grace.email), {
    form,
    headers: { Origin: SERVICE.baseUrl },
  })
  expect(joined.url()).toBe(`${SERVICE.baseUrl}/`)

  await page.goto('/settings/members')
  await choose(page, grace.email, 'Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Grace Hopper' }).click()
  await expect(page.getByText('Grace Hopper has been removed.')).toBeVisible()
  await hers.goto('/contacts')
  await expect(hers).toHaveURL(/\/sign-in/)

  await signInByForm(hers, grace)
  const nowhere = hers.getByRole('heading', { level: 1, name: 'You no longer belong to an organization' })
  await expect(nowhere).toBeVisible()
  await expect(hers.getByText('No one has invited you at the moment.')).toBeVisible()
  await expect(hers.getByRole('link', { name: 'Contacts' })).toHaveCount(0)
  await expect(hers.getByRole('button', { name: 'New organization' })).toBeVisible()
  await expect(hers.getByRole('button', { name: 'Delete account' })).toBeVisible()
  expect(await faultsOn(hers)).toEqual([])
  await hers.goto('/settings/profile')
  await expect(nowhere).toBeVisible()

  const second = await invite(page, grace.email, 2)
  await hers.reload()
  await expect(hers.getByRole('button', { name: 'Join Café Lumière' })).toBeVisible()
  expect(await faultsOn(hers)).toEqual([])
  await hers.goto(second)
  await hers.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(hers).toHaveURL(`${SERVICE.baseUrl}/`)
  await expect(hers.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await context.close()
})

test('a user with an account accepts an invitation by signing in and works in both organizations', async ({
  page,
  owner,
}) => {
  const ada = await anOwner('Analytical Engines')
  await signIn(page, owner)
  const link = await invite(page, ada.email)
  const other = await aContext(page)
  const visitor = await other.newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'Join Café Lumière' })).toBeVisible()
  await expect(visitor.getByLabel('Your name'), 'there is no second account to make').toHaveCount(0)
  await visitor.getByRole('link', { name: 'Sign in to join' }).click()
  await visitor.getByLabel('Email address').fill(ada.email)
  await visitor.getByLabel('Password', { exact: true }).fill(ada.password)
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(visitor).toHaveURL(link)
  await visitor.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(organizationMenu(visitor)).toHaveAccessibleName(/^Café Lumière/)

  expect((await visitor.goto('/settings/api-keys'))?.status()).toBe(404)
  await switchTo(visitor, 'Analytical Engines')
  expect((await visitor.goto('/settings/api-keys'))?.status()).toBe(200)
  await page.goto('/settings/members')
  await expect(page.getByRole('row').filter({ hasText: ada.email })).toContainText('Member')
  await other.close()
})

const organizationMenu = (page: Page) => page.getByRole('button', { name: /Account and organization/ })

async function switchTo(page: Page, name: string): Promise<void> {
  await page.goto('/')
  await organizationMenu(page).click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
  await expect(organizationMenu(page)).toHaveAccessibleName(new RegExp(`^${name}`))
}

test('a user creates a second organization from the organization menu and switches back to the first', {
  tag: '@variant',
}, async ({ page, owner, call }) => {
  expect((await call('POST /contacts', { email: 'ada@example.com', firstName: 'Ada' })).status).toBe(201)
  await signIn(page, owner)
  await page.goto('/contacts')
  await expect(row(page, 'ada@example.com')).toBeVisible()
  await organizationMenu(page).click()
  await expect(page.getByRole('menuitemradio', { name: 'Café Lumière' }), 'of one there is no choice').toHaveCount(0)
  await page.getByRole('menuitem', { name: 'New organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  await dialog.getByLabel('Name').fill('Second Shop')
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByText('Second Shop is ready.')).toBeVisible()
  await expect(organizationMenu(page)).toHaveAccessibleName(/^Second Shop/)
  await page.goto('/contacts')
  await expect(page.getByText('No contacts yet')).toBeVisible()

  await organizationMenu(page).click()
  await expect(page.getByRole('menuitemradio', { name: 'Second Shop' })).toBeChecked()
  await page.keyboard.press('Escape')
  await switchTo(page, 'Café Lumière')
  await page.goto('/contacts')
  await expect(row(page, 'ada@example.com')).toBeVisible()
})

test('signing out everywhere ends the sessions in this browser and in every other', async ({ page, owner }) => {
  await signIn(page, owner)
  const other = await aContext(page)
  const second = await other.newPage()
  await signIn(second, owner)
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  for (const browser of [page, second]) {
    await browser.goto('/contacts')
    await expect(browser).toHaveURL(/\/sign-in/)
  }
  await other.close()
})

test('a user signed in with another address than the invited one signs out before joining', {
  tag: '@variant',
}, async ({ page, owner }) => {
  const invited = `ada-${randomUUID()}@example.com`
  await signIn(page, owner)
  await page.goto(await invite(page, invited))
  await expect(
    page.getByText(`You are signed in as ${owner.email}, but this invitation is for ${invited}.`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Sign out and continue' }).click()
  await expect(page.getByRole('button', { name: 'Create account and join' })).toBeVisible()
})

test('a user resets a forgotten password by email, and other browsers are signed out', async ({ page, owner }) => {
  await signIn(page, owner)
  const other = await aContext(page)
  const forgetful = await other.newPage()
  await forgetful.goto('/sign-in?next=/surveys')
  await forgetful.getByRole('link', { name: 'Forgot your password?' }).click()
  await forgetful.getByLabel('Email address').fill('nobody at all')
  await forgetful.getByRole('button', { name: 'Send the link' }).click()
  await expect(forgetful.getByLabel('Email address')).toHaveAccessibleDescription(/email/i)
  await forgetful.getByLabel('Email address').fill(owner.email)
  await forgetful.getByRole('button', { name: 'Send the link' }).click()
  await expect(forgetful.getByText('If that address has an account')).toBeVisible()
  const [mail] = await waitForMails(owner.email)
  await forgetful.goto(linkIn(mail?.mail.text, 'reset-password'))
  await forgetful.getByLabel('New password').fill('another long secret')
  await forgetful.getByRole('button', { name: 'Set password' }).click()
  await expect(forgetful.getByText('Your password is changed.')).toBeVisible()
  await forgetful.getByLabel('Email address').fill(owner.email)
  await forgetful.getByLabel('Password', { exact: true }).fill('another long secret')
  await forgetful.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(forgetful).toHaveURL(`${SERVICE.baseUrl}/`)
  await page.goto('/contacts')
  await expect(page).toHaveURL(/\/sign-in/)
  await other.close()
})

test('a user changes their email address, confirms it from both addresses, and signs in with the new one', {
  tag: '@variant',
}, async ({ page, owner }) => {
  await signIn(page, owner)
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your email address' })
  await dialog.getByLabel('New email address').fill(owner.email)
  await dialog.getByLabel('Your password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByLabel('New email address')).toHaveAccessibleDescription(/your email address already/)
  const email = `new-${owner.email}`
  await dialog.getByLabel('New email address').fill(email)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(`${email} is waiting`)).toBeVisible()

  const visitor = await (await aContext(page)).newPage()
  const press = async (address: string, button: string) => {
    const [mail] = await waitForMails(address)
    await visitor.goto(linkIn(mail?.mail.text, 'email-change'))
    expect(await faultsOn(visitor, { by: 'wcag and practice' })).toEqual([])
    await visitor.getByRole('button', { name: button }).click()
  }
  await press(email, 'Confirm email address')
  await expect(visitor.getByRole('heading', { name: 'Thank you. One address is left' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Now press the button in the message to the address you have now.')).toBeVisible()
  await press(owner.email, 'Allow the change')
  await expect(visitor.getByRole('heading', { name: 'Your email address is changed' })).toBeVisible()
  await signInByForm(visitor, { ...owner, email })
  await expect(visitor.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await visitor.context().close()
})

test('an owner schedules the organization for deletion, downloads its data, and cancels the deletion', async ({
  page,
  owner,
}) => {
  await signIn(page, owner)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Delete organization' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the organization').fill('Another')
  await dialog.getByLabel('Your password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Delete organization' }).click()
  await expect(dialog.getByLabel('Name of the organization')).toHaveAccessibleDescription(
    /This is not the organization’s name/,
  )
  expect(await faultsOn(page)).toEqual([])
  await dialog.getByLabel('Name of the organization').fill('Café Lumière')
  await dialog.getByRole('button', { name: 'Delete organization' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/Café Lumière will be deleted on/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete organization' })).toBeHidden()

  const taken = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download everything' }).click()
  expect((await taken).suggestedFilename()).toMatch(/^organization-[\d-]+\.zip$/)
  expect(await (await taken).failure()).toBeNull()

  await page.goto('/contacts')
  await page.getByRole('button', { name: 'Keep the organization' }).click()
  await expect(page.getByText('The organization stays. What was waiting is on its way.')).toBeVisible()
  await expect(page.getByText(/will be deleted on/)).toBeHidden()
})

test('an owner deletes the organization and then the account, and keeps the account after signing in again', {
  tag: '@variant',
}, async ({ page, owner }) => {
  await signIn(page, owner)
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
  expect(await faultsOn(page)).toEqual([])
  await dialog.getByLabel('Your password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/sign-in')
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()

  await signInByForm(page, owner)
  await expect(page.getByRole('heading', { name: 'Your account will be deleted' })).toBeVisible()
  await expect(page.getByText(/^On \d+ \w+ \d{4} it is gone/)).toBeVisible()
  expect(await faultsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})
