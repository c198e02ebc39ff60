import { randomUUID } from 'node:crypto'
import { findAxeViolations } from './axe-violations'
import { waitForMails } from './mail-folder'
import { expect, testWithOwnOrganization as test } from './signed-in-test'
import { extractSurveyLink } from './submit-survey-page'

const QUESTIONS = [
  {
    id: 'best',
    type: 'single_choice',
    text: 'What was best?',
    options: [
      { id: 'food', label: 'The food' },
      { id: 'staff', label: 'The staff' },
    ],
  },
  { id: 'why', type: 'text', text: 'Why?' },
]

test('an owner sees what each question was answered, opens the responses behind a bar, filters, compares and shares', async ({
  page,
  browser,
  call,
  open,
  choose,
  aSurvey,
}) => {
  const survey = await aSurvey('After a visit', { questions: QUESTIONS })
  const run = randomUUID()
  const answers = [
    ...Array.from({ length: 8 }, (_, index) => ({ language: 'en', score: 9, best: 'staff', why: `Kind ${index}` })),
    ...Array.from({ length: 3 }, () => ({ language: 'fr', score: 2, best: 'food', why: 'Trop lent' })),
    { language: 'en', score: 10, best: 'food', why: '' },
  ].map((answer, index) => ({ ...answer, email: `guest-${index}-${run}@example.com` }))
  const contacts = answers.map(({ email }) => ({ email, firstName: 'Guest' }))
  expect((await call(`POST /surveys/${survey}/send`, { contacts })).status).toBe(200)
  await Promise.all(
    answers.map(async ({ email, language, score, best, why }) => {
      const [mail] = await waitForMails(email)
      const body = new URLSearchParams({ _language: language, 'q.nps': String(score), 'q.best': best, 'q.why': why })
      const link = extractSurveyLink(mail?.mail.text) ?? ''
      expect((await fetch(link, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
    }),
  )

  await open('/surveys')
  await page.getByRole('link', { name: 'After a visit' }).click()
  await expect(page).toHaveURL(new RegExp(`/surveys/${survey}/results$`))
  const question = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(question('What was best?').getByText('12 answers')).toBeVisible()
  await expect(question('What was best?').getByRole('link', { name: 'The staff: 8 answers' })).toBeVisible()
  await expect(question('Why?').getByText('11 answers')).toBeVisible()
  await expect(question('Why?').getByRole('listitem')).toHaveCount(5)
  await expect(question('Why?').getByRole('searchbox')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  await question('What was best?').getByRole('link', { name: 'The food: 4 answers' }).press('Enter')
  await expect(page).toHaveURL(/\/responses\?/)
  await expect(page.getByRole('link', { name: 'Remove filter Answer: What was best? – The food' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(5)
  await open(`/surveys/${survey}/results`)

  await question('Why?').getByRole('searchbox', { name: 'Search these texts' }).fill('lent')
  await question('Why?').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
  await open(`/surveys/${survey}/results`)

  await choose('Language', 'French')
  await expect(question('What was best?').getByText('3 answers')).toBeVisible()
  await page.getByRole('link', { name: 'Remove filter Answered in: French' }).click()
  await expect(question('What was best?').getByText('12 answers')).toBeVisible()
  await choose('Language', 'English')
  await expect(question('What was best?').getByText('9 answers')).toBeVisible()
  await choose('Compare with', 'All responses')
  await expect(page.getByText('Answered in: English: 9 responses')).toBeVisible()
  await expect(page.getByText('All responses: 12 responses')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await open(`/surveys/${survey}/results?language=fr`)
  await page.getByRole('button', { name: 'Share results' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share these results' })
  await dialog.getByLabel('Password').fill('open sesame')
  await dialog.getByLabel('Show what people wrote').check()
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  const address = await dialog.getByRole('textbox', { name: 'Address' }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const visitor = await browser.newContext({ javaScriptEnabled: false, locale: 'en' })
  const visit = await visitor.newPage()
  await visit.goto(address)
  await visit.getByLabel('Password').fill('wrong')
  await visit.getByRole('button', { name: 'Open' }).click()
  await expect(visit.getByRole('alert')).toHaveText('This password is wrong.')
  await visit.getByLabel('Password').fill('open sesame')
  await visit.getByRole('button', { name: 'Open' }).click()
  const shared = (name: string) => visit.getByRole('region', { name, exact: true })
  await expect(shared('What was best?').getByText('3 answers')).toBeVisible()
  await expect(shared('Why?').getByText('Trop lent')).toHaveCount(3)
  await expect(visit.getByRole('link')).toHaveCount(0)

  await open(`/surveys/${survey}/sharing`)
  await page.getByRole('button', { name: 'Stop sharing: After a visit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByText('No results are shared.')).toBeVisible()
  await visit.goto(address)
  await expect(visit.getByRole('heading', { name: 'These results are not shared' })).toBeVisible()
  await visitor.close()
})
