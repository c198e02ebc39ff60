import { findAxeViolations } from './axe-violations'
import { waitForMails } from './mail-folder'
import {
  anEmailAddress,
  expect,
  expectFieldError,
  testWithOwnOrganization as test,
  toastWithText,
} from './signed-in-test'

test('an owner lets a till send people into a sequence, tries it with a sample, and reads what became of each request', async ({
  page,
  press,
  dialog,
  choose,
  aSurvey,
  aSequence,
  request,
}) => {
  const surveyId = await aSurvey('Visit')
  const id = await aSequence({ name: 'Guests', status: 'active', steps: [{ type: 'survey', delay: 0, surveyId }] })
  await page.goto(`/sequences/${id}/entry`)
  await press('Create an address')
  await expect(page).toHaveURL(`/sequences/${id}/entry/trigger`)
  await expect(page.getByText('Waiting for the first request')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeDisabled()
  await press('Show the address')
  const url = (await page.getByText(/\/t\/[\w-]{43}$/).textContent()) ?? ''
  const send = (data: object) => request.post(url, { data })
  expect(await findAxeViolations(page)).toEqual([])

  const sampled = anEmailAddress()
  expect((await send({ receipt: 'A-1', total: 12.5, guest: { email: sampled, name: 'Ada Lovelace' } })).status()).toBe(
    202,
  )
  await expect(page.getByLabel('Sample', { exact: true })).toBeVisible({ timeout: 20_000 })
  await press('Save')
  const email = page.getByLabel('Email address', { exact: true })
  await expectFieldError(email, 'Pick a place of the request, or write a text.')
  await email.selectOption({ label: `guest.email — ${sampled.slice(0, 40)}` })
  await page.getByLabel('Full name', { exact: true }).selectOption({ label: 'guest.name — Ada Lovelace' })
  await page.getByLabel('Key of the event', { exact: true }).selectOption({ label: 'receipt — A-1' })
  await press('Add a condition')
  await page.getByLabel('Place', { exact: true }).selectOption({ label: 'total — 12.5' })
  await page.getByLabel('Comparison').selectOption('is greater than')
  await page.getByLabel('Value', { exact: true }).fill('20')
  await press('Try with the sample')
  const result = page.getByRole('region', { name: 'What would happen' })
  await expect(result).toContainText('Nothing would happen: a condition does not hold.')
  await page.getByLabel('Value', { exact: true }).fill('10')
  await press('Try with the sample')
  await expect(result).toContainText('The person would enter.')
  await expect(result).toContainText(/New contact.*Ada.*Lovelace.*A-1/s)
  expect(await findAxeViolations(page)).toEqual([])
  await press('Save')
  await expect(toastWithText(page, 'Saved. Switch the address on when it is right.')).toBeVisible()
  await press('Switch on')
  await expect(toastWithText(page, 'The address is on.')).toBeVisible()

  const guest = anEmailAddress()
  const visit = { receipt: 'A-2', total: 40, guest: { email: guest, name: 'Grace Hopper' } }
  expect((await send(visit)).status()).toBe(202)
  expect((await send(visit)).status()).toBe(202)
  expect((await send({ ...visit, receipt: 'A-3', total: 5 })).status()).toBe(202)
  await waitForMails(guest)

  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await expect(page).toHaveURL(/\/trigger\/requests$/)
  const rows = page.getByRole('row')
  await expect(async () => {
    await page.reload()
    await expect(rows.filter({ hasText: 'Grace' })).toHaveCount(3)
    await expect(rows.filter({ hasText: 'Waiting' })).toHaveCount(0)
  }).toPass({ timeout: 60_000 })
  await expect(rows.filter({ hasText: 'Entered' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Came before (same key)' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'The condition on total does not hold.' })).toHaveCount(1)
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByLabel('Outcome', { exact: true }).selectOption('Kept as a sample')
  await expect(rows.filter({ hasText: 'Kept as a sample' })).toHaveCount(1)
  await rows.filter({ hasText: 'Kept as a sample' }).getByRole('link').first().click()
  await expect(page.getByText('"receipt": "A-1"')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await press('Send again')
  await expect(toastWithText(page, '1 request is sent again.')).toBeVisible()
  await waitForMails(sampled)

  await page.goto(`/sequences/${id}/entry/trigger`)
  await choose('Actions of the address', 'Replace the address')
  await dialog().getByRole('button', { name: 'Replace the address' }).click()
  await expect(page.getByText('Still works; not used since it was replaced')).toBeVisible()
  await choose('Actions of the address', 'End the old address')
  await dialog().getByRole('button', { name: 'End the old address' }).click()
  await expect(page.getByText('Still works; not used since it was replaced')).toBeHidden()
  expect((await send(visit)).status()).toBe(404)
})

test('a recipe fills in where the values are, and asks for the key', async ({ page, press, aSurvey, aSequence }) => {
  const surveyId = await aSurvey('Order')
  const id = await aSequence({ name: 'Orders', status: 'active', steps: [{ type: 'survey', delay: 0, surveyId }] })
  await page.goto(`/sequences/${id}/entry`)
  await press('Create an address')
  await page.getByLabel('System', { exact: true }).selectOption('WooCommerce')
  await expect(page.getByText('topic “Order updated”')).toBeVisible()
  await expect(page.getByLabel('Email address', { exact: true })).toHaveValue('["billing","email"]')
  await expect(page.getByLabel('Value', { exact: true })).toHaveValue('completed')
  await press('Save')
  await expectFieldError(page.getByLabel('Key', { exact: true }), 'Enter the key with which the other system signs.')
  await page.getByLabel('Key', { exact: true }).fill('secret')
  await press('Save')
  await expect(toastWithText(page, 'Saved. Switch the address on when it is right.')).toBeVisible()
})
