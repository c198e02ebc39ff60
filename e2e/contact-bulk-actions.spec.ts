import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe-violations'
import { expect, signInByCookie, test } from './fixtures'

const MATCHING = 130

const toast = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

/** Moves the focus to a control with Tab, as from the control before it, and presses Enter. */
async function pressEnterOn(page: Page, name: string): Promise<void> {
  const control = page.getByRole('button', { name, exact: true }).last()
  await control.focus()
  await page.keyboard.press('Enter')
}

test('an owner selects all contacts that match a filter, tags them by keyboard, sees the result, and undoes it', async ({
  page,
  owner,
  call,
}) => {
  const contacts = Array.from({ length: MATCHING }, (_, n) => ({
    email: `person${n}@example.com`,
    firstName: `Person ${n}`,
    tags: ['paris'],
  }))
  await call('POST /contacts/batch', { contacts: [...contacts, { email: 'lyon@example.com', firstName: 'Lyon' }] })
  await signInByCookie(page, owner)
  await page.goto('/contacts?tag=paris')
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).focus()
  await page.keyboard.press('Space')
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await expect(bar.getByRole('status')).toHaveText('50 selected')
  await pressEnterOn(page, `Select all ${MATCHING} that match`)
  await expect(bar.getByRole('status')).toHaveText(`All ${MATCHING} that match are selected`)
  await pressEnterOn(page, 'Add a tag')
  const dialog = page.getByRole('dialog', { name: `Add a tag to ${MATCHING} contacts` })
  await expect(dialog.getByLabel('Tag')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Tag')).toHaveAccessibleDescription(/Enter a tag\./)
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.type('vip')
  await page.keyboard.press('Enter')
  await toast(page, `Started for ${MATCHING} contacts`).getByRole('button', { name: 'Details' }).press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Add the tag “vip”' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: String(MATCHING) })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  expect((await call('GET /contacts?tag=vip')).body.meta.total).toBe(MATCHING)
  await pressEnterOn(page, 'Undo')
  await expect(page.getByRole('dialog')).toBeVisible()
  await pressEnterOn(page, 'Undo')
  await expect(page.getByText(`${MATCHING} contacts reverted.`)).toBeVisible()
  expect((await call('GET /contacts?tag=vip')).body.meta.total).toBe(0)
  await page.goto('/contacts/actions')
  await expect(page.getByRole('row', { name: /Add the tag “vip”/ })).toContainText('Undone')
  expect(await findAxeViolations(page)).toEqual([])
})
