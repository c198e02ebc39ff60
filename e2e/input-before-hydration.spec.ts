import type { Page } from '@playwright/test'
import { holdScriptRequests } from './hold-script-requests'
import { anEmailAddress, expect, test, toastWithText } from './signed-in-test'

/* Input before React handles events. */

test.use({ waitsForHydration: false })

/** Opens the page without its scripts, until `release`. */
async function openUnhydrated(page: Page, place: string) {
  const scripts = await holdScriptRequests(page)
  await page.goto(place, { waitUntil: 'commit' })
  return scripts
}

test('a contact’s text, tick and choices entered before hydration stay and are saved', async ({ page, call }) => {
  const { body } = await call('POST /contacts', { firstName: 'Tilda', lastName: 'Swan', email: anEmailAddress() })
  const scripts = await openUnhydrated(page, `/contacts/${body.data.id}/edit`)
  await page.getByLabel('First name').fill('Mathilda')
  await page.getByLabel('Language').selectOption('Français')
  await page.getByRole('checkbox', { name: 'Do not contact this person' }).check()
  scripts.release()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastWithText(page, 'Changes saved')).toBeVisible()
  expect((await call(`GET /contacts/${body.data.id}`)).body.data).toMatchObject({
    firstName: 'Mathilda',
    lastName: 'Swan',
    preferredLanguage: 'fr',
    unsubscribed: true,
  })
})

test('an edit of a prefilled message before hydration stays and is saved', async ({ page, call, aSequence }) => {
  const step = { type: 'email', delay: 0, subject: 'Thank you', body: 'Written by the server' }
  const id = await aSequence({ status: 'draft', name: 'Thanks', steps: [step] })
  const scripts = await openUnhydrated(page, `/sequences/${id}`)
  const message = page.getByLabel('Message')
  await message.fill('Typed early')
  scripts.release()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(toastWithText(page, 'Sequence saved')).toBeVisible()
  await expect(message).toHaveValue('Typed early')
  expect((await call(`GET /sequences/${id}`)).body.data.steps).toMatchObject([{ body: 'Typed early' }])
})

test('an alert’s trigger chosen before hydration shows its own conditions', async ({ page }) => {
  const scripts = await openUnhydrated(page, '/settings/alerts/new')
  await page.getByRole('radio', { name: 'Reviews' }).check()
  scripts.release()
  await expect(page.getByRole('button', { name: 'Create alert' })).toBeEnabled()
  await expect(page.getByRole('radio', { name: 'Reviews' })).toBeChecked()
  await expect(page.getByLabel('Stars, at most')).toBeVisible()
})

test('text typed while a slow processor hydrates the page is saved whole, from the first field on', async ({
  page,
  call,
}) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 10 })
  const scripts = await openUnhydrated(page, '/contacts/new')
  const email = anEmailAddress()
  await page.getByLabel('Email').pressSequentially(email.slice(0, 8))
  scripts.release()
  await page.getByLabel('Email').pressSequentially(email.slice(8))
  await page.getByLabel('First name').pressSequentially('Tilda')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expect(toastWithText(page, 'Contact added')).toBeVisible()
  const { body } = await call(`GET /contacts?email=${encodeURIComponent(email)}`)
  expect(body.data).toMatchObject([{ email, firstName: 'Tilda' }])
})

test('a search typed before hydration filters the list', async ({ page, call }) => {
  const email = anEmailAddress()
  await call('POST /contacts', { firstName: 'Found', email })
  const scripts = await openUnhydrated(page, '/contacts?sort=name')
  await page.getByRole('searchbox').fill(email)
  scripts.release()
  await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(email)}`))
  await expect(page.locator('[data-row-link]')).toHaveCount(1)
})

test('a form whose scripts cannot be loaded keeps what was typed, and works after a reload', async ({ page, call }) => {
  let isRefusing = true
  await page.route('**/_next/static/**/*.js', (route) => (isRefusing ? route.abort() : route.continue()))
  await page.goto('/contacts/new')
  const email = anEmailAddress()
  await page.getByLabel('Email').fill(email)
  await expect(page.getByRole('button', { name: 'Add contact' })).toBeDisabled()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  isRefusing = false
  await page.reload()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill('Tilda')
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expect(toastWithText(page, 'Contact added')).toBeVisible()
  expect((await call(`GET /contacts?email=${encodeURIComponent(email)}`)).body.data).toHaveLength(1)
})
