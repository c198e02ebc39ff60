import { SETTINGS_PAGES } from '@/components/settings/settings-pages'
import { LOCALE_COOKIE } from '@/server/messages/locale'
import { SERVICE } from './service-config'
import {
  expect,
  expectFieldError,
  expectFieldValues,
  expectNoFieldError,
  fillFields,
  test,
  toastWithText,
} from './signed-in-test'

test('settings of the organization persist after a reload', async ({ page }) => {
  await page.goto('/settings')
  await fillFields(page, { Name: 'Café Lumière de nuit' })
  await page.getByLabel('Time zone').selectOption('America/Toronto')
  await page.getByLabel('Time between two surveys to a contact').selectOption('At least 30 days')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toastWithText(page, 'Settings saved')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Café Lumière de nuit/ }), 'named so everywhere').toBeVisible()
  await page.reload()
  const values = { Name: 'Café Lumière de nuit', 'Time zone': 'America/Toronto', 'Time between two surveys': '30' }
  await expectFieldValues(page, values)
})

test('an invalid colour is refused at its field, and the corrected sender persists after a reload', async ({
  page,
}) => {
  await page.goto('/settings/sender')
  const color = page.getByLabel('Colour code')
  await fillFields(page, { 'Sender name': 'Café Lumière', 'Colour code': 'green' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectFieldError(color, /^Use a colour code such as #1f6f5c\./)
  await expect(color).toBeFocused()
  await expectFieldValues(page, { 'Sender name': 'Café Lumière', 'Colour code': 'green' })

  await color.fill('#AA3366')
  await expectNoFieldError(color)
  await color.press('Control+Enter')
  await expect(toastWithText(page, 'Sender saved')).toBeVisible()
  await page.reload()
  await expectFieldValues(page, { 'Sender name': 'Café Lumière', 'Colour code': '#AA3366' })
})

test('quiet hours need a start and an end that differ, and emptying both switches them off', async ({ page }) => {
  await page.goto('/settings')
  const from = page.getByLabel('Quiet hours, start')
  const to = page.getByLabel('Quiet hours, end')
  const save = page.getByRole('button', { name: 'Save changes' })
  for (const end of ['21:30', '']) {
    await from.fill('21:30')
    await to.fill(end)
    await save.click()
    await expectFieldError(to, /^Set both a start and an end for the quiet hours, at different times\./)
    await expect(to).toBeFocused()
    await expect(from).toHaveValue('21:30')
    await expect(to).toHaveValue(end)
  }
  for (const [start, end] of [
    ['21:30', '08:00'],
    ['', ''],
  ] as const) {
    await from.fill(start)
    await to.fill(end)
    await save.click()
    await expect(toastWithText(page, 'Settings saved')).toBeVisible()
    await page.reload()
    await expect(from).toHaveValue(start)
    await expect(to).toHaveValue(end)
  }
})

test('the API key form requires a name and a scope, ticks included scopes, and confirms before discarding', async ({
  page,
}) => {
  await page.goto('/settings/api-keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  const last = dialog.getByRole('checkbox', { name: 'Full access to the whole organization' })
  await last.check()
  await expect(dialog.getByRole('checkbox', { name: 'List and read surveys' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'List and read surveys' })).toBeDisabled()
  await last.uncheck()
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(0)

  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one scope.')
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expectFieldError(dialog.getByLabel('Name'), /^This field is required\./)

  await dialog.getByLabel('Name').fill('Till')
  await dialog.getByLabel('Expires').selectOption('In 30 days')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expectNoFieldError(dialog.getByLabel('Name'))
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one scope.')
  await expectFieldValues(dialog, { Name: 'Till', Expires: '30' })

  // Escape, or a click outside the dialog, must not discard the input.
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expectFieldValues(dialog, { Name: 'Till', Expires: '30' })
  await page.mouse.click(5, 5)
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('row', { name: /^Till/ })).toHaveCount(0)
})

test('an owner edits an API key and replaces its secret, and both secrets work until the old one is ended', {
  tag: '@variant',
}, async ({ page }) => {
  await page.goto('/settings/api-keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Kiosk')
  await dialog.getByRole('checkbox', { name: 'List and read contacts' }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const secretShown = async () => (await dialog.getByText(/^cfs_[0-9A-Za-z]{43}$/).textContent()) ?? ''
  const first = await secretShown()
  const close = async () => {
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Yes, close' }).click()
    await expect(dialog).toBeHidden()
  }
  await close()
  const requestStatus = async (secret: string, path = 'contacts') =>
    (await fetch(`${SERVICE.baseUrl}/api/v1/${path}`, { headers: { 'X-API-Key': secret } })).status
  expect([await requestStatus(first), await requestStatus(first, 'surveys')]).toEqual([200, 403])

  await page.getByRole('link', { name: 'Kiosk', exact: true }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'List and read surveys' }).check()
  await dialog.getByLabel('Expires').selectOption('On a date')
  await dialog.getByLabel('Last day').fill('2099-03-01')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toastWithText(page, 'Kiosk is saved')).toBeVisible()
  await expect(page.getByText('1 Mar 2099')).toBeVisible()
  expect(await requestStatus(first, 'surveys')).toBe(200)

  await page.getByRole('button', { name: 'Replace' }).click()
  await dialog.getByLabel('The old secret keeps working').selectOption('7 days')
  await dialog.getByRole('button', { name: 'Make a new secret' }).click()
  const second = await secretShown()
  await close()
  expect([await requestStatus(first), await requestStatus(second)]).toEqual([200, 200])
  // Request logs are written about a second after the response.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Old secret', { exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('row', { name: /GET \/api\/v1\/surveys.*403/ })).toBeVisible()
  await page.getByRole('button', { name: 'End now' }).click()
  await dialog.getByRole('button', { name: 'End old secret' }).click()
  await expect(toastWithText(page, 'The old secret has ended')).toBeVisible()
  expect([await requestStatus(first), await requestStatus(second)]).toEqual([401, 200])
})

test('a deactivated API key gets 401 until it is activated again, and a revoked one gets 401 and is removed', {
  tag: '@variant',
}, async ({ page }) => {
  await page.goto('/settings/api-keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Web shop')
  await dialog.getByRole('checkbox', { name: 'List and read contacts' }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await dialog.getByText(/^cfs_[0-9A-Za-z]{43}$/).textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Yes, close' }).click()
  await expect(dialog).toBeHidden()
  const requestStatus = async (method = 'GET') =>
    (await fetch(`${SERVICE.baseUrl}/api/v1/contacts`, { method, headers: { 'X-API-Key': key ?? '' } })).status
  expect(await requestStatus()).toBe(200)
  expect(await requestStatus('POST'), 'only what was ticked').toBe(403)

  const row = page.getByRole('row', { name: /^Web shop/ })
  const choose = async (action: string) => {
    await row.getByRole('button', { name: 'Actions for Web shop' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await expect(row).toContainText('Active')
  await choose('Deactivate')
  await expect(dialog).toContainText('Requests with this key will be refused right away.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect(await requestStatus()).toBe(200)
  await choose('Deactivate')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(row).toContainText('Inactive')
  expect(await requestStatus()).toBe(401)
  await choose('Activate')
  await expect(toastWithText(page, 'Web shop is active')).toBeVisible()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  expect(await requestStatus()).toBe(200)

  await choose('Revoke')
  await expect(page.getByRole('dialog', { name: 'Revoke Web shop?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(row.getByRole('button', { name: 'Actions for Web shop' }), 'focus returns to the menu').toBeFocused()
  expect(await requestStatus()).toBe(200)
  await choose('Revoke')
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  await expect(row).toHaveCount(0)
  expect(await requestStatus()).toBe(401)
})

for (const width of [1440, 1024, 390])
  test(`the French settings navigation at ${width} px shows every page unclipped, and a page leads back to it`, async ({
    page,
    context,
  }) => {
    await context.addCookies([{ name: LOCALE_COOKIE, value: 'fr', url: SERVICE.baseUrl }])
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/settings')
    const list = page.getByRole('navigation', { name: 'Réglages' })
    const links = list.getByRole('link')
    await expect(links).toHaveCount(Object.keys(SETTINGS_PAGES).length)
    const clipped = await links.evaluateAll((all) =>
      all
        .filter((link) => {
          const { left, right } = link.getBoundingClientRect()
          return left < 0 || right > innerWidth || link.scrollWidth > link.clientWidth
        })
        .map((link) => link.textContent),
    )
    expect(clipped).toEqual([])
    await list.getByRole('link', { name: 'Profil', exact: true }).click()
    await expect(page).toHaveURL('/settings/profile')
    if (width < 1024) {
      await expect(list).toBeHidden()
      await page.getByRole('link', { name: 'Tous les réglages' }).click()
    } else await expect(list.getByRole('link', { name: 'Profil', exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(list).toBeVisible()
  })
