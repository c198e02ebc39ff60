import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe-violations'
import { expect, test } from './signed-in-test'

const step = (page: Page, number: number) => page.getByRole('region', { name: new RegExp(`^Step ${number} of `) })
const saveBar = (page: Page) => page.locator('[data-save-bar] [role=status]')

const MESSAGES = ['First', 'Second', 'Third'].map((subject) => ({ type: 'email', subject, body: 'Thank you.' }))

async function expectSubjects(page: Page, subjects: readonly string[]) {
  for (const [index, subject] of subjects.entries())
    await expect(step(page, index + 1).getByRole('textbox', { name: 'Subject' })).toHaveValue(subject)
}

test('an owner adds, orders, duplicates and corrects steps by keyboard only', async ({ page, open, heading }) => {
  await open('/sequences/new/blank')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.focus()
  await page.keyboard.type('By keyboard')
  for (const subject of ['First', 'Second']) {
    await page.getByRole('button', { name: 'Add a step' }).press('Enter')
    await page.getByRole('menuitem', { name: /^Email/ }).press('Enter')
    const number = subject === 'First' ? 1 : 2
    await expect(step(page, number).getByRole('heading', { level: 2 })).toBeFocused()
    await step(page, number).getByRole('textbox', { name: 'Subject' }).press('Control+a')
    await page.keyboard.type(subject)
  }

  // Arrow keys on the handle move a step, which keeps the focus.
  await page.getByRole('button', { name: /^Move step 2: / }).press('ArrowUp')
  await expect(page.getByText('Now step 1 of 2.')).toBeAttached()
  await expect(page.getByRole('button', { name: /^Move step 1: / })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expectSubjects(page, ['Second', 'First'])
  await page.keyboard.press('ArrowDown')
  await expectSubjects(page, ['First', 'Second'])

  await page.getByRole('button', { name: 'Duplicate step 1' }).press('Enter')
  await expect(page.getByText('Copied as step 2.')).toBeAttached()
  await expect(step(page, 2).getByRole('heading', { level: 2 })).toBeFocused()
  await expectSubjects(page, ['First', 'First', 'Second'])

  // The focus goes to the first error in the page's order; the bar names its step, and leads back to it.
  await page.keyboard.press('Control+Enter')
  const message = (number: number) => step(page, number).getByRole('textbox', { name: 'Message' })
  await expect(message(1)).toBeFocused()
  await expect(saveBar(page)).toHaveText('Step 1: Write the message. and 2 more')
  for (const number of [1, 2]) {
    await message(number).press('Control+a')
    await page.keyboard.type('Thank you.')
  }
  await expect(saveBar(page)).toHaveText('Step 3: Write the message.')
  await page.getByRole('button', { name: 'Step 3: Write the message.' }).press('Enter')
  await expect(message(3)).toBeFocused()
  await expect(message(3)).toBeInViewport({ ratio: 1 })
  await page.keyboard.type('Thank you.')
  await expect(saveBar(page)).toHaveText('Unsaved changes')
  await page.keyboard.press('Control+Enter')
  await expect(heading('By keyboard')).toBeVisible()
  await expectSubjects(page, ['First', 'First', 'Second'])
})

test('a step is dragged by its handle to another place', async ({ page, open, aSequence }) => {
  const id = await aSequence({ name: 'Dragged', status: 'draft', steps: MESSAGES })
  // All steps are in view.
  await page.setViewportSize({ width: 1280, height: 2400 })
  await open(`/sequences/${id}`)
  await page.getByRole('button', { name: /^Move step 1: / }).hover()
  await expect(page.locator('header[draggable=true]')).toHaveCount(3)
  await page
    .getByRole('button', { name: /^Move step 3: / })
    .dragTo(step(page, 1).getByRole('heading', { level: 2 }), { steps: 5 })
  await expect(page.getByText('Now step 1 of 3.')).toBeAttached()
  await expectSubjects(page, ['Third', 'First', 'Second'])
  await page
    .getByRole('button', { name: /^Move step 1: / })
    .dragTo(page.getByRole('button', { name: 'Add a step' }), { steps: 5 })
  await expectSubjects(page, ['First', 'Second', 'Third'])
  await expect(page.getByRole('button', { name: /^Move step 3: / })).toBeFocused()
})

test('the save buttons of a long sequence stay in reach, and say what is not saved', async ({
  page,
  open,
  press,
  toast,
  aSequence,
}) => {
  const id = await aSequence({ name: 'Long', status: 'draft', steps: MESSAGES })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await open(`/sequences/${id}`)
    const save = page.getByRole('button', { name: 'Save draft' })
    await expect(save).toBeInViewport({ ratio: 1 })
    await expect(saveBar(page)).toBeHidden()
    await step(page, 1).getByRole('textbox', { name: 'Message' }).fill(`Written at ${width}`)
    await expect(saveBar(page)).toHaveText('Unsaved changes')
    await step(page, 3).scrollIntoViewIfNeeded()
    await expect(save).toBeInViewport({ ratio: 1 })
    await press('Save draft')
    await expect(toast('Sequence saved')).toBeVisible()
    await expect(saveBar(page)).toBeHidden()
  }
})

test('a sequence is duplicated as a draft from its menu', async ({ page, open, choose, heading, toast, aSequence }) => {
  const id = await aSequence({ name: 'Original', steps: MESSAGES })
  await open(`/sequences/${id}`)
  await choose('More actions for this sequence', 'Duplicate')
  await expect(heading('Original (copy)')).toBeVisible()
  await expect(toast('Copied as a draft, without entry rules')).toBeVisible()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  expect(page.url()).not.toContain(id)
  await expectSubjects(page, ['First', 'Second', 'Third'])
})

test('an owner builds a fork with a condition, and rules, by keyboard, and finds them again after a reload', async ({
  page,
  open,
  heading,
  aSurvey,
}) => {
  await aSurvey('Asked before')
  await open('/sequences/new/blank')
  await page.getByRole('textbox', { name: 'Name' }).fill('Forked')
  const add = async (button: string, type: RegExp, number: number) => {
    await page.getByRole('button', { name: button, exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: type }).press('Enter')
    await expect(step(page, number).getByRole('heading', { level: 2 })).toBeFocused()
  }
  await add('Add a step', /^Survey/, 1)
  await step(page, 1).getByRole('combobox', { name: 'Survey' }).selectOption('Asked before')
  await add('Add a step', /^Fork/, 2)
  await step(page, 2).getByRole('combobox', { name: 'About' }).selectOption('Survey of this sequence')
  await step(page, 2).getByRole('combobox', { name: 'Outcome' }).selectOption('positive score')
  await add('Add a step otherwise', /^Email/, 3)
  await add('Add a step', /^Email/, 4)
  for (const number of [3, 4]) {
    await step(page, number).getByRole('textbox', { name: 'Subject' }).fill(`Thanks ${number}`)
    await step(page, number).getByRole('textbox', { name: 'Message' }).fill('Thank you.')
  }
  // Up from below the fork: through the branch “Otherwise” to the branch “Yes”.
  await page.getByRole('button', { name: 'Move step 4 up' }).press('Enter')
  await expect(page.getByText('Now step 4 of 4, otherwise.')).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Now step 3 of 4, otherwise.')).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Now step 3 of 4, if yes.')).toBeAttached()
  await page.getByRole('button', { name: 'Edit the rules' }).press('Enter')
  await expect(page.getByRole('checkbox', { name: 'When they answer a survey of the sequence' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByRole('checkbox', { name: 'Sunday' }).press('Space')
  await page.getByLabel('Until').fill('17:00')

  // A condition without a value is refused at its field.
  await step(page, 4).getByRole('button', { name: 'Only if …' }).press('Enter')
  await expect(step(page, 4).getByRole('combobox', { name: 'About' })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(saveBar(page)).toHaveText('Step 4: Enter a value.')
  await expect(step(page, 4).getByRole('combobox', { name: 'Tag' })).toBeFocused()
  await page.keyboard.type('vip')
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(heading('Forked')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Stops after an answer · Mon–Sat · 00:00–17:00')).toBeVisible()
  await expect(step(page, 2)).toContainText('“Yes” if: gave a positive score')
  await expect(page.getByRole('region', { name: 'Step 3 of 4: Email, if yes' })).toBeVisible()
  await expect(step(page, 3).getByRole('textbox', { name: 'Subject' })).toHaveValue('Thanks 4')
  await expect(page.getByRole('region', { name: 'Step 4 of 4: Email, otherwise' })).toContainText(
    'Only if: has the tag “vip”',
  )
})
