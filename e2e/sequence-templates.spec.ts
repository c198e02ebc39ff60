import type { Page } from '@playwright/test'
import { LOCALE_COOKIE } from '@/server/messages/locale'
import { findAxeViolationsInBothSchemes } from './axe-violations'
import { SERVICE } from './service-config'
import { expect, testWithOwnOrganization as test } from './signed-in-test'

const step = (page: Page, number: number) => page.getByRole('region', { name: new RegExp(`^Step ${number} of `) })

test('an owner without a survey activates a template, whose survey is created once, and adds its entry rule', async ({
  page,
  call,
  open,
  press,
  heading,
  toast,
  dialog,
}) => {
  await open('/sequences')
  await page.getByRole('link', { name: 'New sequence' }).first().click()
  await expect(page).toHaveURL(/\/sequences\/new$/)
  expect(await findAxeViolationsInBothSchemes(page, { within: 'main' })).toEqual([])
  await page.getByRole('link', { name: 'Quarterly NPS' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Quarterly NPS')
  await expect(page.locator('[data-save-bar]')).toContainText('Not saved yet')
  const survey = step(page, 1).getByRole('combobox', { name: 'Survey' })
  await expect(survey.locator('option:checked')).toHaveText('New survey: Quarterly NPS')
  await expect(step(page, 1).getByRole('textbox', { name: 'Subject in French' })).toHaveValue(/^Nous recommanderiez/)

  // The preview shows the survey that does not exist yet.
  await step(page, 1).getByRole('button', { name: 'Preview of step 1' }).click()
  const preview = page.getByRole('region', { name: 'Preview of step 1' })
  const mail = preview.getByTitle('The email, 320 pixels wide').contentFrame()
  await expect(mail.getByText('How likely are you to recommend us').last()).toBeVisible()
  await expect(preview.getByText('Save the sequence to send yourself a test.')).toBeVisible()
  expect((await call('GET /surveys')).body.data).toEqual([])

  // A refused attempt keeps the survey that it created.
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('')
  await press('Save and activate')
  await expect(name).toBeFocused()
  await expect(survey.locator('option:checked')).toHaveText('Quarterly NPS')
  await name.fill('Every quarter')
  await press('Save and activate')
  await expect(heading('Every quarter')).toBeVisible()
  await expect(toast('Sequence activated')).toBeVisible()
  const { data: surveys } = (await call('GET /surveys')).body
  expect(surveys).toMatchObject([{ name: 'Quarterly NPS', type: 'nps' }])
  const [sequence] = (await call('GET /sequences')).body.data
  expect((await call(`GET /sequences/${sequence.id}`)).body.data).toMatchObject({
    status: 'active',
    steps: [
      { surveyId: surveys[0].id, subject: { en: 'Would you recommend us?' } },
      { surveyId: surveys[0].id, delay: 432_000, condition: 'not_answered' },
    ],
  })

  await expect(page).toHaveURL(`/sequences/${sequence.id}/entry?template=quarterly`)
  await press('Add this rule')
  await expect(dialog().getByRole('spinbutton').first()).toHaveValue('90')
  await dialog().getByRole('button', { name: 'Add a rule' }).click()
  await expect(page.getByRole('button', { name: 'Add this rule' })).toBeHidden()
  await expect(page.getByText(/every 90 days/).first()).toBeVisible()
})

test('a template on a phone in French takes a survey that fits, and is left without a question if nothing has changed', async ({
  page,
  open,
  heading,
  press,
  call,
  aSurvey,
}) => {
  const surveyId = await aSurvey('Avis sur la visite', { type: 'csat' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.context().addCookies([{ name: LOCALE_COOKIE, value: 'fr', url: SERVICE.baseUrl }])
  await open('/sequences/new')
  await page.getByRole('link', { name: 'Après une visite' }).click()
  await expect(page.getByRole('textbox', { name: 'Nom' })).toHaveValue('Après une visite')
  const first = page.getByRole('region', { name: /^Étape 1 sur 2/ })
  await expect(first.locator('option:checked').first()).toHaveText('Avis sur la visite')
  await page.getByRole('link', { name: 'Modèles' }).click()
  await expect(page).toHaveURL(/\/sequences\/new$/)
  await page.getByRole('link', { name: 'Après une visite' }).click()
  await press('Enregistrer et activer')
  await expect(page).toHaveURL(/\/entry\?template=visit$/)
  await expect(heading('Après une visite')).toBeVisible()
  const [sequence] = (await call('GET /sequences')).body.data
  expect(sequence).toMatchObject({ status: 'active' })
  expect((await call(`GET /sequences/${sequence.id}`)).body.data.steps).toMatchObject([{ surveyId }, { surveyId }])
})

test('a survey that has not been sent leads to templates and to an empty sequence that send it', async ({
  page,
  open,
  aSurvey,
}) => {
  const [surveyId] = [await aSurvey('Ours'), await aSurvey('Newer')]
  await open(`/surveys/${surveyId}`)
  await page.getByRole('region', { name: 'This survey has not been sent yet' }).getByRole('link').click()
  await page.getByRole('link', { name: 'After support' }).click()
  const survey = step(page, 1).getByRole('combobox', { name: 'Survey' })
  await expect(survey).toHaveValue(surveyId)
  await open(`/sequences/new/blank?survey=${surveyId}`)
  await expect(survey).toHaveValue(surveyId)
  expect((await page.goto('/sequences/new/nowhere'))?.status()).toBe(404)
})
