import { extractAccountLink, openSignedOutContext } from './account-steps'
import { findAxeViolations } from './axe-violations'
import { expect, signInByCookie, signInByForm, test } from './fixtures'
import { waitForMails } from './mail-folder'
import { SERVICE } from './service-config'

test('signing out everywhere ends the sessions in this browser and in every other', async ({ page, owner }) => {
  await signInByCookie(page, owner)
  const other = await openSignedOutContext(page)
  const second = await other.newPage()
  await signInByCookie(second, owner)
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  for (const browser of [page, second]) {
    await browser.goto('/contacts')
    await expect(browser).toHaveURL(/\/sign-in/)
  }
  await other.close()
})

test('a user resets a forgotten password by email, and other browsers are signed out', async ({ page, owner }) => {
  await signInByCookie(page, owner)
  const other = await openSignedOutContext(page)
  const otherPage = await other.newPage()
  await otherPage.goto('/sign-in?next=/surveys')
  await otherPage.getByRole('link', { name: 'Forgot your password?' }).click()
  await otherPage.getByLabel('Email address').fill('not an address')
  await otherPage.getByRole('button', { name: 'Send the link' }).click()
  await expect(otherPage.getByLabel('Email address')).toHaveAccessibleDescription(/email/i)
  await otherPage.getByLabel('Email address').fill(owner.email)
  await otherPage.getByRole('button', { name: 'Send the link' }).click()
  await expect(otherPage.getByText('If that address has an account')).toBeVisible()
  const [mail] = await waitForMails(owner.email)
  await otherPage.goto(extractAccountLink(mail?.mail.text, 'reset-password'))
  await otherPage.getByLabel('New password').fill('another long secret')
  await otherPage.getByRole('button', { name: 'Set password' }).click()
  await expect(otherPage.getByText('Your password is changed.')).toBeVisible()
  await otherPage.getByLabel('Email address').fill(owner.email)
  await otherPage.getByLabel('Password', { exact: true }).fill('another long secret')
  await otherPage.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(otherPage).toHaveURL(`${SERVICE.baseUrl}/`)
  await page.goto('/contacts')
  await expect(page).toHaveURL(/\/sign-in/)
  await other.close()
})

test('a user changes their email address, confirms it from both addresses, and signs in with the new one', {
  tag: '@variant',
}, async ({ page, owner }) => {
  await signInByCookie(page, owner)
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your email address' })
  await dialog.getByLabel('New email address').fill(owner.email)
  await dialog.getByLabel('Your password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByLabel('New email address')).toHaveAccessibleDescription(/your email address already/)
  const email = `new-${owner.email}`
  await dialog.getByLabel('New email address').fill(email)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText(`${email} is waiting`)).toBeVisible()

  const visitor = await (await openSignedOutContext(page)).newPage()
  const press = async (address: string, button: string) => {
    const [mail] = await waitForMails(address)
    await visitor.goto(extractAccountLink(mail?.mail.text, 'email-change'))
    expect(await findAxeViolations(visitor, { ruleSet: 'wcag and practice' })).toEqual([])
    await visitor.getByRole('button', { name: button }).click()
  }
  await press(email, 'Confirm email address')
  await expect(visitor.getByRole('heading', { name: 'Thank you. One address is left' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Now press the button in the message to the address you have now.')).toBeVisible()
  await press(owner.email, 'Allow the change')
  await expect(visitor.getByRole('heading', { name: 'Your email address is changed' })).toBeVisible()
  await signInByForm(visitor, { ...owner, email })
  await expect(visitor.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await visitor.context().close()
})
