import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe-violations'
import { waitForMails } from './mail-folder'
import { anEmailAddress, expect, test, testWithOwnOrganization } from './signed-in-test'
import { extractSurveyLink, submitSurveyPage } from './submit-survey-page'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)

testWithOwnOrganization(
  'response filters appear in the URL and show the matching rows, and a response page shows its answers',
  async ({ page, call, heading, press, choose, open, aSurvey }) => {
    const question = { type: 'text', text: 'What is the reason?' }
    const [visits, orders] = await Promise.all([
      aSurvey('Visits', { questions: [question] }),
      aSurvey('Orders', { type: 'csat', questions: [question] }),
    ])
    const run = randomUUID()
    const addressOf = (name: string) => `${name.toLowerCase()}-${run}@example.com`
    const responses = [
      { survey: visits, name: 'Ada', score: 3, reason: 'Too loud' },
      { survey: visits, name: 'Bo', score: 8, reason: 'Quite good' },
      { survey: visits, name: 'Cleo', score: 10, reason: 'Splendid' },
      { survey: orders, name: 'Dan', score: 5, reason: 'Arrived early' },
    ]
    for (const survey of [visits, orders]) {
      const contacts = responses
        .filter((one) => one.survey === survey)
        .map(({ name }) => ({ email: addressOf(name), firstName: name }))
      expect((await call(`POST /surveys/${survey}/send`, { contacts })).status).toBe(200)
    }
    for (const { name, score, reason } of responses) {
      const [mail] = await waitForMails(addressOf(name))
      await submitSurveyPage(page, extractSurveyLink(mail?.mail.text), score, reason)
    }
    const expectRows = async (...names: string[]) => {
      for (const { name } of responses) await expect(rowOf(page, name)).toHaveCount(names.includes(name) ? 1 : 0)
    }
    await open('/responses')
    await expectRows('Ada', 'Bo', 'Cleo', 'Dan')
    for (const [name, score] of [
      ['Ada', 'NPS 3/10 Negative'],
      ['Bo', 'NPS 8/10 Neutral'],
      ['Cleo', 'NPS 10/10 Positive'],
      ['Dan', 'CSAT 5/5 Positive'],
    ] as const)
      await expect(rowOf(page, name).getByRole('cell', { name: score, exact: true })).toBeVisible()

    await choose('Survey', 'Visits')
    await expect(page).toHaveURL(new RegExp(`survey=${visits}`))
    await expectRows('Ada', 'Bo', 'Cleo')
    await choose('Sentiment', 'Negative')
    await expect(page).toHaveURL(/band=negative/)
    await expectRows('Ada')
    await page.reload()
    await expectRows('Ada')
    await page.getByRole('link', { name: 'Remove filter Sentiment: Negative' }).click()
    await expect(page).not.toHaveURL(/band=/)
    await expectRows('Ada', 'Bo', 'Cleo')

    await press('Score')
    await page.getByRole('spinbutton', { name: 'Minimum score' }).fill('7')
    await page.getByRole('spinbutton', { name: 'Maximum score' }).fill('9')
    await press('Apply')
    await expect(page).toHaveURL(/min=7&max=9/)
    await expectRows('Bo')
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expectRows('Ada', 'Bo', 'Cleo', 'Dan')

    await press('Dates')
    await page.getByLabel('From', { exact: true }).fill(day(-1))
    await page.getByLabel('To', { exact: true }).fill(day(1))
    await press('Apply')
    await expect(page).toHaveURL(new RegExp(`from=${day(-1)}&to=${day(1)}`))
    await expectRows('Ada', 'Bo', 'Cleo', 'Dan')
    await press('Dates')
    await page.getByLabel('From', { exact: true }).fill(day(-900))
    await page.getByLabel('To', { exact: true }).fill(day(-890))
    await press('Apply')
    await expect(page.getByText('No matching responses')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()

    await rowOf(page, 'Ada').getByRole('link').click()
    await expect(heading('Ada')).toBeVisible()
    const answers = page.getByRole('region', { name: 'Answers' })
    await expect(answers.getByRole('definition')).toHaveText(['NPS 3/10 Negative', 'Too loud'])
    await expect(answers.getByRole('term').nth(1)).toHaveText('What is the reason?')
    await expect(page.getByText(`Addressed to ${addressOf('Ada')}`)).toBeVisible()
  },
)

test('a text message without an SMS provider stays in the Outbox with a working survey link', {
  tag: '@variant',
}, async ({ page, call, heading, open, aSurvey, aSequence }) => {
  const surveyId = await aSurvey('By text message', {
    type: 'custom',
    questions: [{ type: 'yes_no', text: 'Was it warm?' }],
  })
  const id = await aSequence({
    name: 'Texts',
    steps: [{ type: 'sms', surveyId, body: 'Hello {{firstName|there}}: {{surveyLink}}' }],
  })
  const contacts = [{ email: 'tess@example.com', firstName: 'Tess', phone: '+33612345678' }]
  expect((await call(`POST /sequences/${id}/execute`, { contacts })).status).toBe(200)
  const row = page.getByRole('row', { name: /\+33612345678/ })
  await expect(async () => {
    await open('/outbox')
    await expect(row).toContainText('Hello Tess: http', { timeout: 1000 })
  }).toPass()
  await row.getByRole('link').click()
  await expect(heading('Text message to +33612345678')).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: /\/s\/[\w-]{43}$/ }).click()
  const survey = await opened
  await expect(survey.getByRole('group', { name: 'Was it warm?' })).toBeVisible()
  await survey.close()
})

test('an owner searches comments by word form, filters by tags, and exports the matches as CSV and JSON', async ({
  page,
  call,
  open,
  press,
  aSurvey,
}) => {
  const survey = await aSurvey('Refunds', { questions: [{ type: 'text', text: 'What is the reason?' }] })
  const responses = [
    { firstName: 'Eloise', reason: 'J’attends mes remboursements…', preferredLanguage: 'fr' },
    { firstName: 'Felix', reason: 'On a refusé de me rembourser', preferredLanguage: 'fr' },
    { firstName: 'Gita', reason: 'Nothing to say', preferredLanguage: 'en' },
  ].map((one) => ({ ...one, email: anEmailAddress() }))
  for (const { reason: _reason, ...contact } of responses)
    expect((await call('POST /contacts', contact)).status).toBe(201)
  const contacts = responses.map(({ email }) => ({ email }))
  expect((await call(`POST /surveys/${survey}/send`, { contacts })).status).toBe(200)
  for (const { email, reason } of responses) {
    const [mail] = await waitForMails(email)
    const body = new URLSearchParams({ 'q.nps': '2', 'q.what-is-the-reason': reason })
    const sent = await fetch(extractSurveyLink(mail?.mail.text) ?? '', { method: 'POST', body, redirect: 'manual' })
    expect(sent.status).toBe(303)
  }

  await open(`/responses?survey=${survey}`)
  await page.getByRole('searchbox', { name: 'Words or contact' }).fill('remboursement')
  await expect(page).toHaveURL(/search=remboursement/)
  await expect(rowOf(page, 'Gita')).toHaveCount(0)
  await expect(rowOf(page, 'Eloise').locator('mark')).toHaveText(['remboursements'])
  await expect(rowOf(page, 'Felix').locator('mark')).toHaveText(['rembourser'])

  for (const [name, tag] of [
    ['Eloise', 'Money'],
    ['Felix', 'Refused'],
  ] as const) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await press('Add a tag')
    await page.getByRole('combobox', { name: 'Add a tag' }).fill(tag)
    // Waits for the response, because the toast repeats the text of the first change.
    const changed = page.waitForResponse(/\/responses\.bulk(\?|$)/)
    await page.getByRole('option', { name: `Create “${tag}”` }).click()
    expect((await changed).status()).toBe(200)
    await page.getByRole('checkbox', { name: `Select ${name}` }).uncheck()
  }
  await open(`/responses?survey=${survey}`)
  await press('Tag')
  await page.getByRole('checkbox', { name: 'Money' }).check()
  await expect(page).toHaveURL(/tag=/)
  await expect(rowOf(page, 'Felix')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Refused' }).check()
  await expect(page.getByRole('link', { name: 'Remove filter Tag: Money or Refused' })).toBeVisible()
  await expect(rowOf(page, 'Felix')).toHaveCount(1)
  await expect(rowOf(page, 'Gita')).toHaveCount(0)
  await page.keyboard.press('Escape')

  const downloadExport = async (name: string) => {
    await press('Export')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name }).click()
    const file = readFileSync(await (await download).path(), 'utf8')
    await page.keyboard.press('Escape')
    return file
  }
  await press('Export')
  await expect(page.getByText('All 2 responses that match, on every page, with all their answers.')).toBeVisible()
  expect(await findAxeViolations(page, { ruleSet: 'everything' })).toEqual([])
  await page.keyboard.press('Escape')
  const table = (await downloadExport('CSV, for spreadsheets')).trim().split('\r\n')
  expect(table).toHaveLength(3)
  expect(table[0]).toContain('Case,Assigned to,Due,Tags,Notes,ID')
  expect(table.slice(1).join()).toContain('Money')
  const exported = JSON.parse(await downloadExport('JSON, for programs')) as {
    tags: string[]
    answers: { value: unknown }[]
  }[]
  expect(exported.map(({ tags }) => tags)).toEqual([['Refused'], ['Money']])
  expect(exported.map(({ answers }) => answers.at(-1)?.value)).toEqual([responses[1]?.reason, responses[0]?.reason])

  await open(`/?by=tag&survey=${survey}`)
  const parts = page.getByRole('region', { name: 'Where it comes from' })
  await expect(parts.getByRole('link', { name: 'Money' })).toBeVisible()
  expect(await findAxeViolations(page, { ruleSet: 'everything' })).toEqual([])
})
