import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe-violations'
import { expect, testWithOwnOrganization as owned, test, toastWithText } from './signed-in-test'

const PEOPLE = 120
const FILE = [
  'E-mail,First name,Member since,Tags',
  'no address,Nameless,,',
  ...Array.from({ length: PEOPLE }, (_, n) => `person${n}@example.com,Person ${n},25/12/2020,paris`),
  'lyon@example.com,Lyon,03/02/2021,lyon',
].join('\n')

/** Selects all contacts that match, by keyboard, and opens an action on them. */
async function selectAllAnd(page: Page, action: string): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).press('Space')
  await page.getByRole('button', { name: `Select all ${PEOPLE} that match` }).press('Enter')
  await expect(page.getByRole('region', { name: 'Selected rows' }).getByRole('status')).toHaveText(
    `All ${PEOPLE} that match are selected`,
  )
  await page.getByRole('button', { name: action, exact: true }).last().press('Enter')
}

/** Opens the result of the action that was just started, and waits until it is complete. */
async function openResult(page: Page, title: string): Promise<void> {
  await toastWithText(page, `Started for ${PEOPLE} contacts`).getByRole('button', { name: 'Details' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: String(PEOPLE) })).toBeVisible()
}

async function undo(page: Page, name: string, outcome: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).press('Enter')
  await expect(page.getByText(outcome)).toBeVisible()
}

owned(
  'an owner imports a file with a bad row, tags and enrols a segment of it, and undoes all three',
  async ({ page, call, aSurvey, aSequence }) => {
    const surveyId = await aSurvey('After a visit')
    await aSequence({ name: 'Guests', steps: [{ type: 'survey', delay: 3600, surveyId }] })
    await page.goto('/contacts')
    await page.getByRole('link', { name: 'Import', exact: true }).first().click()
    await expect(page).toHaveURL(/\/contacts\/import$/)
    expect(await findAxeViolations(page)).toEqual([])
    await page.setInputFiles('input[type=file]', {
      name: 'clients.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(FILE),
    })
    await expect(page.getByRole('heading', { level: 1, name: 'clients.csv' })).toBeVisible()
    const importPage = page.url()
    const meaning = page.getByLabel('Meaning, Member since')
    await expect(meaning).toHaveValue('ignored')
    await meaning.selectOption('newProperty')
    const start = page.getByRole('button', { name: `Import ${PEOPLE + 1} rows` })
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
    await expect(page.getByRole('definition').filter({ hasText: String(PEOPLE + 1) })).toBeVisible()
    expect(await findAxeViolations(page)).toEqual([])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download these rows' }).click(),
    ])
    const refused = await download.createReadStream()
    expect(await text(refused)).toContain('no address,Nameless,,,2,E-mail: Not a valid email address')

    await page.goto('/contacts?tag=paris')
    await page.getByRole('button', { name: 'Save as a segment' }).press('Enter')
    await page.getByLabel('Name', { exact: true }).fill('Paris “Est” 🥐')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/segment=/)
    const segmentPage = page.url()
    await selectAllAnd(page, 'Add a tag')
    const dialog = page.getByRole('dialog', { name: `Add a tag to ${PEOPLE} contacts` })
    await expect(dialog.getByLabel('Tag')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Tag')).toHaveAccessibleDescription(/Enter a tag\./)
    expect(await findAxeViolations(page)).toEqual([])
    await page.keyboard.type('vip')
    await page.keyboard.press('Enter')
    await openResult(page, 'Add the tag “vip”')
    expect(await findAxeViolations(page)).toEqual([])
    expect((await call('GET /contacts?tag=vip')).body.meta.total).toBe(PEOPLE)
    const tagPage = page.url()

    await page.goto(segmentPage)
    await selectAllAnd(page, 'Enrol in a sequence')
    await page.getByRole('dialog').getByLabel('Sequence').selectOption('Guests')
    await page.getByRole('button', { name: `Enrol ${PEOPLE} contacts` }).press('Enter')
    await openResult(page, 'Enrol in “Guests”')
    await undo(page, 'Undo', `${PEOPLE} contacts reverted.`)
    await page.goto(tagPage)
    await undo(page, 'Undo', `${PEOPLE} contacts reverted.`)
    expect((await call('GET /contacts?tag=vip')).body.meta.total).toBe(0)
    await page.goto('/contacts/actions')
    await expect(page.getByRole('row', { name: /Add the tag “vip”/ })).toContainText('Undone')
    expect(await findAxeViolations(page)).toEqual([])
    await page.goto(importPage)
    await undo(page, 'Undo import', `${PEOPLE + 1} contacts deleted`)
  },
)

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

owned('an owner enrols the people of a file, once for each visit', async ({ page, call, aSurvey, aSequence }) => {
  const surveyId = await aSurvey('After a visit')
  const id = await aSequence({ name: 'Guests', steps: [{ type: 'survey', delay: 3600, surveyId }] })
  const visits =
    'email,first name,receipt\nada@example.com,Ada,A-1\nada@example.com,Ada,A-1\ngrace@example.com,Grace,A-2'
  await page.goto('/contacts/import')
  await page.setInputFiles('input[type=file]', {
    name: 'visits.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(visits),
  })
  await page.getByLabel('Enrol everyone in a sequence').selectOption('Guests')
  await expect(page.getByText('Everyone who can be reached is enrolled in “Guests” at once.')).toBeVisible()
  await page.getByLabel('Meaning, receipt').selectOption('Key of the event (for the enrolment)')
  const start = page.getByRole('button', { name: 'Import 3 rows' })
  await expect(start).toBeEnabled()
  expect(await findAxeViolations(page)).toEqual([])
  await start.click()
  const result = page.getByRole('region', { name: 'Enrolled in “Guests”' })
  await expect(result.getByRole('listitem')).toHaveText([/Enrolled\s*2/, /Came before \(same key\)\s*1/])
  expect(await findAxeViolations(page)).toEqual([])
  expect((await call(`GET /sendings?sequence_id=${id}`)).body.meta.total).toBe(2)
})
