import { expect, signIn, test } from './fixtures'

/** What an integrator does in the dashboard: from the first address to a signature that is understood. */
test('an owner adds a webhook, tests it, resends a delivery, replaces the secret, checks a signature, and removes it', async ({
  page,
  receiver,
  owner,
}) => {
  test.slow()
  await signIn(page, owner)
  const deliveries = page.getByRole('region', { name: 'Deliveries' })
  const toast = (text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })

  // Add it.
  const hookUrl = receiver.url('/hooks')
  await page.goto('/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('http://example.com/plain')
  await dialog.getByLabel('Address').press('Control+Enter')
  // The refusal takes the focus when it comes.
  await expect(dialog.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByLabel('Address')).toHaveAccessibleDescription(/https/)
  await dialog.getByLabel('Address').fill(hookUrl)
  await dialog.getByRole('checkbox', { name: 'New contact' }).check()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByRole('heading', { name: hookUrl })).toBeVisible()
  const subscription = page.url()

  // A test fails, and the log says why; the receiver is mended, and the page finds out by itself.
  receiver.script({ status: 503, body: 'back soon' }, 200)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('menuitem', { name: 'New contact' }).click()
  await expect(toast('Test sent')).toBeVisible()
  const row = deliveries.getByRole('row', { name: /New contact/ })
  await expect(row).toContainText('Retrying', { timeout: 30_000 })
  await expect(row).toContainText('503')
  await expect(row).toContainText('Test')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('menuitem', { name: 'New response' }).click()
  await expect(deliveries.getByRole('row', { name: /New response/ })).toContainText('Delivered', { timeout: 30_000 })

  // Filtered by its state, which stands in the address.
  await deliveries.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemradio', { name: 'Delivered' }).click()
  await expect(page).toHaveURL(/status=succeeded/)
  await expect(row).toHaveCount(0)

  // Open it: what was sent, and what came back.
  await deliveries.getByRole('link', { name: /New response/ }).click()
  await expect(page).toHaveURL(/\/deliveries\//)
  const arrived = receiver.requests.at(-1)
  const sent = String(arrived?.headers['x-service-signature'])
  await expect(page.getByText(`X-Service-Signature: ${sent}`)).toBeVisible()
  await expect(page.getByText('X-Service-Test: true', { exact: false }).first()).toBeVisible()
  await page.getByRole('tab', { name: 'Raw' }).click()
  await expect(page.getByRole('tabpanel').getByText(arrived?.body.toString() ?? '', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Attempts' })).toContainText('200')

  // Resend it: the same event, signed anew.
  await page.getByRole('button', { name: 'Resend' }).click()
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await receiver.until((requests) => requests.length === 3, 30_000)
  const again = receiver.requests.at(-1)
  expect(again?.headers['x-service-delivery']).toBe(arrived?.headers['x-service-delivery'])
  expect(again?.body.equals(arrived?.body ?? Buffer.alloc(0))).toBe(true)
  await expect(page.getByRole('region', { name: 'Attempts' })).toContainText('200', { timeout: 30_000 })
  await expect(page.getByText('Resent', { exact: true })).toBeVisible()

  // The secret shows on request alone; replaced, both sign.
  await page.goto(subscription)
  await expect(page.getByText(/whsec_[0-9A-Za-z+/]{20}/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show' }).click()
  const secrets = page.getByText(/whsec_[0-9A-Za-z+/]{20}/)
  await expect(secrets).toHaveCount(1)
  const first = (await secrets.textContent()) ?? ''
  await page.getByRole('button', { name: 'Replace' }).click()
  await dialog.getByRole('button', { name: 'Replace secret' }).click()
  await expect(secrets).toHaveCount(2)
  await expect(page.getByText(/The previous secret also signs until \d/)).toBeVisible()
  const [second = '', previous] = await secrets.allTextContents()
  expect(previous).toBe(first)
  expect(second).not.toBe(first)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('menuitem', { name: 'New response' }).click()
  await receiver.until((requests) => requests.length === 4, 30_000)
  const signedTwice = receiver.requests.at(-1)
  const header = String(signedTwice?.headers['x-service-signature'])
  expect(header).toMatch(/^t=\d{10},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)

  // The checker: right with either secret; else which of the three is wrong.
  await page.goto('/settings/webhooks')
  await page.getByRole('link', { name: 'Check a signature' }).click()
  const body = signedTwice?.body.toString() ?? ''
  const check = async (pasted: { header: string; body: string; secret: string }) => {
    await page.getByLabel('X-Service-Signature').fill(pasted.header)
    await page.getByLabel('Body').fill(pasted.body)
    await page.getByLabel('Signing secret', { exact: true }).fill(pasted.secret)
    await page.getByLabel('Body').press('Control+Enter')
  }
  const verdict = page.getByRole('region', { name: 'Check a signature' })
  await check({ header, body, secret: second })
  await expect(verdict).toContainText('The signature is valid')
  await check({ header, body: `${body} `, secret: second })
  await expect(verdict).toContainText('The signature is not valid')
  await expect(verdict).toContainText('It has extra space around it that we did not send.')
  await check({ header, body, secret: first })
  await expect(verdict).toContainText('It is the previous secret of')
  await check({ header, body, secret: `${second}x` })
  await expect(verdict).toContainText('which is a different one')
  expect(page.url()).not.toContain('whsec')

  // Remove it.
  await page.goto(subscription)
  await page.getByRole('button', { name: 'More actions for this webhook' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove webhook' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
})
