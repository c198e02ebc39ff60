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
  await page.context().addCookies([{ name: 'cfs-locale', value: 'fr', url: page.url() }])
  await page.reload()
  await expect(page.getByText('Adresse e-mail non valide').first()).toBeVisible()
  await page.context().addCookies([{ name: 'cfs-locale', value: 'en', url: page.url() }])
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

const ANSWERS = [
  'Response ID,Person Email,Survey Type,Score,Comment,Permalink,Created At',
  ...Array.from({ length: 165 }, (_, n) => {
    const month = String((n % 3) + 1).padStart(2, '0')
    return `${n},answer.${n}@example.com,nps,${n % 11},${'Fine. '.repeat(800)},,2024-${month}-10 10:00:00 UTC`
  }),
].join('\n')

test('past answers arrive although the upload was interrupted, and every month has the scores of the file', async ({
  page,
  press,
}) => {
  const file = { name: 'delighted.csv', mimeType: 'text/csv', buffer: Buffer.from(ANSWERS) }
  const parts: number[] = []
  let isLost = true
  await page.route(/contactImports\.uploadChunk/, async (route) => {
    const index = Number(/"index":(\d+)/.exec(route.request().postData() ?? '')?.[1])
    parts.push(index)
    if (isLost && index === 1) await route.abort()
    else await route.continue()
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/contacts/import')
  await page.setInputFiles('input[type=file]', file)
  await expect.poll(() => parts).toContain(1)
  await page.reload()
  isLost = false

  await page.getByRole('link', { name: 'delighted.csv' }).click()
  await expect(page.getByText(/% of this file arrived/)).toBeVisible()
  parts.length = 0
  await page.setInputFiles('input[type=file]', file)
  await expect(page.getByText('Recognized as responses exported from Delighted.')).toBeVisible()
  expect(parts[0]).toBe(1)
  await page.getByRole('button', { name: 'Import 165 rows' }).click()
  await expect(page.getByText('Every month has the answers and the score of the file.')).toBeVisible()
  await expect(page.getByRole('row', { name: /February 2024 NPS 55 · / })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  const address = page.url()
  await page.getByRole('link', { name: 'See the responses' }).click()
  await expect(page.getByText('Imported', { exact: true }).first()).toBeVisible()
  await page.goto(address)
  await press('Undo import')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('165 answers deleted')).toBeVisible()
})
