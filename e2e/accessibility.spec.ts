import type { Locator, Page } from '@playwright/test'
import { expect, signInByCookie, test } from './fixtures'
import { readDemoOwner } from './read-demo-owner'

test.describe('dashboard in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

  async function isSamePicture(one: Locator, other: Locator): Promise<boolean> {
    const pictures = await Promise.all([one, other].map((locator) => locator.screenshot()))
    return pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0)) ?? true
  }

  test('in forced colours, pages show selected rows, current links and score bands', async ({ page }) => {
    await signInByCookie(page, readDemoOwner(), '/')
    const periods = page.getByRole('navigation', { name: 'Period' })
    const outline = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).outlineStyle)
    for (const current of [
      page.getByRole('link', { name: 'Overview', exact: true }),
      periods.getByRole('link', { name: '90 days' }),
    ])
      expect(await outline(current)).toBe('solid')
    expect(await outline(periods.getByRole('link', { name: '30 days' }))).toBe('none')
    await page.goto('/responses')
    const score = page.getByText(/^(NPS|CSAT|CES) \d+\/\d+$/).first()
    const shape = score.locator('xpath=../..').locator('svg path')
    expect(await shape.evaluate((path) => getComputedStyle(path).fill)).toBe(
      await page.evaluate(() => getComputedStyle(document.body).color),
    )
    await page.goto('/contacts')
    const boxes = page.locator('tbody').getByRole('checkbox')
    await boxes.nth(0).check()
    await page.mouse.move(0, 0)
    await boxes.nth(0).blur()
    expect(await isSamePicture(boxes.nth(0).locator('..'), boxes.nth(1).locator('..')), 'a row that is selected').toBe(
      false,
    )
    await page.getByRole('button', { name: 'Location' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.locator('[data-highlighted]')).toHaveCSS('outline-style', 'solid')
  })
})

test.describe('dashboard with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('with reduced motion, a page, its menus, the command menu and a dialog open without animation', async ({
    page,
    owner,
  }) => {
    await signInByCookie(page, owner)
    const runningAnimations = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 1)
          .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 160)),
      )
    const expectNoAnimation = async (what: string) => expect(await runningAnimations(), what).toEqual([])
    await page.goto('/contacts')
    await expectNoAnimation('a page')
    await page
      .getByRole('button', { name: /Café Lumière/ })
      .first()
      .click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectNoAnimation('a menu')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await expectNoAnimation('the command menu')
    await page.keyboard.press('Escape')
    await page.goto('/settings/api-keys')
    await page.getByRole('button', { name: 'Create key' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoAnimation('a dialog')
  })
})

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there.')
}

test('an owner adds and opens a contact and creates an API key by keyboard alone', async ({ page, owner, call }) => {
  test.setTimeout(120_000)
  await signInByCookie(page, owner)
  await page.goto('/contacts')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await tabTo(page, page.locator('main').getByRole('link', { name: 'Add a contact' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Add a contact' })).toBeFocused()
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada')
  await tabTo(page, page.getByRole('button', { name: 'Add contact', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /ada@example.com/ })).toBeVisible()
  expect((await call('GET /contacts')).body.meta.total).toBe(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Ada' })).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('api keys')
  const apiKeysOption = page.getByRole('option', { name: 'API keys', exact: false }).first()
  await expect(async () => {
    if ((await apiKeysOption.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await expect(apiKeysOption).toHaveAttribute('aria-selected', 'true', { timeout: 200 })
  }).toPass()
  await page.keyboard.press('Enter')
  await page.waitForURL('/settings/api-keys')
  await expect(page.getByRole('button', { name: 'Create key' }).first()).toBeVisible()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Till')
  await tabTo(page, dialog.getByRole('checkbox', { name: 'List and read surveys' }))
  await page.keyboard.press('Space')
  await tabTo(page, dialog.getByRole('button', { name: 'Create key' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/cfs_[0-9A-Za-z]{43}/).first()).toBeVisible()
})

test('a screen reader gets landmarks, the current page and, on every page, one h1 and no skipped heading level', async ({
  page,
}) => {
  await signInByCookie(page, readDemoOwner())
  await page.goto('/contacts')
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to content"
    - banner:
      - navigation "Main navigation":
        - list:
          - listitem:
            - link "Overview"
  `)
  const rail = page.getByRole('navigation', { name: 'Main navigation' })
  await expect(rail.getByRole('link', { name: 'Contacts', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Contacts" [level=1]
    - link "Add a contact"
    - search:
      - searchbox "Name or email"
    - table /Contacts/:
      - rowgroup:
        - row:
          - columnheader:
            - checkbox "Select all rows on this page"
          - columnheader "Name"
  `)
})
