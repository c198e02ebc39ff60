import { findAxeViolations } from './axe-violations'
import { expect, test } from './signed-in-test'

const FILE = [
  'E-mail,First name,Member since',
  'ada.import@example.com,Ada,03/02/2021',
  'no address,Nameless,',
  'grace.import@example.com,Grace,25/12/2020',
].join('\n')

test('an owner imports a file with a bad row, sees the counts and the result, and undoes it', async ({
  page,
  press,
}) => {
  await page.goto('/contacts')
  await page.getByRole('link', { name: 'Import', exact: true }).first().click()
  await expect(page).toHaveURL(/\/contacts\/import$/)
  expect(await findAxeViolations(page)).toEqual([])
  await page.setInputFiles('input[type=file]', { name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  await expect(page.getByRole('heading', { level: 1, name: 'clients.csv' })).toBeVisible()
  const meaning = page.getByLabel('Meaning, Member since')
  await expect(meaning).toHaveValue('ignored')
  await meaning.selectOption('newProperty')
  const start = page.getByRole('button', { name: 'Import 2 rows' })
  await expect(start).toBeEnabled()
  await expect(page.getByText('Not a valid email address').first()).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.reload()
  await expect(meaning).toHaveValue('newProperty')

  await start.click()
  await expect(page.getByText('The import is complete.')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '2' })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the refused rows' }).click(),
  ])
  const stream = await download.createReadStream()
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  expect(Buffer.concat(parts).toString()).toContain('no address,Nameless,,3,E-mail: Not a valid email address')

  await press('Undo import')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('2 contacts deleted')).toBeVisible()
})
