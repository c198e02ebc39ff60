import { faultsOn } from './accessibility'
import { demoOwner } from './demo-owner'
import { expect, signIn, test } from './fixtures'
import { LISTS, PLACES } from './places'
import { SERVICE } from './service-address'

for (const { scheme, width } of [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 390 },
] as const)
  test(`every page in ${scheme}, ${width} wide: nothing inaccessible, nothing broken, nothing sticking out, no dead link`, async ({
    browser,
  }) => {
    test.setTimeout(300_000)
    const context = await browser.newContext({
      baseURL: SERVICE.baseUrl,
      colorScheme: scheme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      // Axe itself knocks at the preview's frame, which lets no script in.
      if (message.type() !== 'error' || message.text().includes('about:srcdoc')) return
      complaints.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
    await signIn(page, demoOwner())
    const links = new Set<string>()
    const look = async (place: string) => {
      const response = await page.goto(place, { waitUntil: 'networkidle' })
      expect(response?.status(), place).toBe(200)
      expect(await faultsOn(page), place).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${place} is wider than the screen`,
      ).toBeLessThanOrEqual(width)
      for (const href of await page
        .locator('a[href^="/"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
        links.add(href)
    }
    for (const place of PLACES) await look(place)
    for (const place of LISTS) {
      await page.goto(place)
      await look((await page.locator('[data-row-link]').first().getAttribute('href')) ?? '')
    }
    // One link of each shape: a list of a hundred contacts leads to one kind of page.
    const shapes = new Map(
      [...links].map((href) => [href.replace(/[0-9a-f-]{36}/g, ':id').replace(/=[^&]*/g, '='), href]),
    )
    for (const href of shapes.values()) expect((await context.request.get(href)).status(), `the link ${href}`).toBe(200)
    expect(complaints).toEqual([])
    await context.close()
  })

test('an owner signs up, confirms their address, makes a key that is shown once, and the key dies when it is revoked', async ({
  page,
  mailbox,
}) => {
  await page.goto('/sign-up')
  const email = `new-${Date.now()}@example.com`
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel(/organi[sz]ation/i).fill('Analytical Engines')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough secret')
  await page.getByRole('button', { name: /create|sign up/i }).click()
  await page.waitForURL((url) => url.pathname === '/check-email')
  const [mail] = await mailbox.waitFor(email, 1, 30_000)
  await page.goto(/http:\/\/localhost:\d+\/verify-email\/[\w-]+/.exec(mail?.mail.text ?? '')?.[0] ?? '')
  const confirm = page.getByRole('button', { name: /confirm/i })
  await confirm.click()
  await expect(confirm).toHaveCount(0)

  await page.goto('/settings/api-keys')
  await page
    .getByRole('button', { name: /create/i })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Integration')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: /create/i }).click()
  const text = await dialog
    .getByText(/cfs_[0-9A-Za-z]{43}/)
    .first()
    .textContent()
  const key = /cfs_[0-9A-Za-z]{43}/.exec(text ?? '')?.[0] ?? ''
  const ask = () => fetch(`${SERVICE.baseUrl}/api/v1/contacts`, { headers: { 'X-API-Key': key } })
  expect([200, 403]).toContain((await ask()).status)
  await page.reload()
  await expect(page.getByText(key)).toHaveCount(0)
  await expect(page.getByText(key.slice(-4))).toBeVisible()

  await page
    .getByRole('button', { name: /Integration/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /revoke/i }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: /revoke/i })
    .click()
  await expect(async () => expect((await ask()).status).toBe(401)).toPass()
})

test('a session that was signed out is dead, also for a copy of its cookie', async ({ browser, owner }) => {
  const context = await browser.newContext({ baseURL: SERVICE.baseUrl })
  const page = await context.newPage()
  await signIn(page, owner)
  const copy = await browser.newContext({ baseURL: SERVICE.baseUrl, storageState: await context.storageState() })
  const other = await copy.newPage()
  await other.goto('/contacts')
  await expect(other).toHaveURL(/\/contacts$/)
  const signOut = async () => {
    await page
      .getByRole('button', { name: /Café Lumière/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  // Whoever cannot be reached has ended nothing, and the page says so.
  await page.route('**/api/auth/**', (route) => route.abort())
  await signOut()
  await expect(page.getByText('The service is not responding. Check your connection and try again.')).toBeVisible()
  await page.unroute('**/api/auth/**')
  await signOut()
  await page.waitForURL(/sign-in/)
  await other.goto('/contacts')
  await expect(other).toHaveURL(/\/sign-in/)
  await context.close()
  await copy.close()
})
