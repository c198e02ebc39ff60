import type { Locator, Page } from '@playwright/test'
import { findAxeViolations } from './axe-violations'
import { type ApiClient, pressGoShortcut } from './fixtures'
import { waitForMails } from './mail-folder'
import { anEmailAddress, expect, test } from './signed-in-test'

/* Cases end to end by keyboard: from a low score to a reply, and finding the case again. */

type SurveyRun = { page: Page; call: ApiClient }

/** Submits a response with a low score through the survey page. */
async function answerLow({ page, call }: SurveyRun, survey: string, firstName: string): Promise<void> {
  const email = anEmailAddress()
  const sent = await call(`POST /surveys/${survey}/send`, { contacts: [{ email, firstName }] })
  expect(sent.status).toBe(200)
  const [mail] = await waitForMails(email)
  await page.goto(`${/http:\/\/\S+\/s\/[\w-]{43}/.exec(mail?.mail.text ?? '')?.[0]}?score=2`)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: /thank/i })).toBeVisible()
}

async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead there`)
}

async function readUnresolvedCount(page: Page): Promise<number> {
  const rail = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: /Responses/ })
  return Number(/\d+$/.exec((await rail.textContent()) ?? '')?.[0] ?? 0)
}

test('an owner opens a low score from the overview and assigns, tags, notes and resolves it by keyboard alone', {
  tag: '@variant',
}, async ({ page, call, open, heading, aSurvey }) => {
  test.setTimeout(120_000)
  const survey = await aSurvey('Follow-ups')
  await answerLow({ page, call }, survey, 'Ida')
  await open('/')
  const attention = page.getByRole('region', { name: 'Needs your attention' })
  await tabTo(page, attention.getByRole('link', { name: 'Ida' }))
  await page.keyboard.press('Enter')
  await expect(heading('Ida')).toBeVisible()
  await expect(page.getByText('Nothing has been done about this response yet.')).toBeVisible()

  const assignee = page.getByRole('combobox', { name: 'Assigned to' })
  await tabTo(page, assignee)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: /\(you\)$/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(assignee).toHaveValue(/\(you\)$/)
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/assigned the case to/)).toBeVisible()
  const unresolved = await readUnresolvedCount(page)
  expect(unresolved).toBeGreaterThan(0)

  await tabTo(page, page.getByRole('combobox', { name: 'Add a tag' }))
  await page.keyboard.type('Opening hours')
  await expect(page.getByRole('option', { name: 'Create “Opening hours”' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove the tag Opening hours' })).toBeVisible()

  await tabTo(page, page.getByLabel('Note', { exact: true }))
  await page.keyboard.type('Called back: the door was locked at ten.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'the door was locked at ten' })).toBeVisible()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('')
  expect(await findAxeViolations(page)).toEqual([])

  const resolved = page.getByRole('button', { name: 'Resolved', exact: true })
  await tabTo(page, resolved, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(resolved).toHaveAttribute('aria-pressed', 'true')
  await expect(resolved).toBeFocused()
  await expect(page.getByText(/resolved the case$/)).toBeVisible()
  await expect.poll(async () => readUnresolvedCount(page)).toBe(unresolved - 1)

  await pressGoShortcut(page, 'o')
  await expect(heading('Overview')).toBeVisible()
  await expect(attention).toBeVisible()
  await expect(attention.getByRole('link', { name: 'Ida' })).toHaveCount(0)
})

test('an owner changes several responses at once and filters responses by case status, assignee and tag', {
  tag: '@variant',
}, async ({ page, call, open, choose, press, toast, aSurvey }) => {
  test.setTimeout(120_000)
  const survey = await aSurvey('Several')
  for (const name of ['Jon', 'Kim', 'Lou']) await answerLow({ page, call }, survey, name)
  const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  const expectRows = async (...names: string[]) => {
    for (const name of ['Jon', 'Kim', 'Lou']) await expect(rowOf(name)).toHaveCount(names.includes(name) ? 1 : 0)
  }
  const list = `/responses?survey=${survey}`
  const selectBoth = async () => {
    await open(list)
    for (const name of ['Jon', 'Kim']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  }
  await selectBoth()
  await press('Assign')
  await expect(page.getByRole('option', { name: 'No one' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(toast('2 responses changed')).toBeVisible()
  await press('Due date')
  await page.getByLabel('Due', { exact: true }).fill('2031-02-03')
  await press('Set date')
  await expect(rowOf('Jon')).toContainText('2031')
  await toast('2 responses changed').first().getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf('Jon')).not.toContainText('2031')
  await choose('Set case status', 'Resolved')
  await expect(rowOf('Jon')).toContainText('Resolved')
  await selectBoth()
  await press('Add a tag')
  await page.keyboard.type('Late')
  await page.getByRole('option', { name: 'Create “Late”' }).click()
  await toast('2 responses changed').getByRole('button', { name: 'Undo' }).click()
  await expect(toast('Undone')).toBeVisible()
  await press('Add a tag')
  const changed = page.waitForResponse(/\/responses\.bulk(\?|$)/)
  await page.getByRole('option', { name: 'Late', exact: true }).click()
  expect((await (await changed).json()).result.data.data.changed).toBe(2)
  await expect(page.getByRole('button', { name: 'Tag', exact: true })).toBeVisible()

  await open(list)
  await choose('Case', 'Not resolved')
  await expect(page).toHaveURL(/case=unresolved/)
  await expectRows('Lou')
  await page.getByRole('link', { name: 'Remove filter Case: Not resolved' }).click()
  await expectRows('Jon', 'Kim', 'Lou')
  await choose('Assigned to', 'Me')
  await expect(page).toHaveURL(/assignee=me/)
  await expectRows('Jon', 'Kim')
  await press('Tag')
  await page.getByRole('checkbox', { name: 'Late' }).check()
  await expect(page).toHaveURL(/tag=/)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Remove filter Assigned to: Me' }).click()
  await expectRows('Jon', 'Kim')
  expect(await findAxeViolations(page)).toEqual([])

  await press('Tags')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Late' }).click()
  await expect(page.getByText('2 responses lose it.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Delete Late' })).toHaveCount(0)
})
