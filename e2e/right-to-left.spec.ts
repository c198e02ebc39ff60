import { waitForMails } from './mail-folder'
import { anEmailAddress, expect, test } from './signed-in-test'
import { extractSurveyLink } from './submit-survey-page'
import { openCard, questionText } from './survey-editor'

test('right-to-left words stand right in the editor, on the survey page, in its results and in a response', async ({
  page,
  call,
  open,
  aSurvey,
}) => {
  const options = [
    { id: 'food', label: 'האוכל' },
    { id: 'staff', label: 'הצוות' },
  ]
  const id = await aSurvey('אחרי ביקור', {
    type: 'custom',
    questions: [
      { id: 'best', type: 'single_choice', text: 'מה היה הכי טוב?', options },
      { id: 'why', type: 'text', text: 'למה?' },
    ],
  })
  const isRightToLeft = async (text: string) =>
    expect(page.locator('main').getByText(text, { exact: true }).first()).toHaveCSS('direction', 'rtl')

  await open(`/surveys/${id}`)
  await isRightToLeft('אחרי ביקור')
  await isRightToLeft('מה היה הכי טוב?')
  const card = await openCard(page, 'Question 1')
  await expect(questionText(card)).toHaveCSS('direction', 'rtl')
  await expect(card.getByRole('textbox', { name: 'Answer 1' })).toHaveCSS('direction', 'rtl')

  const email = anEmailAddress()
  expect((await call(`POST /surveys/${id}/send`, { contacts: [{ email }] })).status).toBe(200)
  const [mail] = await waitForMails(email)
  await page.goto(extractSurveyLink(mail?.mail.text) ?? '')
  await expect(page.getByRole('heading', { name: 'מה היה הכי טוב?' })).toHaveCSS('direction', 'rtl')
  await expect(page.getByText('הצוות', { exact: true })).toHaveCSS('direction', 'rtl')
  await expect(page.getByRole('textbox')).toHaveCSS('direction', 'ltr')
  await page.getByRole('radio').last().check({ force: true })
  await page.getByRole('textbox').fill('אדיבים מאוד')
  await expect(page.getByRole('textbox')).toHaveCSS('direction', 'rtl')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()

  await open(`/surveys/${id}/results`)
  await isRightToLeft('מה היה הכי טוב?')
  await isRightToLeft('הצוות')
  await isRightToLeft('אדיבים מאוד')
  const { data } = (await call(`GET /responses?survey_id=${id}`)).body
  await open(`/responses/${data[0].id}`)
  await isRightToLeft('למה?')
  await isRightToLeft('אדיבים מאוד')
})
