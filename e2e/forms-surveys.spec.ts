import type { Locator } from '@playwright/test'
import type { Json } from './fixtures'
import { waitForMails } from './mail-folder'
import { anEmailAddress, expect, test } from './signed-in-test'
import { questionCard as card, cardButton, languageButton, openCard, questionText as text } from './survey-editor'

const answer = (container: Locator, name: string) => container.getByRole('textbox', { name, exact: true })

test('an owner builds a survey, and the preview shows its conditions and REST returns it exactly as built', async ({
  page,
  call,
  heading,
  toast,
  press,
  choose,
  open,
  idIn,
}) => {
  await open('/surveys')
  await page.getByRole('link', { name: 'New survey' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('After a meal')

  // A follow-up question for low scores, and a choice question that is moved before it by keyboard.
  const second = await openCard(page, 'Question 2')
  await text(second).fill('What went wrong?')
  await second.getByRole('combobox', { name: 'When to ask' }).selectOption('If all of these are true')
  await second.getByRole('combobox', { name: 'Earlier question' }).selectOption('The score')
  await second.getByRole('checkbox', { name: 'Low' }).check()
  await choose('Add question', 'Single choice')
  const third = card(page, 'Question 3')
  await expect(text(third)).toBeFocused()
  await text(third).fill('What did you have?')
  await answer(third, 'Answer 1').fill('Lunch')
  await answer(third, 'Answer 2').fill('Dinner')
  await third.getByRole('button', { name: 'Add an answer' }).click()
  await answer(third, 'Answer 3').fill('Brunch')
  await third.getByRole('checkbox', { name: 'An answer is required' }).check()
  await third.getByRole('button', { name: 'Move up' }).press('Enter')
  await expect(text(card(page, 'Question 2'))).toHaveValue('What did you have?')
  await expect(text(card(page, 'Question 3'))).toHaveValue('What went wrong?')

  await press('Add a translation into French')
  await expect(languageButton(page, 'Français · 5 missing')).toHaveAttribute('aria-pressed', 'true')
  await text(card(page, 'Question 2')).fill('Qu’avez-vous pris ?')
  await text(card(page, 'Question 3')).fill('Qu’est-ce qui n’allait pas ?')
  await answer(card(page, 'Question 2'), 'Answer 1').fill('Le déjeuner')
  await answer(card(page, 'Question 2'), 'Answer 2').fill('Le dîner')
  await answer(card(page, 'Question 2'), 'Answer 3').fill('Brunch')
  await expect(languageButton(page, /^Français$/)).toBeVisible()
  await languageButton(page, 'English').click()
  await expect(answer(card(page, 'Question 2'), 'Answer 2')).toHaveValue('Dinner')

  const preview = page.getByRole('region', { name: 'Preview' })
  const frame = preview.getByTitle('Preview').contentFrame()
  const score = (value: number) => frame.getByRole('radio', { name: new RegExp(`^${value}\\b`) }).check({ force: true })
  const choiceQuestion = frame.getByRole('group', { name: 'What did you have?' })
  await expect(frame.getByText('Brunch')).toBeAttached()
  await score(9)
  await expect(choiceQuestion.getByRole('radio')).toHaveCount(3)
  await expect(frame.getByRole('textbox', { name: 'What went wrong?' })).toHaveCount(0)
  await score(3)
  await expect(frame.getByRole('textbox', { name: 'What went wrong?' })).toBeVisible()
  await preview.getByRole('button', { name: 'Français' }).click()
  await expect(frame.getByText('Qu’avez-vous pris ?')).toBeAttached()
  await score(3)
  await expect(frame.getByRole('radio', { name: 'Le dîner' })).toBeVisible()

  await press('Create survey')
  await expect(toast('Survey created')).toBeVisible()
  await expect(heading('After a meal')).toBeVisible()
  const id = await idIn('surveys')
  const { data } = (await call(`GET /surveys/${id}`)).body
  expect(data).toMatchObject({ name: 'After a meal', type: 'nps', status: 'active' })
  const questions = data.questions.filter(({ type }: Json) => type !== 'nps')
  const [choice, comment] = questions
  expect(questions).toEqual([
    {
      id: choice.id,
      type: 'single_choice',
      text: { en: 'What did you have?', fr: 'Qu’avez-vous pris ?' },
      required: true,
      options: [
        { id: 'lunch', label: { en: 'Lunch', fr: 'Le déjeuner' } },
        { id: 'dinner', label: { en: 'Dinner', fr: 'Le dîner' } },
        { id: 'brunch', label: 'Brunch' },
      ],
    },
    {
      id: comment.id,
      type: 'text',
      text: { en: 'What went wrong?', fr: 'Qu’est-ce qui n’allait pas ?' },
      required: false,
      showIf: { band: ['detractor'] },
    },
  ])

  await page.reload()
  await languageButton(page, 'Français').click()
  await expect(answer(await openCard(page, 'Question 2'), 'Answer 2')).toHaveValue('Le dîner')
  await expect((await openCard(page, 'Question 3')).getByRole('checkbox', { name: 'Low' })).toBeChecked()
  await press('Save changes')
  await expect(toast('Survey saved')).toBeVisible()
  expect((await call(`GET /surveys/${id}`)).body.data.questions).toEqual(data.questions)
})

test('survey errors are shown at their fields, the first one gets the focus, and no input is lost', async ({
  page,
  call,
  press,
  choose,
  open,
  idIn,
}) => {
  await open('/surveys/new')
  const name = page.getByRole('textbox', { name: 'Name' })
  await text(await openCard(page, 'Question 2')).fill('')
  await choose('Add question', 'Multiple choice')
  await text(card(page, 'Question 3')).fill('What did you like?')
  await answer(card(page, 'Question 3'), 'Answer 1').fill('The food')
  // Errors open the cards that they are in.
  await press('Collapse all')
  await expect(cardButton(card(page, 'Question 2'))).toHaveAccessibleName(/No text yet$/)
  const before = (await call('GET /surveys')).body.meta.total
  await press('Create survey')

  await expect(name).toHaveAccessibleDescription(/This field is required/)
  await expect(name).toBeFocused()
  await expect(text(card(page, 'Question 2'))).toHaveAccessibleDescription('This field is required.')
  await expect(answer(card(page, 'Question 3'), 'Answer 2')).toHaveAccessibleDescription('This field is required.')
  await expect(answer(card(page, 'Question 3'), 'Answer 1')).toHaveAccessibleDescription('')
  await expect(text(card(page, 'Question 3'))).toHaveValue('What did you like?')
  await expect(answer(card(page, 'Question 3'), 'Answer 1')).toHaveValue('The food')
  expect((await call('GET /surveys')).body.meta.total).toBe(before)

  // A condition that can never be met is reported once all other errors are fixed.
  await name.fill('Likes')
  await text(card(page, 'Question 2')).fill('Why?')
  await answer(card(page, 'Question 3'), 'Answer 2').fill('The people')
  await card(page, 'Question 3').getByRole('combobox', { name: 'When to ask' }).selectOption('If all of these are true')
  await card(page, 'Question 3').getByRole('combobox', { name: 'Earlier question' }).selectOption('The score')
  await press('Create survey')
  await expect(card(page, 'Question 3').getByRole('alert')).toHaveText('Choose at least one group of scores.')
  await expect(name).toHaveAccessibleDescription('Only you and your colleagues see this.')

  await card(page, 'Question 3').getByRole('checkbox', { name: 'High' }).check()
  await press('Create survey')
  const id = await idIn('surveys')
  const { data } = (await call(`GET /surveys/${id}`)).body
  expect(data.questions.slice(-2)).toMatchObject([
    { type: 'text', text: 'Why?' },
    { options: [{ label: 'The food' }, { label: 'The people' }], showIf: { band: ['promoter'] } },
  ])
})

test('a survey that an active sequence sends cannot be deleted, and an archived one is not offered to sequences', {
  tag: '@variant',
}, async ({ page, call, dialog, toast, choose, open, aSurvey, aSequence }) => {
  const surveyId = await aSurvey('Still sent')
  await aSurvey('Another one')
  const sequenceId = await aSequence({
    name: 'Sends it',
    steps: [{ type: 'survey', delay: 3600, surveyId }],
  })
  const offered = async () => {
    await open('/sequences/new/blank')
    await choose('Add a step', 'Survey by email')
    return page.getByRole('combobox', { name: 'Survey' }).getByRole('option').allTextContents()
  }
  expect(await offered()).toContain('Still sent')

  await open(`/surveys/${surveyId}`)
  await choose('More actions', 'Delete')
  await expect(dialog()).toContainText('It has no responses yet.')
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await expect(dialog().getByRole('alert')).toHaveText(
    'Some sequences still send this survey. Archive them, or remove the survey from their steps first.',
  )
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  expect((await call(`GET /surveys/${surveyId}`)).status).toBe(200)

  await choose('More actions', 'Archive')
  await dialog().getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('This survey is archived. Its links take no more responses')).toBeVisible()
  expect((await call(`GET /surveys/${surveyId}`)).body.data.status).toBe('archived')
  expect(await offered()).not.toContain('Still sent')

  await open(`/surveys/${surveyId}`)
  await choose('More actions', 'Restore')
  await expect(toast('Survey restored')).toBeVisible()
  expect(await offered()).toContain('Still sent')

  await open(`/sequences/${sequenceId}`)
  await choose('More actions for this sequence', 'Archive')
  await dialog().getByRole('button', { name: 'Archive' }).click()
  await expect(toast('Sequence archived')).toBeVisible()
  await open(`/surveys/${surveyId}`)
  await choose('More actions', 'Delete')
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/surveys$/)
  await expect(page.getByRole('link', { name: 'Another one' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Still sent' })).toHaveCount(0)
  expect((await call(`GET /surveys/${surveyId}`)).status).toBe(404)
})

test('a survey and a question are duplicated, and a change of an answered survey is saved as a new one', async ({
  page,
  call,
  open,
  heading,
  toast,
  press,
  choose,
  aSurvey,
  aSequence,
  idIn,
}) => {
  const id = await aSurvey('After a haircut', { questions: [{ id: 'why', type: 'text', text: 'Why?' }] })
  await open(`/surveys/${id}`)
  await card(page, 'Question 2').getByRole('button', { name: 'Duplicate question' }).click()
  await expect(cardButton(card(page, 'Question 2'))).toHaveAttribute('aria-expanded', 'false')
  await expect(text(card(page, 'Question 3'))).toHaveValue('Why?')
  await expect(text(card(page, 'Question 3'))).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' Tell us more.')
  await press('Save changes')
  await expect(toast('Survey saved')).toBeVisible()
  await choose('More actions', 'Duplicate')
  await expect(heading('After a haircut (copy)')).toBeVisible()
  const copyId = await idIn('surveys')
  const [original, copy] = await Promise.all([call(`GET /surveys/${id}`), call(`GET /surveys/${copyId}`)])
  expect(original.body.data.questions).toMatchObject([
    { type: 'nps' },
    { text: 'Why?' },
    { text: 'Why? Tell us more.' },
  ])
  expect(copy.body.data.questions).toEqual(original.body.data.questions)

  // An answered survey.
  const sequenceId = await aSequence({ name: `Haircuts ${id}`, steps: [{ type: 'survey', surveyId: id }] })
  const email = anEmailAddress()
  await call(`POST /sequences/${sequenceId}/execute`, { contacts: [{ email }] })
  const [mail] = await waitForMails(email)
  const link = /href="(http:[^"?]*\/s\/[\w-]{43})/.exec(mail?.mail.html ?? '')?.[1]
  await page.goto(`${link}?score=9`)
  await page.locator('[name="q.why"]').fill('Kind')
  await press('Send')
  await expect(heading('Thank you')).toBeVisible()
  await open(`/surveys/${id}`)
  await text(await openCard(page, 'Question 2')).fill('What was best?')
  await expect(page.getByText('“Why?”: 1 answer stays and counts in one result')).toBeVisible()
  await press('Ask it as a new question')
  await expect(page.getByText('“Why?” is no longer asked. Its 1 answer stays')).toBeVisible()
  await press('Save as a new survey')
  await expect(heading('After a haircut (copy)')).toBeVisible()
  const newId = await idIn('surveys')
  expect(newId).not.toBe(copyId)
  expect((await call(`GET /surveys/${newId}`)).body.data.questions).toMatchObject([{}, { text: 'What was best?' }, {}])
  expect((await call(`GET /surveys/${id}`)).body.data.questions).toMatchObject([{}, { text: 'Why?' }, {}])
})
