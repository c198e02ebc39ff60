import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe-violations'
import { type ApiClient, expect, runOperatorCommand, signInByCookie, test } from './fixtures'
import { waitForMails } from './mail-folder'

const NAMES = ['Chiara', 'Ada', 'Émilie', 'Bruno']

async function addPeople(call: ApiClient): Promise<string[]> {
  const emails = NAMES.map((_, at) => `person-${at}@example.com`)
  for (const [at, firstName] of NAMES.entries())
    expect((await call('POST /contacts', { firstName, email: emails[at] })).status).toBe(201)
  return emails
}

const rows = (page: Page) => page.locator('[data-row-link]')
const names = async (page: Page) => (await rows(page).allTextContents()).map((text) => text.split(/person-/)[0])
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' })
const toast = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words })
const tagsOf = async (call: ApiClient) =>
  Object.fromEntries(
    (await call('GET /contacts')).body.data.map((one: { firstName: string; tags: string[] }) => [
      one.firstName,
      one.tags,
    ]),
  )

test('an owner sorts, selects, tags and deletes contacts, saves a view, and hides a column', async ({
  page,
  owner,
  call,
}) => {
  await addPeople(call)
  await signInByCookie(page, owner)
  await page.goto('/contacts')
  expect(await names(page)).toEqual(NAMES.toReversed())

  await page.getByRole('link', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL(/\?sort=name$/)
  await expect.poll(async () => names(page)).toEqual(['Ada', 'Bruno', 'Chiara', 'Émilie'])
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('link', { name: 'Name', exact: true }).click()
  await expect.poll(async () => names(page)).toEqual(['Émilie', 'Chiara', 'Bruno', 'Ada'])
  await page.goto('/contacts?sort=nonsense')
  expect(await names(page)).toEqual(NAMES.toReversed())

  await page.goto('/contacts?sort=name&search=person')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name of the view').press('Enter')
  await expect(page.getByLabel('Name of the view')).toHaveAccessibleDescription(/This field is required\./)
  await page.getByLabel('Name of the view').fill('By name')
  await page.getByLabel('Name of the view').press('Enter')
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await expect(views.getByRole('link', { name: 'By name' })).toHaveAttribute('aria-current', 'page')
  await views.getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL(/\/contacts$/)
  await views.getByRole('link', { name: 'By name' }).click()
  await expect(page).toHaveURL(/search=person&sort=name/)

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(box(page, 'Bruno')).toBeChecked()
  await box(page, 'Émilie').click({ modifiers: ['Shift'] })
  await expect(bar(page).getByRole('status')).toHaveText('3 selected')
  await expect(page.getByRole('checkbox', { name: 'Select all rows on this page' })).toHaveJSProperty(
    'indeterminate',
    true,
  )
  await bar(page).getByRole('button', { name: 'Add a tag' }).click()
  await page.getByLabel('Tag', { exact: true }).fill('regular')
  await page.getByLabel('Tag', { exact: true }).press('Enter')
  await expect(toast(page, 'Tag added to 3 contacts')).toBeVisible()
  expect(await tagsOf(call)).toEqual({ Ada: [], Bruno: ['regular'], Chiara: ['regular'], Émilie: ['regular'] })
  expect(await findAxeViolations(page, { ruleSet: 'everything' })).toEqual([])

  await box(page, 'Bruno').uncheck()
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, '2 contacts deleted')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expect.poll(async () => names(page)).toEqual(['Ada', 'Bruno'])

  await box(page, 'Ada').check()
  await expect(bar(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box(page, 'Ada')).not.toBeChecked()

  await page.getByRole('button', { name: 'Delete view' }).click()
  await toast(page, 'deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(views.getByRole('link', { name: 'By name' })).toBeVisible()

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Tags' }).uncheck()
  await expect(page.getByRole('columnheader', { name: 'Tags' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Added' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Tags' })).toHaveCount(0)
})

test('an owner changes surveys and sequences in bulk, and a row that fails shows its reason and stays selected', {
  tag: '@variant',
}, async ({ page, owner, call }) => {
  const ids: string[] = []
  for (const name of ['Sent', 'Spare', 'Old'])
    ids.push((await call('POST /surveys', { name, type: 'nps', questions: [] })).body.data.id)
  await signInByCookie(page, owner, '/')
  await page.evaluate(async (surveyId) => {
    await fetch('/api/trpc/sequences.save', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Weekly', steps: [{ type: 'survey', surveyId }] }),
    })
  }, ids[0])
  await page.goto('/sequences?search=week')
  await box(page, 'Weekly').check()
  await bar(page).getByRole('button', { name: 'Activate' }).click()
  await expect(toast(page, '1 sequence active')).toBeVisible()

  await page.goto('/surveys?sort=name')
  await expect.poll(async () => rows(page).allTextContents()).toEqual(['Old', 'Sent', 'Spare'])
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await bar(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, '2 surveys deleted')).toBeVisible()
  await expect(toast(page, '1 could not be changed: Some sequences still send this survey.')).toBeVisible()
  await expect(bar(page).getByRole('status')).toHaveText('1 selected')
  await expect.poll(async () => rows(page).allTextContents()).toEqual(['Sent'])
})

test(
  'an owner enrols contacts, exports responses, deletes Outbox messages and resends webhook events in bulk',
  { tag: '@variant' },
  async ({ page, owner, call, receiver }, info) => {
    test.setTimeout(120_000)
    const emails = ['Ada', 'Bruno'].map((name) => `${name.toLowerCase()}-${randomUUID()}@example.com`)
    await call('POST /webhooks/subscribe', { hookUrl: receiver.url('/lists'), triggerType: 'new_contact' })
    for (const [at, firstName] of ['Ada', 'Bruno', 'Chiara'].entries())
      await call('POST /contacts', { firstName, email: emails[at] ?? 'chiara@example.com', phone: `+1416555010${at}` })
    const survey = await call('POST /surveys', { name: 'Visits', type: 'nps', questions: [] })
    const file = path.join(info.outputDir, 'sequence.json')
    mkdirSync(info.outputDir, { recursive: true })
    // Without an SMS provider, text messages stay in the Outbox.
    const steps = [
      { type: 'survey', delay: 0, surveyId: survey.body.data.id },
      { type: 'sms', delay: 0, body: 'Thank you, {{firstName|there}}.' },
    ]
    writeFileSync(file, JSON.stringify({ name: 'After the visit', description: '', status: 'active', steps }))
    await runOperatorCommand(['sequence:create', '--org', owner.organizationId, '--file', file])
    await signInByCookie(page, owner)

    await page.goto('/contacts')
    for (const name of ['Ada', 'Bruno']) await box(page, name).check()
    await bar(page).getByRole('button', { name: 'Enrol in a sequence' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enrol 2 contacts in a sequence' })
    const sequence = dialog.getByLabel('Sequence')
    await expect(sequence).toBeFocused()
    await expect(sequence).toHaveValue('')
    await dialog.getByRole('button', { name: 'Enrol 2 contacts' }).click()
    await expect(sequence).toHaveAccessibleDescription(/^Choose a sequence\./)
    await sequence.selectOption('After the visit')
    await expect(dialog.getByText('2 contacts start “After the visit” as soon as you enrol them.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Enrol 2 contacts' }).click()
    await expect(toast(page, '2 contacts are enrolled')).toBeVisible()
    for (const email of emails) {
      const [mail] = await waitForMails(email)
      const link = /href="(http:[^"]+\/s\/[\w-]{43})/.exec(mail?.mail.html ?? '')?.[1] ?? ''
      const body = new URLSearchParams({ 'q.nps': '9' })
      expect((await fetch(link, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
    }

    await page.goto('/responses')
    await page.getByRole('button', { name: 'Dates' }).click()
    await page.getByLabel('From').fill('2026-11-20')
    await page.getByLabel('To', { exact: true }).fill('2026-11-01')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByLabel('To', { exact: true })).toHaveAccessibleDescription(
      /The end date cannot be before the start date\./,
    )
    await expect(page).toHaveURL(/\/responses$/)
    await page.goto('/responses')
    await page.getByRole('row', { name: /Bruno/ }).getByRole('checkbox').check()
    const download = page.waitForEvent('download')
    await bar(page).getByRole('link', { name: 'Download CSV' }).click()
    const table = readFileSync(await (await download).path(), 'utf8')
    expect(table.trim().split(/\r?\n/)).toHaveLength(2)
    expect(table).toContain(emails[1])
    expect(table).not.toContain(emails[0])
    expect(table).toContain('Metric,Score,Scale maximum,')
    expect(table).toContain('nps,9,10,positive')

    await expect(async () => {
      await page.goto('/outbox')
      await expect(rows(page)).toHaveCount(2, { timeout: 1000 })
    }).toPass({ timeout: 30_000 })
    await page.getByRole('row', { name: /Ada/ }).getByRole('checkbox').check()
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, '1 message deleted')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)

    await receiver.waitUntil((requests) => requests.length === 3, 30_000)
    await page.goto('/settings/webhooks')
    await rows(page).first().click()
    await expect(page.getByRole('checkbox', { name: 'Select all rows on this page' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
    await bar(page).getByRole('button', { name: 'Resend' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click()
    await expect(toast(page, '3 events are on their way')).toBeVisible()
    await receiver.waitUntil((requests) => requests.length === 6, 30_000)
    const deliveries = receiver.requests.map(({ headers }) => headers['x-service-delivery'])
    expect(new Set(deliveries).size).toBe(3)
  },
)

test('on a phone a list fits the screen, is sorted from a menu, and shows the actions for selected rows', async ({
  page,
  owner,
  call,
}) => {
  await addPeople(call)
  await page.setViewportSize({ width: 390, height: 844 })
  await signInByCookie(page, owner)
  await page.goto('/contacts')
  await page.getByRole('button', { name: 'Sort' }).click()
  await page.getByRole('menuitemradio', { name: 'Name, A to Z' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect.poll(async () => names(page)).toEqual(['Ada', 'Bruno', 'Chiara', 'Émilie'])
  await expect(page.getByRole('row', { name: /Ada/ }).getByRole('cell')).not.toHaveCount(0)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(390)
  await box(page, 'Ada').check()
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
