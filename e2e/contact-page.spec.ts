import { findAxeViolations } from './axe-violations'
import { anEmailAddress, expect, test, toastWithText } from './signed-in-test'

test('by keyboard, a member notes something on a contact, merges a duplicate into it and erases it', async ({
  page,
  call,
}) => {
  const phone = '+33612345678'
  const create = async (fields: object) =>
    (await call('POST /contacts', { email: anEmailAddress(), lastName: 'Hopper', phone, ...fields })).body.data
  const kept = await create({ firstName: 'Grace' })
  const other = await create({ firstName: 'Gracie', title: 'Admiral', tags: ['navy'] })
  await page.goto(`/contacts/${kept.id}`)
  await page.keyboard.press('n')
  const note = page.getByLabel('Note', { exact: true })
  await expect(note).toBeFocused()
  await page.keyboard.type('Prefers to be called in the morning')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Prefers to be called' })).toBeVisible()
  await expect(page.getByText('Possibly the same as')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Compare' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Merge')
  await page.getByRole('group', { name: 'First name' }).getByLabel('Gracie').press('Space')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  const question = page.getByRole('dialog')
  await expect(question).toContainText('This cannot be undone.')
  expect(await findAxeViolations(page)).toEqual([])
  await question.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/contacts/${kept.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Gracie Hopper' })).toBeVisible()
  await expect(page.getByText(`(${other.email}) into this contact`)).toBeVisible()
  expect((await call(`GET /contacts/${kept.id}`)).body.data).toMatchObject({ title: 'Admiral', tags: ['navy'] })
  expect((await call(`GET /contacts/${other.id}`)).status).toBe(404)

  await page.getByRole('button', { name: 'Actions for' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Add a tag' }).press('Enter')
  await expect(question.getByLabel('Tag')).toBeFocused()
  await page.keyboard.type('vip')
  await page.keyboard.press('Enter')
  await expect(page.getByText('navy, vip', { exact: true })).toBeVisible()
  const entry = page.getByRole('listitem').filter({ hasText: 'Added tags: vip' }).first()
  await expect(entry.getByRole('link', { name: 'Add the tag “vip”' })).toHaveAttribute('href', /\/contacts\/actions\//)

  await page.getByRole('button', { name: 'Actions for' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete contact' }).press('Enter')
  await question.getByLabel('Also erase what they wrote').press('Space')
  await question.getByRole('button', { name: 'Erase contact' }).press('Enter')
  await expect(toastWithText(page, 'Contact erased')).toBeVisible()
  expect((await call(`GET /contacts/${kept.id}`)).status).toBe(404)
})
