import type { Locator, Page } from '@playwright/test'
import type { Json } from './fixtures'
import { expect, test } from './signed-in-test'

const step = (page: Page, number: number) => page.getByRole('region', { name: new RegExp(`^Step ${number} of `) })
const amount = (page: Page, number: number) =>
  page.getByRole('spinbutton', { name: `Delay before step ${number}: Amount` })
const unit = (page: Page, number: number) => page.getByRole('combobox', { name: `Delay before step ${number}: Unit` })
const message = (container: Locator, name = 'Message') => container.getByRole('textbox', { name, exact: true })
const delays: [number, string, string][] = [
  [1, '45', 'minutes'],
  [2, '36', 'hours'],
  [3, '2', 'days'],
  [4, '1.5', 'hours'],
]

test('an owner builds a sequence with delays in any unit, and REST and the reopened builder show the same steps', async ({
  page,
  call,
  heading,
  toast,
  press,
  choose,
  open,
  idIn,
  aSurvey,
}) => {
  const surveyId = await aSurvey('Sent by steps')
  await open('/sequences')
  await page.getByRole('link', { name: 'New sequence' }).first().click()
  await page.getByRole('link', { name: 'Start from scratch' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('After a stay')
  await page.getByRole('textbox', { name: /^Description/ }).fill('Hotel guests')
  await choose('Add a step', 'Survey by email')
  await step(page, 1).getByRole('combobox', { name: 'Survey' }).selectOption('Sent by steps')
  await choose('Add a step', 'Email')
  await step(page, 2).getByRole('textbox', { name: 'Subject' }).fill('Thank you')
  await message(step(page, 2)).fill('Dear {{firstName|guest}}, thank you.')
  await step(page, 2).getByRole('checkbox', { name: 'Write a separate text for French speakers' }).check()
  await step(page, 2).getByRole('textbox', { name: 'Subject in French' }).fill('Merci')
  await message(step(page, 2), 'Message in French').fill('Merci {{firstName|à vous}}.')
  await step(page, 2).getByRole('combobox', { name: 'Applies to' }).selectOption('Contacts with a positive score')
  await choose('Add a step', 'Webhook')
  await step(page, 3).getByRole('textbox', { name: 'Webhook' }).fill('https://hooks.example.com/stay')
  await choose('Add a step', 'SMS')
  await message(step(page, 4)).fill('One last word: ')
  await step(page, 4).getByRole('button', { name: 'Survey link' }).click()
  await expect(message(step(page, 4))).toHaveValue('One last word: {{surveyLink}}')
  await step(page, 4).getByRole('combobox', { name: 'Linked survey' }).selectOption('Sent by steps')

  // Moves the webhook before the email by keyboard; the move is announced.
  await step(page, 3).getByRole('button', { name: 'Move step 3 up' }).press('Enter')
  await expect(page.getByText('Now step 2 of 4.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move step 2 up' })).toBeFocused()
  for (const [number, count, name] of delays) {
    await unit(page, number).selectOption(name)
    await amount(page, number).fill(count)
  }
  await press('Save draft')
  await expect(heading('After a stay')).toBeVisible()
  const id = await idIn('sequences')

  const { data } = (await call(`GET /sequences/${id}`)).body
  const ids = data.steps.map((saved: Json) => saved.id)
  expect(data).toEqual({
    id,
    name: 'After a stay',
    description: 'Hotel guests',
    status: 'draft',
    rules: expect.any(Object),
    steps: [
      { id: ids[0], type: 'survey', delay: 2700, surveyId, condition: 'always' },
      {
        id: ids[1],
        type: 'wait',
        delay: 129_600,
        webhookUrl: 'https://hooks.example.com/stay',
        condition: 'always',
      },
      {
        id: ids[2],
        type: 'email',
        delay: 172_800,
        subject: { en: 'Thank you', fr: 'Merci' },
        body: { en: 'Dear {{firstName|guest}}, thank you.', fr: 'Merci {{firstName|à vous}}.' },
        condition: 'positive',
      },
      {
        id: ids[3],
        type: 'sms',
        delay: 5400,
        surveyId,
        body: 'One last word: {{surveyLink}}',
        condition: 'always',
      },
    ],
  })

  await page.reload()
  for (const [number, count, name] of [...delays.slice(0, 3), [4, '90', 'minutes'] as const]) {
    await expect(amount(page, number)).toHaveValue(count)
    await expect(unit(page, number)).toHaveValue(name)
  }
  await expect(message(step(page, 3), 'Message in French')).toHaveValue('Merci {{firstName|à vous}}.')
  await press('Save draft')
  await expect(toast('Sequence saved')).toBeVisible()
  expect((await call(`GET /sequences/${id}`)).body.data).toEqual(data)
})

test('sequence steps show survey, delay and placeholder errors at their fields and are saved once corrected', async ({
  page,
  call,
  heading,
  press,
  choose,
  open,
  idIn,
  aSurvey,
}) => {
  await Promise.all([aSurvey('First choice'), aSurvey('Second choice')])
  await open('/sequences/new/blank')
  await page.getByRole('textbox', { name: 'Name' }).fill('Faulty')
  await choose('Add a step', 'Survey by email')
  await choose('Add a step', 'Email')
  await step(page, 2).getByRole('textbox', { name: 'Subject' }).fill('Hello')
  await message(step(page, 2)).fill('Hello {{nope}}')
  await press('Save draft')

  const survey = step(page, 1).getByRole('combobox', { name: 'Survey' })
  await expect(survey).toHaveAccessibleDescription('Choose a survey.')
  await expect(survey).toBeFocused()
  await expect(message(step(page, 2))).toHaveAccessibleDescription(/\{\{nope\}\} is not a placeholder/)
  await expect(step(page, 2).getByRole('textbox', { name: 'Subject' })).toHaveAccessibleDescription('')
  await survey.selectOption('First choice')
  await message(step(page, 2)).fill('Dear {{firstName}}, welcome')
  await amount(page, 1).fill('')
  await press('Save draft')
  await expect(amount(page, 1)).toHaveAccessibleDescription('Enter a delay from 0 to 365 days.')
  await expect(amount(page, 1)).toBeFocused()
  await expect(message(step(page, 2))).toHaveAccessibleDescription(/Without a name, this reads “Dear , welcome”/)
  await amount(page, 1).fill('0')
  // The button inserts at the cursor.
  await message(step(page, 2)).fill('Hello !')
  await message(step(page, 2)).press('ArrowLeft')
  // The first one is under the subject.
  await step(page, 2).getByRole('button', { name: 'First name' }).last().click()
  await expect(message(step(page, 2))).toBeFocused()
  await press('Save draft')
  await expect(heading('Faulty')).toBeVisible()
  const id = await idIn('sequences')
  expect((await call(`GET /sequences/${id}`)).body.data.steps).toMatchObject([
    { type: 'survey', delay: 0 },
    { type: 'email', body: 'Hello {{firstName|there}}!' },
  ])
})

test('a refused activation focuses the faulty field, or the message if no field is at fault', async ({
  page,
  press,
  choose,
  open,
}) => {
  await open('/sequences/new/blank')
  await page.getByRole('textbox', { name: 'Name' }).fill('Refused')
  for (const _ of [1, 2, 3, 4]) await choose('Add a step', 'Email')
  for (const number of [1, 2, 3, 4]) {
    await step(page, number).getByRole('textbox', { name: 'Subject' }).fill('Hello')
    await message(step(page, number)).fill(number === 2 ? 'Tell others: {{reviewLinks}}' : 'Thank you.')
  }
  await press('Save and activate')
  const body = message(step(page, 2))
  await expect(body).toBeFocused()
  await expect(body).toBeInViewport()
  await expect(body).toHaveAccessibleDescription(/There are no review links yet/)
  await expect(step(page, 2).getByRole('link', { name: 'Edit your review links.' })).toHaveAttribute(
    'href',
    '/settings/reviews',
  )

  for (const number of [4, 3, 2, 1]) await press(`Remove step ${number}`)
  for (const number of [1, 2, 3, 4, 5]) {
    await choose('Add a step', 'Webhook')
    await step(page, number).getByRole('textbox', { name: 'Webhook' }).fill('https://127.0.0.1/only')
  }
  await press('Save and activate')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toBeFocused()
  await expect(alert).toBeInViewport()
})

test('a repeated survey step defaults to contacts without an answer, and warns when it applies to everyone', async ({
  page,
  choose,
  open,
  aSurvey,
}) => {
  await Promise.all([aSurvey('Asked twice'), aSurvey('Asked once')])
  await open('/sequences/new/blank')
  for (const number of [1, 2]) {
    await choose('Add a step', 'Survey by email')
    await step(page, number).getByRole('combobox', { name: 'Survey' }).selectOption('Asked twice')
  }
  const applies = step(page, 2).getByRole('combobox', { name: 'Applies to' })
  await expect(applies).toHaveValue('not_answered')
  await applies.selectOption('Everyone')
  await expect(applies).toHaveAccessibleDescription('Contacts who have answered this survey are asked again.')
})

test('an owner cannot activate a sequence that sends nothing, and sees the reason', async ({
  page,
  call,
  heading,
  toast,
  press,
  choose,
  open,
  idIn,
}) => {
  const refusal = 'Before you activate the sequence, add at least one step that sends something.'
  await open('/sequences/new/blank')
  await page.getByRole('textbox', { name: 'Name' }).fill('Only calls')
  await choose('Add a step', 'Webhook')
  await step(page, 1).getByRole('textbox', { name: 'Webhook' }).fill('https://hooks.example.com/only')
  await press('Save and activate')
  await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  await press('Save draft')
  await expect(heading('Only calls')).toBeVisible()
  const id = await idIn('sequences')
  await press('Activate')
  await expect(toast(refusal)).toBeVisible()
  expect((await call(`GET /sequences/${id}`)).body.data.status).toBe('draft')
})

test('leaving the sequence builder needs confirmation while changes are unsaved, and none after saving', async ({
  page,
  dialog,
  heading,
  press,
  open,
}) => {
  const surveys = page.getByRole('navigation').getByRole('link', { name: 'Surveys' })
  await open('/sequences/new/blank')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Half done')
  await surveys.click()
  await expect(dialog()).toContainText('Leave without saving?')
  await dialog().getByRole('button', { name: 'Stay on this page' }).click()
  await expect(dialog()).toHaveCount(0)
  await expect(name).toHaveValue('Half done')
  await surveys.click()
  await dialog().getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/surveys$/)

  await open('/sequences/new/blank')
  await name.fill('Done')
  await press('Save draft')
  await expect(heading('Done')).toBeVisible()
  await surveys.click()
  await expect(page).toHaveURL(/\/surveys$/)

  // Closing the tab triggers the browser's own prompt.
  const tab = await page.context().newPage()
  await tab.goto('/sequences/new/blank')
  await tab.getByRole('textbox', { name: 'Name' }).click()
  await tab.getByRole('textbox', { name: 'Name' }).fill('Half done')
  const unloadDialog = tab.waitForEvent('dialog')
  await tab.close({ runBeforeUnload: true })
  const question = await unloadDialog
  expect(question.type()).toBe('beforeunload')
  await question.accept()
})
