import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, signInByCookie, test } from './fixtures'
import { trackPendingRequests } from './track-pending-requests'

async function continueWithProvider(page: Page, email: string | null): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
  await answerProvider(page, email)
}

async function answerProvider(page: Page, email: string | null): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Harbour ID', level: 1 })).toBeVisible()
  if (email === null) return page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a visitor signs up through an identity provider, signs in with it, and cannot disconnect their only sign-in method', {
  tag: '@variant',
}, async ({ page }) => {
  const email = `grace-${randomUUID()}@example.com`
  const requests = trackPendingRequests(page)
  await page.goto('/sign-in?next=/surveys')
  await continueWithProvider(page, null)
  await expect(page.getByText('You were not signed in.')).toBeVisible()
  await continueWithProvider(page, email)
  await expect(page.getByRole('heading', { name: 'Almost done' })).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveValue('Grace Hopper')
  await page.getByLabel('Organization').fill('Compilers')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/surveys$/)

  // Pending requests of the page would be redirected to the sign-in page and interrupt the next navigation.
  await requests.idle()
  await page.context().clearCookies()
  await page.goto('/sign-up')
  await continueWithProvider(page, email)
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.goto('/settings/profile')
  await expect(page.getByText('You have none: you sign in with another account.')).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect Harbour ID' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('This is your only way to sign in.')).toBeVisible()
})

test('an owner connects an identity provider, signs in with it without JavaScript, and disconnects it', async ({
  page,
  browser,
  owner,
}) => {
  const providerEmail = `grace-${randomUUID()}@example.com`
  await signInByCookie(page, owner)
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Connect Harbour ID' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(owner.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await answerProvider(page, providerEmail)
  await expect(page.getByText('Connected. From now on you can sign in with it.')).toBeVisible()
  await expect(page.getByText(providerEmail)).toBeVisible()

  const plain = await browser.newContext({ javaScriptEnabled: false })
  const other = await plain.newPage()
  await other.goto(new URL('/sign-in?next=/contacts', page.url()).href)
  await continueWithProvider(other, providerEmail)
  await expect(other).toHaveURL(/\/contacts$/)
  await plain.close()

  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Disconnect Harbour ID' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(owner.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: 'Connect Harbour ID' })).toBeVisible()
})
