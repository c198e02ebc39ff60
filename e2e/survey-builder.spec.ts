import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { LOCALE_COOKIE } from '@/server/messages/locale'
import { findAxeViolations } from './axe-violations'
import { SERVICE } from './service-config'
import { expect, testWithOwnOrganization as test } from './signed-in-test'
import { cardButton, languageButton, openCard, questionCard, questionText } from './survey-editor'

/* The editor of a survey: languages, cards, files and the preview. */

async function useFrenchOrganization(page: Page): Promise<void> {
  const headers = { origin: SERVICE.baseUrl }
  const saved = await page.request.post('/api/trpc/settings.update', { data: { defaultLanguage: 'fr' }, headers })
  expect(saved.status()).toBe(200)
}

test('an owner writes a survey in the language of the organization, adds a translation and removes it', async ({
  page,
  call,
  open,
  press,
  idIn,
  toast,
  dialog,
  choose,
}) => {
  await useFrenchOrganization(page)
  await open('/surveys/new')
  await expect(page.getByText('Written in French')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Visite')
  const reason = await openCard(page, 'Question 2')
  await expect(questionText(reason)).toHaveValue(/^Quelle est la raison principale/)
  await questionText(reason).fill('Qu’avez-vous aimé ?')
  await choose('Add question', 'Single choice')
  const choice = questionCard(page, 'Question 3')
  await questionText(choice).fill('Le repas ?')
  await choice.getByRole('textbox', { name: 'Answer 1' }).fill('Bon')
  await choice.getByRole('textbox', { name: 'Answer 2' }).fill('Moyen')
  await press('Create survey')
  await expect(toast('Survey created')).toBeVisible()
  const id = await idIn('surveys')
  const read = async () => (await call(`GET /surveys/${id}`)).body.data.questions.slice(1)
  expect(await read()).toMatchObject([
    { text: 'Qu’avez-vous aimé ?' },
    { text: 'Le repas ?', options: [{ label: 'Bon' }, { label: 'Moyen' }] },
  ])

  // The translation lacks texts: they are counted, named and lead to their fields.
  await press('Add a translation into English')
  await expect(languageButton(page, 'English · 4 missing')).toHaveAttribute('aria-pressed', 'true')
  await expect(languageButton(page, 'English · 4 missing')).toBeFocused()
  await page.getByText('4 texts are missing in this language').click()
  await page.getByRole('button', { name: 'Question 3 · Answer 1 Bon' }).click()
  const answer = (number: number) => choice.getByRole('textbox', { name: `Answer ${number}` })
  await expect(answer(1)).toBeFocused()
  await expect(answer(1)).toHaveAccessibleDescription('Bon')
  await answer(1).fill('Good')
  await languageButton(page, /^Français$/).click()
  await expect(answer(1)).toHaveValue('Bon')

  // Saving leads to what is missing, in its language.
  await press('Save changes')
  await expect(languageButton(page, 'English · 3 missing')).toHaveAttribute('aria-pressed', 'true')
  const text = questionText(questionCard(page, 'Question 2'))
  await expect(text).toBeFocused()
  await expect(text).toHaveAccessibleDescription('This text is missing in English. Qu’avez-vous aimé ?')
  expect(await findAxeViolations(page)).toEqual([])
  expect(await read()).toMatchObject([{ text: 'Qu’avez-vous aimé ?' }, { text: 'Le repas ?' }])
  await text.fill('What did you like?')
  await questionText(choice).fill('The meal?')
  await answer(2).fill('Fair')
  const frame = page.getByRole('region', { name: 'Preview' }).getByTitle('Preview').contentFrame()
  await expect(frame.getByText('What did you like?')).toBeAttached()
  await press('Save changes')
  await expect(toast('Survey saved')).toBeVisible()
  expect(await read()).toMatchObject([
    { text: { en: 'What did you like?', fr: 'Qu’avez-vous aimé ?' } },
    { options: [{ label: { en: 'Good', fr: 'Bon' } }, { label: { en: 'Fair', fr: 'Moyen' } }] },
  ])

  await press('Remove the translation')
  await expect(dialog()).toContainText('The texts in English are removed')
  await dialog().getByRole('button', { name: 'Remove the translation' }).click()
  await expect(page.getByText('Written in French')).toBeVisible()
  await press('Save changes')
  await expect(async () => expect(await read()).toMatchObject([{ text: 'Qu’avez-vous aimé ?' }, {}])).toPass()
})

test('questions are cards that open by keyboard, and only open ones have fields', async ({ page, open, aSurvey }) => {
  const questions = Array.from({ length: 40 }, (_, index) => ({
    id: `q${index}`,
    type: index === 7 ? 'yes_no' : 'text',
    text: index === 3 ? 'מה אהבת?' : `What ${index}?`,
    required: index === 5,
    ...(index === 6
      ? { showIf: { question: 'q5', answered: true }, next: [{ if: { question: 'q6', answered: true }, to: 'end' }] }
      : {}),
  }))
  const id = await aSurvey('Long', { questions })
  await open(`/surveys/${id}`)
  const cards = page.getByRole('heading', { level: 3, name: /^(?:Question \d+|The score) · / })
  await expect(cards).toHaveCount(41)
  await expect(page.getByRole('textbox', { name: 'Question', exact: true })).toHaveCount(0)
  await expect(cardButton(questionCard(page, 'Question 7 ·'))).toContainText('required')
  await expect(cardButton(questionCard(page, 'Question 8 ·'))).toContainText('conditional · 1 jump')
  await expect(page.getByText('מה אהבת?', { exact: true })).toHaveAttribute('dir', 'auto')
  expect(await findAxeViolations(page)).toEqual([])

  const card = questionCard(page, 'Question 9 ·')
  await cardButton(card).focus()
  await page.keyboard.press('Enter')
  await expect(cardButton(card)).toHaveAttribute('aria-expanded', 'true')
  await expect(questionText(card)).toHaveValue('What 7?')
  await expect(page.getByRole('textbox', { name: 'Question', exact: true })).toHaveCount(1)
  expect(await findAxeViolations(page)).toEqual([])
  await cardButton(card).press('Space')
  await expect(questionText(card)).toHaveCount(0)
  await page.getByRole('button', { name: 'Expand all' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Question', exact: true })).toHaveCount(41)
  await page.getByRole('button', { name: 'Collapse all' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Question', exact: true })).toHaveCount(0)
})

test('a survey is downloaded as JSON and created from the file, after the editor has shown it', async ({
  page,
  context,
  call,
  open,
  choose,
  press,
  aSurvey,
  idIn,
}) => {
  const id = await aSurvey('Visit', {
    layout: 'one',
    endings: [{ id: 'bye', title: { en: 'Bye', fr: 'Au revoir' } }],
    questions: [
      { id: 'score', type: 'nps', text: { en: 'How likely?', fr: 'Probable ?' }, next: [{ to: 'end', ending: 'bye' }] },
    ],
    thanks: { positive: { title: 'Great' } },
    cooldownDays: 30,
  })
  await open(`/surveys/${id}`)
  const downloading = page.waitForEvent('download')
  await choose('More actions', 'Download as JSON')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Visit.json')
  const file = await readFile(await download.path(), 'utf8')

  await open('/surveys/new')
  await page.getByRole('link', { name: 'Create from JSON' }).click()
  expect(await findAxeViolations(page)).toEqual([])
  const before = (await call('GET /surveys')).body.meta.total
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'visit.json', mimeType: 'application/json', buffer: Buffer.from(file) })
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Visit')
  await expect(cardButton(questionCard(page, 'The score'))).toContainText('How likely?')
  expect((await call('GET /surveys')).body.meta.total).toBe(before)
  await press('Create survey')
  await expect(page).toHaveURL(/\/surveys\/[0-9a-f-]{36}$/)
  const copyId = await idIn('surveys')
  const [original, copy] = await Promise.all([call(`GET /surveys/${id}`), call(`GET /surveys/${copyId}`)])
  const { id: _, createdAt: _created, updatedAt: _updated, ...content } = original.body.data
  expect(copy.body.data).toMatchObject(content)

  await context.addCookies([{ name: LOCALE_COOKIE, value: 'fr', url: SERVICE.baseUrl }])
  await open('/surveys/new?from=json')
  const paste = page.getByLabel('Ou collez-la ici')
  await paste.fill('{')
  await press('Ouvrir dans l’éditeur')
  await expect(paste).toHaveAccessibleDescription(/Ce n’est pas un objet JSON/)
  await paste.fill(
    JSON.stringify({
      type: 'nps',
      questions: [
        { type: 'text', text: '' },
        { type: 'poem', text: 'A' },
      ],
    }),
  )
  await press('Ouvrir dans l’éditeur')
  const faults = page.locator('main').getByRole('alert')
  await expect(faults).toContainText('3 endroits du fichier sont à corriger')
  await expect(faults.getByRole('listitem')).toContainText([/^name/, /^questions\.0\.text/, /^questions\.1\.type/])
  expect(await findAxeViolations(page)).toEqual([])
  await paste.fill(JSON.stringify({ name: 'x'.repeat(500_001) }))
  await press('Ouvrir dans l’éditeur')
  await expect(paste).toHaveAccessibleDescription(/500 Ko/)
  expect((await call('GET /surveys')).body.meta.total).toBe(before + 1)
})

test('the preview shows one question at a time for a survey that asks so', async ({ page, context, open, aSurvey }) => {
  const id = await aSurvey('Steps', {
    layout: 'one',
    questions: [
      { id: 'why', type: 'text', text: { en: 'Why?', fr: 'Pourquoi ?' } },
      { id: 'else', type: 'text', text: { en: 'Anything else?', fr: 'Autre chose ?' } },
    ],
  })
  await context.addCookies([{ name: LOCALE_COOKIE, value: 'fr', url: SERVICE.baseUrl }])
  await open(`/surveys/${id}`)
  const preview = page.getByRole('region', { name: 'Aperçu' })
  const frame = preview.getByTitle('Aperçu').contentFrame()
  await expect(frame.getByRole('radio')).toHaveCount(11)
  await preview.getByRole('button', { name: 'Question suivante' }).click()
  await expect(frame.getByRole('textbox', { name: 'Why?' })).toBeVisible()
  await expect(frame.getByRole('radio')).toHaveCount(0)
  await languageButton(page, /^Français$/).click()
  await preview.getByLabel('Question à afficher').selectOption({ label: '3. Autre chose ?' })
  await expect(frame.getByRole('textbox', { name: 'Autre chose ?' })).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Question suivante' })).toBeDisabled()
  expect(await findAxeViolations(page)).toEqual([])
  await preview.getByRole('button', { name: 'Question précédente' }).click()
  await expect(frame.getByRole('textbox', { name: 'Pourquoi ?' })).toBeVisible()
})
