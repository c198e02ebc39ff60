import type { Page } from '@playwright/test'
import { expect, test } from './signed-in'

/* What an owner looks up among responses and in the Outbox. */

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)

test('filters stand in the address and show the right rows, and a response’s page shows its answers', async ({
  page,
  call,
  heading,
  press,
  choose,
  open,
  aSurvey,
  mailbox,
}) => {
  const question = { type: 'text', text: 'What is the reason?' }
  const [visits, orders] = await Promise.all([
    aSurvey('Visits', { questions: [question] }),
    aSurvey('Orders', { type: 'csat', questions: [question] }),
  ])
  const given = [
    { survey: visits, name: 'Ada', score: 3, reason: 'Too loud' },
    { survey: visits, name: 'Bo', score: 8, reason: 'Quite good' },
    { survey: visits, name: 'Cleo', score: 10, reason: 'Splendid' },
    { survey: orders, name: 'Dan', score: 5, reason: 'Arrived early' },
  ]
  for (const survey of [visits, orders]) {
    const contacts = given
      .filter((one) => one.survey === survey)
      .map(({ name }) => ({ email: `${name}@example.com`.toLowerCase(), firstName: name }))
    expect((await call(`POST /surveys/${survey}/send`, { contacts })).status).toBe(200)
  }
  for (const { name, score, reason } of given) {
    const [mail] = await mailbox.waitFor(`${name}@example.com`.toLowerCase(), 1, 30_000)
    await page.goto(`${/http:\/\/\S+\/s\/[\w-]{43}/.exec(mail?.mail.text ?? '')?.[0]}?score=${score}`)
    await page.getByLabel('What is the reason?').fill(reason)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('heading', { name: /thank/i })).toBeVisible()
  }
  const shows = async (...names: string[]) => {
    for (const { name } of given) await expect(rowOf(page, name)).toHaveCount(names.includes(name) ? 1 : 0)
  }
  await open('/responses')
  await shows('Ada', 'Bo', 'Cleo', 'Dan')

  await choose('Survey', 'Visits')
  await expect(page).toHaveURL(new RegExp(`survey=${visits}`))
  await shows('Ada', 'Bo', 'Cleo')
  await choose('Sentiment', 'Negative')
  await expect(page).toHaveURL(/band=negative/)
  await shows('Ada')
  await page.reload()
  await shows('Ada')
  await page.getByRole('link', { name: 'Remove filter Sentiment: Negative' }).click()
  await expect(page).not.toHaveURL(/band=/)
  await shows('Ada', 'Bo', 'Cleo')

  await press('Score')
  await page.getByRole('spinbutton', { name: 'Minimum score' }).fill('7')
  await page.getByRole('spinbutton', { name: 'Maximum score' }).fill('9')
  await press('Apply')
  await expect(page).toHaveURL(/min=7&max=9/)
  await shows('Bo')
  await page.getByRole('link', { name: 'Clear all' }).click()
  await shows('Ada', 'Bo', 'Cleo', 'Dan')

  await press('Dates')
  await page.getByLabel('From', { exact: true }).fill(day(-1))
  await page.getByLabel('To', { exact: true }).fill(day(1))
  await press('Apply')
  await expect(page).toHaveURL(new RegExp(`from=${day(-1)}&to=${day(1)}`))
  await shows('Ada', 'Bo', 'Cleo', 'Dan')
  await press('Dates')
  await page.getByLabel('From', { exact: true }).fill(day(-9))
  await page.getByLabel('To', { exact: true }).fill(day(-2))
  await press('Apply')
  await expect(page.getByText('No matching responses')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()

  await rowOf(page, 'Ada').getByRole('link').click()
  await expect(heading('Ada')).toBeVisible()
  const answers = page.getByRole('region', { name: 'Answers' })
  await expect(answers.getByRole('definition')).toHaveText(['3 of 10', 'Too loud'])
  await expect(answers.getByRole('term').nth(1)).toHaveText('What is the reason?')
  await expect(page.getByText('Sent to ada@example.com')).toBeVisible()
})

test('a text message that cannot leave is kept in the Outbox, with the link that it would have had', async ({
  page,
  call,
  heading,
  open,
  aSurvey,
  aSequence,
}) => {
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
