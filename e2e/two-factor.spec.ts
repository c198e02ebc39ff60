import type { CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { decodeQR } from 'qr/decode.js'
import { findAxeViolations } from './axe-violations'
import { expect, type Owner, runOperatorCommand, signInByCookie, test } from './fixtures'
import { waitForMails } from './mail-folder'

const totpCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function typeCredentials(page: Page, owner: Owner): Promise<void> {
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function readQr(page: Page): Promise<string> {
  const png = (await page.getByRole('img', { name: /QR code/ }).screenshot()).toString('base64')
  // The page's content security policy blocks our image-reading script.
  const camera = await page.context().newPage()
  const picture = await camera.evaluate(async (base64) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
    const { width, height } = image
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(image, 0, 0)
    return { width, height, data: [...(context?.getImageData(0, 0, width, height).data ?? [])] }
  }, png)
  await camera.close()
  return decodeQR({ ...picture, data: Uint8Array.from(picture.data) })
}

test('an owner sets up an authenticator app by QR code and signs in with its code or with a recovery code', async ({
  page,
  owner,
}) => {
  // In dark mode, where a QR code in theme colours would be unreadable.
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInByCookie(page, owner)
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This is not your password.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  expect(await readQr(page)).toContain(`secret=${secret}&`)
  await dialog.getByLabel('Code from the app').fill(totpCode(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('heading', { name: 'Store your recovery codes' })).toBeVisible()
  const codes = await page.getByRole('dialog').getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Have you stored the codes?' })).toBeVisible()
  await page.getByRole('button', { name: 'Show the codes' }).click()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByText('10 of 10 are left.')).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/sign-in?next=/contacts')
  await typeCredentials(page, owner)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This code is not right, or it was used before.').first()).toBeVisible()
  // The next code, because each is valid once. It also survives a step change before it arrives; the previous one would not.
  await page.getByLabel('Code').fill(totpCode(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname === '/contacts')

  // The session expires during work: both factors are entered in place.
  await page.goto('/contacts/new')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('First name').fill('Ada')
  await page.context().clearCookies({ name: /session-token/ })
  await page.getByRole('button', { name: 'Add contact' }).click()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await again.getByLabel('Password', { exact: true }).fill(owner.password)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await again.getByLabel('Code').fill(codes[0] ?? '')
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/contacts$/)
  await expect(page.getByRole('link', { name: 'Ada' })).toBeVisible()
})

async function addVirtualAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}

async function addPasskey(page: Page, owner: Owner, name: string): Promise<void> {
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Your password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Copy all' }).click()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

test('an owner removes a passkey they did not add from the notification email and sets a new password', {
  tag: '@variant',
}, async ({ page, owner, browser }) => {
  await addVirtualAuthenticator(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInByCookie(page, owner)
  await addPasskey(page, owner, 'Not yours')
  const [mail] = await waitForMails(owner.email)
  expect(mail?.mail.subject).toBe('A passkey was added to your account')
  const link = /http:\/\/localhost:\d+\/take-back\/[\w-]{43}/.exec(mail?.mail.text ?? '')?.[0] ?? ''

  const elsewhere = await browser.newContext({ locale: 'en-GB' })
  const reader = await elsewhere.newPage()
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: 'Was this not you?' })).toBeVisible()
  expect(await findAxeViolations(reader, { ruleSet: 'wcag and practice' })).toEqual([])
  await reader.getByRole('button', { name: 'Remove it and sign out everywhere' }).click()
  await reader.getByLabel('New password').fill('another long secret')
  await reader.getByRole('button', { name: 'Set password' }).click()
  await expect(reader.getByText('Your password is changed.')).toBeVisible()
  await typeCredentials(reader, { ...owner, password: 'another long secret' })
  await expect(reader.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: 'It has already been removed' })).toBeVisible()
  await elsewhere.close()

  await page.goto('/sign-in?next=/contacts')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('No passkey of yours was accepted.')).toBeVisible()
})

test('an owner adds a passkey, signs in with it alone and as a second factor, and requires two-factor of the organization', async ({
  page,
  owner,
}) => {
  await addVirtualAuthenticator(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInByCookie(page, owner)
  await page.goto('/settings/members')
  await page.getByRole('button', { name: 'Require it of everyone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Require it of everyone' }).click()
  await expect(page.getByText('Set up two-step sign-in for yourself first')).toBeVisible()

  await addPasskey(page, owner, 'This laptop')
  const dialog = page.getByRole('dialog')
  await page.goto('/settings/members')
  await page.getByRole('button', { name: 'Require it of everyone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Require it of everyone' }).click()
  await expect(page.getByText('Everyone has to sign in in two steps')).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/sign-in?next=/surveys')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/surveys')
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await typeCredentials(page, owner)
  await page.waitForURL(({ pathname }) => pathname === '/sign-in/second-step')
  await page.waitForLoadState('load')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()

  // All factors are lost and the operator resets them: no data of the organization is visible before a new setup.
  await runOperatorCommand(['user:reset-second-factor', '--email', owner.email])
  await page.goto('/sign-in?next=/contacts')
  await typeCredentials(page, owner)
  await expect(page.getByRole('heading', { name: 'One more thing' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contacts' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Set up' }).click()
  await dialog.getByLabel('Your password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Code from the app').fill(totpCode(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Copy all' }).click()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
})
