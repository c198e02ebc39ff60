import type { Page } from '@playwright/test'
import { findAxeViolations } from './axe-violations'
import { anOwner, expect, type Owner, pressGoShortcut, signInByCookie, test } from './fixtures'
import { SERVICE } from './service-config'
import { openServiceDatabase } from './service-database'

async function execute(text: string, values: readonly unknown[]): Promise<void> {
  const rows = openServiceDatabase(SERVICE.dataDir)
  try {
    await rows.query(text, [...values])
  } finally {
    await rows.end()
  }
}

async function addResponses(
  { organizationId }: Owner,
  people: Record<string, number>,
  minutesAgo: number,
): Promise<void> {
  await execute(
    `INSERT INTO survey (id, organization_id, name, type, updated_at) SELECT uuid_v7(), $1, 'After a visit', 'nps', now()
       WHERE NOT EXISTS (SELECT FROM survey WHERE organization_id = $1)`,
    [organizationId],
  )
  await execute(
    `WITH people AS (SELECT name, score, at, uuid_v7() AS contact FROM unnest($2::text[], $3::int[]) WITH ORDINALITY p(name, score, at)),
       contacts AS (INSERT INTO contact (id, organization_id, email, first_name, updated_at)
         SELECT contact, $1, lower(name) || '-' || contact || '@example.com', name, now() FROM people)
     INSERT INTO response (id, organization_id, survey_id, contact_id, status, language, nps_score, rating, band, case_state, answers, created_at, updated_at)
     SELECT uuid_v7(), $1, s.id, contact, 'completed', 'en', score, score, CASE WHEN score <= 6 THEN 'negative' ELSE 'positive' END,
       CASE WHEN score <= 6 THEN 'open' END,
       jsonb_build_array(jsonb_build_object('questionId', 'nps', 'type', 'nps', 'text', 'How likely?', 'value', score),
         jsonb_build_object('questionId', 'why', 'type', 'text', 'text', 'Why?', 'value', 'The door was locked at ten.')),
       now() - $4::int * interval '1 minute' - at * interval '1 second', now()
     FROM people JOIN survey s ON s.organization_id = $1`,
    [organizationId, Object.keys(people), Object.values(people), minutesAgo],
  )
}

async function ageVisit({ organizationId }: Owner, minutes: number): Promise<void> {
  await execute(
    `UPDATE unread_marker SET new_since = new_since - $2::int * interval '1 minute', seen_until = seen_until - $2::int * interval '1 minute',
       active_at = active_at - $2::int * interval '1 minute' WHERE organization_id = $1`,
    [organizationId, minutes],
  )
}

async function aColleague({ organizationId }: Owner): Promise<Owner> {
  const colleague = await anOwner()
  await execute(
    `INSERT INTO membership (organization_id, user_id, role, created_at) SELECT $1::uuid, id, 'member', '2020-01-01' FROM "user" WHERE email = $2`,
    [organizationId, colleague.email],
  )
  return colleague
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const row = (page: Page, name: string) => page.locator('[data-row-link]').filter({ hasText: name })
const steps = (page: Page) => page.getByRole('navigation', { name: 'Responses in this list' })
const state = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test('an owner opens, notes, assigns, tags, dates and resolves responses of a list with keyboard shortcuts', async ({
  page,
  owner,
}) => {
  test.setTimeout(180_000)
  await addResponses(owner, { Ida: 2, Jon: 9, Kim: 3, Lou: 1, Mia: 4 }, 5)
  await signInByCookie(page, owner)
  await page.goto('/')
  // A page may not handle keys directly after loading.
  await expect(async () => {
    await pressGoShortcut(page, 'r')
    await expect(title(page, 'Responses')).toBeFocused({ timeout: 3000 })
  }).toPass()
  await page.goto('/responses?band=negative&case=unresolved')

  // In the list, keys act on the focused row; focus moves to the row that replaces it.
  await expect(async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await press(page, 'j')
    await expect(row(page, 'Ida')).toBeFocused({ timeout: 1000 })
  }).toPass()
  await press(page, 'j')
  await expect(row(page, 'Kim')).toBeFocused()
  await press(page, 'e')
  await expect(row(page, 'Kim')).toHaveCount(0)
  await expect(row(page, 'Lou')).toBeFocused()
  await press(page, 'k')
  await expect(row(page, 'Ida')).toBeFocused()

  await press(page, 'Enter')
  await expect(title(page, 'Ida')).toBeFocused()
  await expect(steps(page)).toContainText('1 of 3')
  await expect(page.getByLabel('Note', { exact: true })).toBeEditable()
  await press(page, 'n')
  await page.keyboard.type('Called back, je m’excuse: o, e and j are letters here.')
  await press(page, 'Control+Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'letters here' })).toBeVisible()
  await press(page, 'Escape')
  await expect(title(page, 'Ida')).toBeFocused()

  await press(page, 'r')
  await expect(page.getByLabel('Message', { exact: true })).toBeFocused()
  await press(page, 'Escape')
  await expect(title(page, 'Ida')).toBeFocused()

  await press(page, 'm')
  await expect(page.getByRole('combobox', { name: 'Assigned to' })).toHaveValue(/\(you\)$/)
  await expect(page.getByRole('status').filter({ hasText: /^Assigned to .+\(you\)$/ })).toBeAttached()
  await press(page, 't')
  await page.keyboard.type('Doors')
  await page.getByRole('option', { name: 'Create “Doors”' }).waitFor()
  await press(page, 'Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Tag added: Doors' })).toBeAttached()
  await press(page, 'Escape', 'd')
  await expect(page.getByLabel('Due', { exact: true })).toBeFocused()
  await page.getByLabel('Due', { exact: true }).fill('2031-03-03')
  await press(page, 'Escape', 'e')
  await expect(state(page, 'Resolved')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/set the due date to 3 Mar 2031$/)).toBeVisible()
  await expect(steps(page)).toContainText('No longer in this list')

  await press(page, '?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Resolve the case')).toBeVisible()
  await expect(keys.getByText('Write an email')).toBeVisible()
  expect(await findAxeViolations(page, { ruleSet: 'everything' })).toEqual([])
  await press(page, 'j', 'Escape')
  await expect(keys).toHaveCount(0)
  await expect(title(page, 'Ida')).toBeVisible()

  await press(page, 'j')
  await expect(title(page, 'Lou')).toBeFocused()
  await expect(steps(page)).toContainText('1 of 2')
  await press(page, 'j')
  await expect(title(page, 'Mia')).toBeFocused()
  await expect(steps(page)).toContainText('2 of 2')
  expect(await findAxeViolations(page)).toEqual([])
  await press(page, 'u')
  await expect(title(page, 'Responses')).toBeVisible()
  await expect(row(page, 'Mia')).toBeFocused()
  await expect(page).toHaveURL(/\/responses\?band=negative&case=unresolved$/)

  await press(page, 'Enter')
  await expect(title(page, 'Mia')).toBeFocused()
  await press(page, 'k')
  await expect(title(page, 'Lou')).toBeFocused()
  await page.goBack()
  await expect(row(page, 'Lou')).toBeFocused()

  // A shortcut that needs a choice opens the bulk bar's menu; keys pressed during a change are queued until it ends.
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(
    /\/responses\.bulk(\?|$)/,
    async (route) => {
      await released
      await route.continue()
    },
    { times: 1 },
  )
  await press(page, 't')
  await page.getByRole('option', { name: 'Doors' }).waitFor()
  await press(page, 'Enter')
  await page.getByRole('checkbox', { name: 'Select Mia' }).check()
  await press(page, 'd')
  release()
  await page.getByLabel('Due', { exact: true }).fill('2031-03-04')
  await press(page, 'Enter')
  await expect(page.getByRole('listitem').filter({ hasText: '2 responses changed' })).toBeVisible()
})

test('an open list of responses shows new responses when its window regains the focus', async ({ page, owner }) => {
  await addResponses(owner, { Ida: 2 }, 300)
  await signInByCookie(page, owner)
  await page.goto('/responses')
  await expect(row(page, 'Ida')).toBeVisible()
  await addResponses(owner, { Jon: 9 }, 1)
  // Simulates ten seconds in another window.
  await page.evaluate(() => {
    const { now } = Date
    window.dispatchEvent(new Event('blur'))
    Date.now = () => now() + 10_000
    window.dispatchEvent(new Event('focus'))
    Date.now = now
  })
  await expect(row(page, 'Jon')).toBeVisible()
})

test('responses new since a user’s last visit are counted, marked and filtered until they are marked as seen', async ({
  page,
  owner,
  browser,
}) => {
  test.setTimeout(180_000)
  await addResponses(owner, { Ida: 2 }, 300)
  await signInByCookie(page, owner)
  const untilVisitRecorded = async (action: () => Promise<unknown>) => {
    const answer = page.waitForResponse((response) => response.url().includes('unread.recordVisit'))
    await action()
    expect((await answer).status()).toBe(200)
  }
  const since = page.getByRole('region', { name: 'Since your last visit' })
  await untilVisitRecorded(async () => page.goto('/'))
  await expect(title(page, 'Overview')).toBeVisible()
  await expect(since).toHaveCount(0)

  await ageVisit(owner, 200)
  await addResponses(owner, { Jon: 9, Kim: 3 }, 60)
  await untilVisitRecorded(async () => page.goto('/'))
  await expect(since).toContainText(/^2 new responses, 1 with a low score, since \S/)
  expect(await findAxeViolations(page)).toEqual([])
  await since.getByRole('link', { name: '2 new responses' }).click()
  await expect(page).toHaveURL(/\/responses\?new=1$/)
  await expect(page.locator('[data-row-link]')).toHaveText(['Jon New', 'Kim New'])
  expect(await findAxeViolations(page, { ruleSet: 'everything' })).toEqual([])

  const storageState = await page.context().storageState()
  const french = await (await browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'fr-FR', storageState })).newPage()
  await french.goto('/responses')
  await expect(french.getByRole('region', { name: 'Depuis votre dernière visite' })).toContainText(
    /^2 nouvelles réponses, dont 1 avec un score bas, depuis \S/,
  )
  expect(await findAxeViolations(french, { ruleSet: 'everything' })).toEqual([])
  const opened = french.waitForResponse((response) => response.url().includes('unread.recordOpened'))
  await row(french, 'Kim').click()
  await expect(title(french, 'Kim')).toBeVisible()
  expect((await opened).status()).toBe(200)
  expect(await findAxeViolations(french)).toEqual([])
  const colleague = await aColleague(owner)
  const colleaguePage = await (await browser.newContext({ baseURL: SERVICE.baseUrl, locale: 'en-GB' })).newPage()
  await signInByCookie(colleaguePage, colleague)
  await colleaguePage.goto('/responses')
  await expect(row(colleaguePage, 'Jon')).toHaveText('Jon')

  // The French page opened Kim, so Kim is no longer new; Jon is still unopened.
  await page.goto('/responses')
  await expect(row(page, 'Kim')).toHaveText('Kim')
  await expect(since).toContainText(/^1 new response since \S/)

  // Markers stay during the visit, until marked as read.
  await page.goto('/responses')
  await expect(row(page, 'Jon')).toHaveText('Jon New')
  await expect(row(page, 'Ida')).toHaveText('Ida')
  await page.getByRole('button', { name: 'Mark all as seen' }).click()
  await expect(row(page, 'Jon')).toHaveText('Jon')
  await expect(since).toHaveCount(0)
  await page.goto('/responses?new=1')
  await expect(page.getByRole('heading', { name: 'Nothing new' })).toBeVisible()
})
