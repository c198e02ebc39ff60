import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  extractAccountLink,
  openSignedOutContext,
  organizationMenuButton,
  rowWithText,
  switchOrganizationInMenu,
} from './account-steps'
import { findAxeViolations } from './axe-violations'
import { anOwner, expect, signInByCookie, signInByForm, test } from './fixtures'
import { waitForMails } from './mail-folder'
import { SERVICE } from './service-config'

async function choose(page: Page, name: string, item: string): Promise<void> {
  await rowWithText(page, name)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Invites a member as the signed-in owner. @returns the link of the invitation */
async function invite(page: Page, email: string, count = 1): Promise<string> {
  const headers = { Origin: SERVICE.baseUrl }
  const answer = await page.request.post('/api/trpc/members.invite', { headers, data: { email, role: 'member' } })
  expect(answer.status()).toBe(200)
  return extractAccountLink((await waitForMails(email, count)).at(-1)?.mail.text, 'invitations')
}

test('a colleague joins by invitation as a member, becomes an admin and in turn the owner, and is removed', async ({
  page,
  owner,
}) => {
  await signInByCookie(page, owner)
  await page.goto('/settings/members')
  const email = `grace-${randomUUID()}@example.com`
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill(email)
  await expect(dialog.getByRole('radio', { name: 'Member' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`Invitation sent to ${email}.`)).toBeVisible()
  await expect(rowWithText(page, email)).toBeVisible()

  const [mail] = await waitForMails(email)
  expect(mail?.mail.subject).toBe('Join Café Lumière')
  const other = await openSignedOutContext(page)
  const grace = await other.newPage()
  const link = extractAccountLink(mail?.mail.text, 'invitations')
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
  await expect(rowWithText(grace, email)).toContainText('Member')
  await expect(grace.getByRole('button', { name: 'Invite someone' })).toHaveCount(0)
  await expect(rowWithText(grace, owner.email).getByRole('button')).toHaveCount(0)
  await expect(grace.getByRole('row', { name: /API keys/ })).toContainText('Nothing')

  // The open tab gets the permissions of the new role with its next request.
  await page.reload()
  await choose(page, email, 'Make an admin')
  await page.getByRole('dialog').getByRole('button', { name: 'Make an admin' }).click()
  await expect(page.getByText('Grace Hopper is now an admin.')).toBeVisible()
  await grace.reload()
  await expect(grace.getByRole('button', { name: 'Invite someone' })).toBeVisible()
  await grace.goto('/settings/audit-log')
  const changed = rowWithText(grace, 'Changed the role of Grace Hopper')
  await expect(changed).toContainText('Role: Member → Admin')
  await grace.getByRole('button', { name: 'What' }).click()
  await grace.getByRole('menuitemradio', { name: 'API keys' }).click()
  await expect(grace).toHaveURL(/group=apiKey/)
  await expect(rowWithText(grace, 'Created the API key')).toHaveCount(1)
  const download = grace.waitForEvent('download')
  await grace.getByRole('link', { name: 'Download CSV' }).click()
  const stream = await (await download).createReadStream()
  const lines = Buffer.concat(await stream.toArray())
    .toString('utf8')
    .split('\r\n')
  expect(lines[0]).toContain('time,actor_type,actor_id,actor,action')
  expect(lines[1]).toContain('api_key.created')

  await choose(page, email, 'Transfer ownership')
  const transferDialog = page.getByRole('dialog', { name: 'Transfer ownership to Grace Hopper?' })
  await transferDialog.getByLabel('Your password').fill('a guess')
  await transferDialog.getByRole('button', { name: 'Transfer ownership' }).click()
  await expect(transferDialog.getByLabel('Your password')).toHaveAccessibleDescription(/This is not your password/)
  await transferDialog.getByLabel('Your password').fill(owner.password)
  await transferDialog.getByRole('button', { name: 'Transfer ownership' }).click()
  await expect(page.getByText('Grace Hopper is now the owner.')).toBeVisible()
  await expect(rowWithText(page, email)).toContainText('Owner')
  await grace.goto('/settings/members')
  await choose(grace, owner.email, 'Transfer ownership')
  await grace.getByRole('dialog').getByLabel('Your password').fill('a long enough secret')
  await grace.getByRole('dialog').getByRole('button', { name: 'Transfer ownership' }).click()
  await expect(rowWithText(grace, owner.email)).toContainText('Owner')
  await page.reload()

  await choose(page, email, 'Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Grace Hopper' }).click()
  await expect(page.getByText('Grace Hopper has been removed.')).toBeVisible()
  await expect(rowWithText(page, email)).toHaveCount(0)
  await grace.goto('/contacts')
  await expect(grace).toHaveURL(/\/sign-in/)
  await other.close()
})

test('a user removed from their only organization can still sign in and rejoins by a new invitation', {
  tag: '@variant',
}, async ({ page, owner }) => {
  const grace = { ...owner, email: `grace-${randomUUID()}@example.com`, password: 'a long enough secret' }
  await signInByCookie(page, owner)
  const context = await openSignedOutContext(page)
  const memberPage = await context.newPage()
  const form = { name: 'Grace Hopper', password: grace.password }
  const joined = await memberPage.request.post(await invite(page, grace.email), {
    form,
    headers: { Origin: SERVICE.baseUrl },
  })
  expect(joined.url()).toBe(`${SERVICE.baseUrl}/`)

  await page.goto('/settings/members')
  await choose(page, grace.email, 'Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Grace Hopper' }).click()
  await expect(page.getByText('Grace Hopper has been removed.')).toBeVisible()
  await memberPage.goto('/contacts')
  await expect(memberPage).toHaveURL(/\/sign-in/)

  await signInByForm(memberPage, grace)
  const noOrganization = memberPage.getByRole('heading', { level: 1, name: 'You no longer belong to an organization' })
  await expect(noOrganization).toBeVisible()
  await expect(memberPage.getByText('No one has invited you at the moment.')).toBeVisible()
  await expect(memberPage.getByRole('link', { name: 'Contacts' })).toHaveCount(0)
  await expect(memberPage.getByRole('button', { name: 'New organization' })).toBeVisible()
  await expect(memberPage.getByRole('button', { name: 'Delete account' })).toBeVisible()
  expect(await findAxeViolations(memberPage)).toEqual([])
  await memberPage.goto('/settings/profile')
  await expect(noOrganization).toBeVisible()

  const second = await invite(page, grace.email, 2)
  await memberPage.reload()
  await expect(memberPage.getByRole('button', { name: 'Join Café Lumière' })).toBeVisible()
  expect(await findAxeViolations(memberPage)).toEqual([])
  await memberPage.goto(second)
  await memberPage.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(memberPage).toHaveURL(`${SERVICE.baseUrl}/`)
  await expect(memberPage.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await context.close()
})

test('a user with an account accepts an invitation by signing in and works in both organizations', async ({
  page,
  owner,
}) => {
  const ada = await anOwner('Analytical Engines')
  await signInByCookie(page, owner)
  const link = await invite(page, ada.email)
  const other = await openSignedOutContext(page)
  const visitor = await other.newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'Join Café Lumière' })).toBeVisible()
  await expect(visitor.getByLabel('Your name'), 'an existing user gets no sign-up form').toHaveCount(0)
  await visitor.getByRole('link', { name: 'Sign in to join' }).click()
  await visitor.getByLabel('Email address').fill(ada.email)
  await visitor.getByLabel('Password', { exact: true }).fill(ada.password)
  await visitor.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(visitor).toHaveURL(link)
  await visitor.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(organizationMenuButton(visitor)).toHaveAccessibleName(/^Café Lumière/)

  expect((await visitor.goto('/settings/api-keys'))?.status()).toBe(404)
  await switchOrganizationInMenu(visitor, 'Analytical Engines')
  expect((await visitor.goto('/settings/api-keys'))?.status()).toBe(200)
  await page.goto('/settings/members')
  await expect(page.getByRole('row').filter({ hasText: ada.email })).toContainText('Member')
  await other.close()
})

test('a user signed in with another address than the invited one signs out before joining', {
  tag: '@variant',
}, async ({ page, owner }) => {
  const invited = `ada-${randomUUID()}@example.com`
  await signInByCookie(page, owner)
  await page.goto(await invite(page, invited))
  await expect(
    page.getByText(`You are signed in as ${owner.email}, but this invitation is for ${invited}.`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Sign out and continue' }).click()
  await expect(page.getByRole('button', { name: 'Create account and join' })).toBeVisible()
})
