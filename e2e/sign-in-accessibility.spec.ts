import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { pickByTestLength } from '@/server/testing/test-length'
import { findAxeViolations } from './axe-violations'
import { expect, test } from './fixtures'
import { readMails, waitForMails } from './mail-folder'
import { SERVICE } from './service-config'

const totpCode = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

test.describe.configure({ mode: 'parallel' })

const FRENCH = { locale: 'fr', theme: 'dark' } as const
/** Texts and colours are independent: each language once, each theme once, both widths in each. */
for (const { locale, theme } of pickByTestLength([FRENCH], [FRENCH, { locale: 'en', theme: 'light' }]))
  test(`every sign-in, sign-up, invitation and reset page (${locale}, ${theme}) has no axe violations, errors or overflow`, async ({
    browser,
  }) => {
    test.setTimeout(180_000)
    const context = await browser.newContext({
      baseURL: SERVICE.baseUrl,
      locale,
      // The opposite scheme: the stored choice wins, as on the React pages.
      colorScheme: theme === 'light' ? 'dark' : 'light',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const page = await context.newPage()
    // Excludes the buttons of other sign-in methods.
    const submit = page.locator('.primary[type=submit]')
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      // The browser logs the status of rejected forms and unknown links.
      if (message.type() === 'error' && !/status of 40[04]/.test(message.text()))
        complaints.push(`${page.url()}: ${message.text()}`)
    })
    const checkPage = async (name: string) => {
      await expect(page.locator('html')).toHaveClass(theme)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      expect(await findAxeViolations(page, { ruleSet: 'wcag and practice' }), name).toEqual([])
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const room = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(room, `${name} is wider than ${width} px`).toBeLessThanOrEqual(0)
      }
    }
    await page.goto('/sign-in')
    await checkPage('sign-in')
    await submit.click()
    await expect(page.locator('#email')).toBeFocused()
    await checkPage('sign-in with faults')
    await page.goto('/sign-up')
    await checkPage('sign-up')
    await submit.click()
    await expect(page.locator('#name')).toBeFocused()
    await checkPage('sign-up with faults')
    const email = `axe-${randomUUID()}@example.com`
    const typed = { name: 'Ada', organizationName: 'Engines', email, password: 'a long enough secret' }
    for (const [field, text] of Object.entries(typed)) await page.locator(`#${field}`).fill(text)
    await submit.click()
    await page.waitForURL((url) => url.pathname === '/check-email')
    await checkPage('check-email')
    const [mail] = await waitForMails(email)
    await page.goto(/http:\/\/localhost:\d+\/verify-email\/[\w-]+/.exec(mail?.mail.text ?? '')?.[0] ?? '')
    await checkPage('verify-email')
    await submit.click()
    await expect(submit).toHaveCount(0)
    await checkPage('verify-email, done')
    await page.goto(`/verify-email/${'a'.repeat(43)}`)
    await checkPage('verify-email, unknown')

    const mutate = async (procedure: string, data: object) => {
      const answer = await page.request.post(`/api/trpc/${procedure}`, {
        headers: { Origin: SERVICE.baseUrl },
        data,
      })
      expect(answer.status(), procedure).toBe(200)
      return (await answer.json()).result.data.data
    }
    const invited = `axe-${randomUUID()}@example.com`
    await mutate('members.invite', { email: invited, role: 'member' })
    const { secret } = await mutate('account.beginAuthenticatorApp', { current: typed.password })
    await mutate('account.confirmAuthenticatorApp', { code: totpCode(secret) })
    const [invitation] = await waitForMails(invited)
    const invitationLink = /http:\/\/localhost:\d+\/invitations\/[\w-]{43}/.exec(invitation?.mail.text ?? '')?.[0] ?? ''
    await page.goto(invitationLink)
    await checkPage('invitation for another user')
    await context.clearCookies()
    await page.goto(invitationLink)
    await checkPage('invitation')
    await submit.click()
    await expect(page.locator('#name')).toBeFocused()
    await checkPage('invitation with faults')
    await page.goto(`/invitations/${'a'.repeat(43)}`)
    await checkPage('invitation, unknown')

    await page.goto('/forgot-password')
    await checkPage('forgot-password')
    await submit.click()
    await expect(page.locator('#email')).toBeFocused()
    await checkPage('forgot-password with faults')
    await page.locator('#email').fill(email)
    await submit.click()
    await page.waitForURL((url) => url.search === '?asked')
    await checkPage('forgot-password, asked')
    const reset = /http:\/\/localhost:\d+\/reset-password\/[\w-]{43}/
    await expect
      .poll(async () => (await readMails(email)).some(({ mail: { text } }) => reset.test(text ?? '')))
      .toBe(true)
    const resetLinks = (await readMails(email)).map(({ mail: { text } }) => reset.exec(text ?? '')?.[0])
    await page.goto(resetLinks.find((link) => link !== undefined) ?? '')
    await checkPage('reset-password')
    await submit.click()
    await expect(page.locator('#password')).toBeFocused()
    await checkPage('reset-password with faults')
    await page.goto(`/reset-password/${'a'.repeat(43)}`)
    await checkPage('reset-password, unknown')

    await page.goto('/sign-in')
    await page.locator('#email').fill(email)
    await page.locator('#password').fill(typed.password)
    await submit.click()
    await page.waitForURL((url) => url.pathname === '/sign-in/second-step')
    await checkPage('second-step')
    await page.locator('#code').fill('000000')
    await submit.click()
    await expect(page.locator('#code')).toHaveAttribute('aria-invalid', 'true')
    await checkPage('second-step with a wrong code')
    expect(complaints).toEqual([])
    await context.close()
  })
