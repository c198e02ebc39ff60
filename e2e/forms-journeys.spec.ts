import type { Locator, Page } from '@playwright/test'
import { anOwner, type Call, caller, expect, type Json, type Owner, signIn, test } from './fixtures'
import { SERVICE } from './service-address'

/*
 * What an owner draws, fills in, stops and looks up in the dashboard. One organization and one signed-in page for all;
 * each test makes what it needs, under names of its own.
 */

let owner: Owner
let call: Call
let page: Page

test.beforeAll(async ({ browser }) => {
  owner = await anOwner()
  call = caller(SERVICE.baseUrl, owner.key)
  page = await (await browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'en-GB' })).newPage()
  await signIn(page, owner)
})

test.afterAll(() => page.context().close())

const dialog = () => page.getByRole('dialog')
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const badge = (name: string) => page.getByText(name, { exact: true }).first()
const toast = (text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

/** Chooses from the menu behind a button. */
async function choose(button: string, item: string): Promise<void> {
  await press(button)
  const name = new RegExp(`^${item}`)
  await page.getByRole('menuitem', { name }).or(page.getByRole('menuitemradio', { name })).click()
}

/** Opens a page of the dashboard and waits until it listens: what is typed before is not the form's yet. */
async function open(place: string): Promise<void> {
  await page.goto(place, { waitUntil: 'networkidle' })
}

/** The id in the address of the page of one survey, sequence or subscription. */
async function idIn(place: 'surveys' | 'sequences' | 'settings/webhooks'): Promise<string> {
  const address = new RegExp(`/${place}/([0-9a-f-]{36})$`)
  await expect(page).toHaveURL(address)
  return address.exec(page.url())?.[1] ?? ''
}

async function aSurvey(name: string, body: Record<string, unknown> = {}): Promise<string> {
  const made = await call('POST /surveys', { name, type: 'nps', questions: [], ...body })
  expect(made.status).toBe(201)
  return made.body.data.id
}

/** A sequence as the builder would save it. */
async function aSequence(sequence: Record<string, unknown>): Promise<string> {
  const saved = await page.request.post('/api/trpc/sequences.save', {
    headers: { Origin: SERVICE.baseUrl },
    data: { status: 'active', ...sequence },
  })
  const { result } = await saved.json()
  return result.data.data.id
}

test.describe('surveys', () => {
  const card = (start: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: start }) })
  const text = (of: Locator) => of.getByRole('textbox', { name: 'Question', exact: true })
  const french = (of: Locator) => of.getByRole('textbox', { name: /^In French/ })
  const answer = (of: Locator, name: string) => of.getByRole('textbox', { name, exact: true })

  test('a survey is read over REST exactly as it was drawn, and the preview shows what people will see', async () => {
    await open('/surveys')
    await page.getByRole('link', { name: 'New survey' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('After a meal')

    // A comment for the unhappy, then a question of choices, which is moved before it by the keyboard alone.
    await text(card('Question 2')).fill('What went wrong?')
    await french(card('Question 2')).fill('Qu’est-ce qui n’allait pas ?')
    await card('Question 2').getByRole('combobox', { name: 'When to ask' }).selectOption('Only after certain scores')
    await card('Question 2').getByRole('checkbox', { name: 'Low' }).check()
    await choose('Add question', 'Single choice')
    await text(card('Question 3')).fill('What did you have?')
    await french(card('Question 3')).fill('Qu’avez-vous pris ?')
    await answer(card('Question 3'), 'Answer 1').fill('Lunch')
    await answer(card('Question 3'), 'Answer 1 in French').fill('Le déjeuner')
    await answer(card('Question 3'), 'Answer 2').fill('Dinner')
    await answer(card('Question 3'), 'Answer 2 in French').fill('Le dîner')
    await card('Question 3').getByRole('button', { name: 'Add an answer' }).click()
    await answer(card('Question 3'), 'Answer 3').fill('Brunch')
    await card('Question 3').getByRole('checkbox', { name: 'An answer is required' }).check()
    await card('Question 3').getByRole('button', { name: 'Move up' }).press('Enter')
    await expect(text(card('Question 2'))).toHaveValue('What did you have?')
    await expect(text(card('Question 3'))).toHaveValue('What went wrong?')

    // As people see it: who is unhappy is asked why, who is not is not, and either in their language.
    const preview = page.getByRole('region', { name: 'Preview' })
    const frame = preview.getByTitle('Preview').contentFrame()
    const score = (value: number) =>
      frame.getByRole('radio', { name: new RegExp(`^${value}\\b`) }).check({ force: true })
    const asked = frame.getByRole('group', { name: 'What did you have?' })
    await expect(frame.getByText('Brunch')).toBeAttached()
    await score(9)
    await expect(asked.getByRole('radio')).toHaveCount(3)
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
    const drawn = data.questions.filter(({ type }: Json) => type !== 'nps')
    const [choice, comment] = drawn
    expect(drawn).toEqual([
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

    // Opened again it stands as it was saved, and a second save changes nothing.
    await page.reload()
    await expect(answer(card('Question 2'), 'Answer 2 in French')).toHaveValue('Le dîner')
    await expect(card('Question 3').getByRole('checkbox', { name: 'Low' })).toBeChecked()
    // As who presses comes: the pointer is the first sign of them on this page.
    await page.getByRole('button', { name: 'Save changes' }).hover()
    await press('Save changes')
    await expect(toast('Survey saved')).toBeVisible()
    expect((await call(`GET /surveys/${id}`)).body.data.questions).toEqual(data.questions)
  })

  test('what is wrong with a survey is said at its field, the first gets the focus, and nothing is lost', async () => {
    await open('/surveys/new')
    const name = page.getByRole('textbox', { name: 'Name' })
    await text(card('Question 2')).fill('')
    await french(card('Question 2')).fill('')
    await choose('Add question', 'Multiple choice')
    await text(card('Question 3')).fill('What did you like?')
    await answer(card('Question 3'), 'Answer 1').fill('The food')
    const before = (await call('GET /surveys')).body.meta.total
    await press('Create survey')

    await expect(name).toHaveAccessibleDescription(/This field is required/)
    await expect(name).toBeFocused()
    await expect(text(card('Question 2'))).toHaveAccessibleDescription('This field is required.')
    await expect(answer(card('Question 3'), 'Answer 2')).toHaveAccessibleDescription('This field is required.')
    await expect(answer(card('Question 3'), 'Answer 1')).toHaveAccessibleDescription('')
    await expect(text(card('Question 3'))).toHaveValue('What did you like?')
    await expect(answer(card('Question 3'), 'Answer 1')).toHaveValue('The food')
    expect((await call('GET /surveys')).body.meta.total).toBe(before)

    // A condition that is met by nobody, once the rest is right.
    await name.fill('Likes')
    await text(card('Question 2')).fill('Why?')
    await answer(card('Question 3'), 'Answer 2').fill('The people')
    await card('Question 3').getByRole('combobox', { name: 'When to ask' }).selectOption('Only after certain scores')
    await press('Create survey')
    await expect(card('Question 3').getByRole('alert')).toHaveText('Choose at least one group of scores.')
    await expect(name).toHaveAccessibleDescription('Only you and your colleagues see this.')

    await card('Question 3').getByRole('checkbox', { name: 'High' }).check()
    await press('Create survey')
    const id = await idIn('surveys')
    const { data } = (await call(`GET /surveys/${id}`)).body
    expect(data.questions.slice(-2)).toMatchObject([
      { type: 'text', text: 'Why?' },
      { options: [{ label: 'The food' }, { label: 'The people' }], showIf: { band: ['promoter'] } },
    ])
  })

  test('a survey that an active sequence sends is not deleted, and archived it is offered to no sequence', async () => {
    const surveyId = await aSurvey('Still sent')
    await aSurvey('Another one')
    const sequenceId = await aSequence({
      name: 'Sends it',
      steps: [{ type: 'survey', delay: 3600, surveyId }],
    })
    const offered = async () => {
      await open('/sequences/new')
      await choose('Add a step', 'Survey by email')
      return page.getByRole('combobox', { name: 'Survey' }).getByRole('option').allTextContents()
    }
    expect(await offered()).toContain('Still sent')

    await open(`/surveys/${surveyId}`)
    await choose('More actions', 'Delete')
    await expect(dialog()).toContainText('It has no answers yet.')
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await expect(dialog().getByRole('alert')).toHaveText(
      'Some sequences still send this survey. Archive them, or remove the survey from their steps first.',
    )
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    expect((await call(`GET /surveys/${surveyId}`)).status).toBe(200)

    await choose('More actions', 'Archive')
    await dialog().getByRole('button', { name: 'Archive' }).click()
    await expect(page.getByText('This survey is archived. Its links take no more answers')).toBeVisible()
    expect((await call(`GET /surveys/${surveyId}`)).body.data.status).toBe('archived')
    expect(await offered()).not.toContain('Still sent')

    await open(`/surveys/${surveyId}`)
    await choose('More actions', 'Restore')
    await expect(toast('Survey restored')).toBeVisible()
    expect(await offered()).toContain('Still sent')

    // With the sequence out of use it can go.
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
})

test.describe('sequences', () => {
  const step = (number: number) => page.getByRole('region', { name: new RegExp(`^Step ${number} of `) })
  const amount = (number: number) => page.getByRole('spinbutton', { name: `Delay before step ${number}: Amount` })
  const unit = (number: number) => page.getByRole('combobox', { name: `Delay before step ${number}: Unit` })
  const message = (of: Locator, name = 'Message') => of.getByRole('textbox', { name, exact: true })
  const delays: [number, string, string][] = [
    [1, '45', 'minutes'],
    [2, '36', 'hours'],
    [3, '2', 'days'],
    [4, '1.5', 'hours'],
  ]

  test('steps and delays typed in any unit are what REST returns, and what the builder shows when it is opened again', async () => {
    const surveyId = await aSurvey('Sent by steps')
    await open('/sequences')
    await page.getByRole('link', { name: 'New sequence' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('After a stay')
    await page.getByRole('textbox', { name: /^Description/ }).fill('Hotel guests')
    await choose('Add a step', 'Survey by email')
    await step(1).getByRole('combobox', { name: 'Survey' }).selectOption('Sent by steps')
    await choose('Add a step', 'Email')
    await step(2).getByRole('textbox', { name: 'Subject' }).fill('Thank you')
    await message(step(2)).fill('Dear {{firstName|guest}}, thank you.')
    await step(2).getByRole('checkbox', { name: 'Write a separate text for French speakers' }).check()
    await step(2).getByRole('textbox', { name: 'Subject in French' }).fill('Merci')
    await message(step(2), 'Message in French').fill('Merci {{firstName|à vous}}.')
    await step(2).getByRole('combobox', { name: 'Applies to' }).selectOption('Contacts with a positive score')
    await choose('Add a step', 'Wait')
    await choose('Add a step', 'SMS')
    await message(step(4)).fill('One last word: {{surveyLink}}')
    await step(4).getByRole('combobox', { name: 'Linked survey' }).selectOption('Sent by steps')

    // The wait comes before the email: moved by the keyboard, and said aloud.
    await step(3).getByRole('button', { name: 'Move step 3 up' }).press('Enter')
    await expect(page.getByText('Now step 2 of 4.')).toBeAttached()
    await expect(page.getByRole('button', { name: 'Move step 2 up' })).toBeFocused()
    for (const [number, count, name] of delays) {
      await unit(number).selectOption(name)
      await amount(number).fill(count)
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
      steps: [
        { id: ids[0], type: 'survey', delay: 2700, surveyId, condition: 'always' },
        { id: ids[1], type: 'wait', delay: 129_600, condition: 'always' },
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
      await expect(amount(number)).toHaveValue(count)
      await expect(unit(number)).toHaveValue(name)
    }
    await expect(message(step(3), 'Message in French')).toHaveValue('Merci {{firstName|à vous}}.')
    await press('Save draft')
    await expect(toast('Sequence saved')).toBeVisible()
    expect((await call(`GET /sequences/${id}`)).body.data).toEqual(data)
  })

  test('a step that lacks its survey and a text that would not read right are said at their fields; mended, it saves', async () => {
    await Promise.all([aSurvey('First choice'), aSurvey('Second choice')])
    await open('/sequences/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('Faulty')
    await choose('Add a step', 'Survey by email')
    await choose('Add a step', 'Email')
    await step(2).getByRole('textbox', { name: 'Subject' }).fill('Hello')
    await message(step(2)).fill('Hello {{nope}}')
    await press('Save draft')

    const survey = step(1).getByRole('combobox', { name: 'Survey' })
    await expect(survey).toHaveAccessibleDescription('Choose a survey.')
    await expect(survey).toBeFocused()
    await expect(message(step(2))).toHaveAccessibleDescription(/\{\{nope\}\} is not a placeholder/)
    await expect(step(2).getByRole('textbox', { name: 'Subject' })).toHaveAccessibleDescription('')
    await survey.selectOption('First choice')
    await message(step(2)).fill('Dear {{firstName}}, welcome')
    await amount(1).fill('')
    await press('Save draft')
    await expect(amount(1)).toHaveAccessibleDescription('Enter a delay from 0 to 365 days.')
    await expect(amount(1)).toBeFocused()
    await expect(message(step(2))).toHaveAccessibleDescription(/Without a name, this reads “Dear , welcome”/)
    await amount(1).fill('0')
    await message(step(2)).fill('Hello {{firstName|there}}')
    await press('Save draft')
    await expect(heading('Faulty')).toBeVisible()
    const id = await idIn('sequences')
    expect((await call(`GET /sequences/${id}`)).body.data.steps).toMatchObject([
      { type: 'survey', delay: 0 },
      { type: 'email', body: 'Hello {{firstName|there}}' },
    ])
  })

  test('a sequence that sends nothing is not activated, and the page says why', async () => {
    const refusal = 'Before you activate the sequence, add at least one step that sends something.'
    await open('/sequences/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('Only waits')
    await choose('Add a step', 'Wait')
    await press('Save and activate')
    await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
    await press('Save draft')
    await expect(heading('Only waits')).toBeVisible()
    const id = await idIn('sequences')
    await press('Activate')
    await expect(toast(refusal)).toBeVisible()
    expect((await call(`GET /sequences/${id}`)).body.data.status).toBe('draft')
  })

  test('a person is enrolled once the address is right, waits while the sequence is paused, and gets nothing when it is archived', async () => {
    const surveyId = await aSurvey('In an hour')
    const id = await aSequence({
      name: 'Guests',
      status: 'draft',
      steps: [{ type: 'survey', delay: 3600, surveyId }],
    })
    const executed = async () =>
      (await call(`POST /sequences/${id}/execute`, { contacts: [{ email: 'late@example.com' }] })).body.error?.code
    await open(`/sequences/${id}`)
    await press('Activate')
    await expect(badge('Active')).toBeVisible()
    await page.getByRole('navigation', { name: 'Parts of the sequence' }).getByRole('link', { name: 'People' }).click()
    await expect(page.getByText('No one has been enrolled yet')).toBeVisible()

    await press('Enrol a contact')
    const email = dialog().getByRole('textbox', { name: 'Email' })
    await email.fill('no address')
    await dialog().getByRole('button', { name: 'Enrol' }).click()
    await expect(email).toHaveAccessibleDescription('Enter a valid email address.')
    await expect(email).toBeFocused()
    await email.fill('grace@example.com')
    await dialog()
      .getByRole('textbox', { name: /^First name/ })
      .fill('Grace')
    await dialog().getByRole('button', { name: 'Enrol' }).click()
    await expect(toast('grace@example.com is enrolled')).toBeVisible()
    const row = page.getByRole('row', { name: /Grace/ })
    await expect(row).toContainText('In progress')

    await press('Pause')
    await expect(dialog()).toContainText('1 contact stays where they are until you resume it.')
    await dialog().getByRole('button', { name: 'Pause' }).click()
    await expect(badge('Paused')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enrol a contact' })).toHaveCount(0)
    expect(await executed()).toBe('SEQUENCE_INACTIVE')
    await press('Resume')
    await expect(page.getByRole('button', { name: 'Enrol a contact' })).toBeVisible()
    await expect(row).toContainText('In progress')

    await choose('More actions for this sequence', 'Archive')
    await expect(dialog()).toContainText('1 contact in progress gets nothing more.')
    await dialog().getByRole('button', { name: 'Archive' }).click()
    await expect(row).toContainText('Cancelled')
    await expect(row).toContainText('The sequence was archived.')
    expect(await executed()).toBe('SEQUENCE_INACTIVE')

    await choose('More actions for this sequence', 'Delete')
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL(/\/sequences$/)
    await expect(page.getByRole('link', { name: 'Guests' })).toHaveCount(0)
    expect((await call(`GET /sequences/${id}`)).status).toBe(404)
  })

  test('leaving the builder with unsaved changes asks first; staying keeps them, and what is saved is not asked about', async () => {
    const surveys = page.getByRole('navigation').getByRole('link', { name: 'Surveys' })
    await open('/sequences/new')
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

    await open('/sequences/new')
    await name.fill('Done')
    await press('Save draft')
    await expect(heading('Done')).toBeVisible()
    await surveys.click()
    await expect(page).toHaveURL(/\/surveys$/)

    // Closing the tab is asked about by the browser itself.
    const tab = await page.context().newPage()
    await tab.goto('/sequences/new')
    await tab.getByRole('textbox', { name: 'Name' }).click()
    await tab.getByRole('textbox', { name: 'Name' }).fill('Half done')
    const asked = tab.waitForEvent('dialog')
    await tab.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.accept()
  })
})

test.describe('webhooks', () => {
  const events = () => page.getByRole('definition').first()

  /** A subscription of the owner's own key. */
  async function aSubscription(hookUrl: string, triggerType = 'new_response'): Promise<string> {
    const made = await call('POST /webhooks/subscribe', { hookUrl, triggerType })
    expect(made.status).toBe(201)
    return made.body.data.id
  }

  test('the events of a subscription are changed in its dialog, keep at least one, and then decide what arrives', async ({
    receiver,
  }) => {
    const id = await aSubscription(receiver.url('/events'))
    await open(`/settings/webhooks/${id}`)
    await expect(events()).toContainText('New response')
    const box = (name: string) => dialog().getByRole('checkbox', { name, exact: true })
    await press('Change')
    await box('New response').uncheck()
    await dialog().getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog().getByRole('group', { name: 'Events' })).toHaveAccessibleDescription(
      'Keep at least one event. To stop all of them, remove the subscription.',
    )
    await box('Bad review').check()
    await box('New contact').check()
    await dialog().getByRole('button', { name: 'Save changes' }).click()
    await expect(toast('Events saved')).toBeVisible()
    await expect(dialog()).toHaveCount(0)
    await expect(events()).toContainText('New contact')
    await expect(events()).toContainText('Bad review')
    await expect(events()).not.toContainText('New response')

    await call('POST /contacts', { email: 'heard@example.com', firstName: 'Heard' })
    await receiver.until((requests) => requests.length === 1, 30_000)
    expect(receiver.requests[0]?.headers['x-service-event']).toBe('new_contact')
  })

  test('an address that answered 410 is reactivated, and what failed is sent again with the id that it had', async ({
    receiver,
  }) => {
    const id = await aSubscription(receiver.url('/gone'), 'new_contact')
    receiver.script(410, 200)
    await call('POST /contacts', { email: 'unheard@example.com', firstName: 'Unheard' })
    await receiver.until((requests) => requests.length === 1, 30_000)
    const deactivated = page.getByText('Nothing is sent: this address answered 410')
    await expect(async () => {
      await open(`/settings/webhooks/${id}`)
      await expect(deactivated).toBeVisible({ timeout: 1000 })
    }).toPass()
    await press('Reactivate')
    await expect(deactivated).toHaveCount(0)

    await press('Resend failed deliveries')
    await dialog().getByRole('combobox', { name: 'Failed in the last' }).selectOption('Custom time')
    await dialog().getByRole('button', { name: 'Resend' }).click()
    await expect(dialog().getByLabel('Since', { exact: true })).toHaveAccessibleDescription(/Choose a date and a time/)
    await dialog().getByRole('combobox', { name: 'Failed in the last' }).selectOption('1 hour')
    await dialog().getByRole('button', { name: 'Resend' }).click()
    await expect(toast('1 delivery is being resent.')).toBeVisible()
    await receiver.until((requests) => requests.length === 2, 30_000)
    const [first, second] = receiver.requests
    expect(second?.headers['x-service-delivery']).toBe(first?.headers['x-service-delivery'])
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true)
    await expect(page.getByRole('region', { name: 'Deliveries' }).getByRole('row', { name: /Resent/ })).toContainText(
      'Delivered',
    )
  })

  test('an address that a step uses cannot be removed, and the menu names the sequence', async () => {
    const hookUrl = 'https://hooks.example.com/kept'
    const id = await aSubscription(hookUrl, 'new_review')
    await aSequence({ name: 'Calls home', status: 'draft', steps: [{ type: 'wait', webhookUrl: hookUrl }] })
    await open(`/settings/webhooks/${id}`)
    await expect(page.getByRole('link', { name: 'Calls home' })).toBeVisible()
    await press('More actions for this subscription')
    await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeDisabled()
    await expect(page.getByRole('menu')).toContainText(
      'Steps of Calls home still use this address. Remove it from them first.',
    )
    await page.keyboard.press('Escape')
  })

  test('in French, what only the server can know is said in French', async ({ browser }) => {
    const hookUrl = 'https://hooks.example.com/fr'
    const id = await aSubscription(hookUrl, 'new_review')
    const context = await browser.newContext({
      baseURL: SERVICE.baseUrl,
      storageState: await page.context().storageState(),
    })
    await context.addCookies([{ name: 'cfs-locale', value: 'fr', url: SERVICE.baseUrl }])
    const french = await context.newPage()
    const box = french.getByRole('dialog')

    await french.goto('/settings/webhooks')
    await french.getByRole('button', { name: 'Ajouter un abonnement' }).click()
    const address = box.getByRole('textbox', { name: 'Adresse' })
    await address.fill('http://example.com/plain')
    await box.getByRole('button', { name: 'Ajouter l’abonnement' }).click()
    await expect(address).toHaveAccessibleDescription(/Utilisez https : les événements ne sont pas envoyés/)

    // The page was opened before the step was made.
    await french.goto(`/settings/webhooks/${id}`)
    await aSequence({ name: 'Fidélité', status: 'draft', steps: [{ type: 'wait', webhookUrl: hookUrl }] })
    await french.getByRole('button', { name: 'Autres actions pour cet abonnement' }).click()
    await french.getByRole('menuitem', { name: 'Supprimer' }).click()
    await box.getByRole('button', { name: 'Supprimer l’abonnement' }).click()
    await expect(box.getByRole('alert')).toHaveText(
      /Une étape de la séquence «\sFidélité\s» envoie à cette adresse\. Retirez-la d’abord de l’étape\./,
    )
    await french.reload()
    await expect(french.getByRole('heading', { name: hookUrl })).toBeVisible()
    await context.close()
  })
})

test.describe('responses', () => {
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)

  test('filters stand in the address and show the right rows, and a response’s page shows its answers', async ({
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
      for (const { name } of given) await expect(row(name)).toHaveCount(names.includes(name) ? 1 : 0)
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

    await row('Ada').getByRole('link').click()
    await expect(heading('Ada')).toBeVisible()
    const answers = page.getByRole('region', { name: 'Answers' })
    await expect(answers.getByRole('definition')).toHaveText(['3 of 10', 'Too loud'])
    await expect(answers.getByRole('term').nth(1)).toHaveText('What is the reason?')
    await expect(page.getByText('Sent to ada@example.com')).toBeVisible()
  })
})

test.describe('the Outbox', () => {
  test('a text message that cannot leave is kept in the Outbox, with the link that it would have had', async () => {
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
})
