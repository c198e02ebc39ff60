import type { Page } from '@playwright/test'
import type { ApiClient } from './fixtures'
import { SERVICE } from './service-config'
import { expect, test } from './signed-in-test'

const events = (page: Page) => page.getByRole('definition').first()

async function aSubscription(call: ApiClient, hookUrl: string, triggerType = 'new_response'): Promise<string> {
  const created = await call('POST /webhooks/subscribe', { hookUrl, triggerType })
  expect(created.status).toBe(201)
  return created.body.data.id
}

test('an owner changes the events of a webhook, which needs at least one, and only those are delivered', {
  tag: '@variant',
}, async ({ page, call, dialog, toast, press, open, receiver }) => {
  const id = await aSubscription(call, receiver.url('/events'))
  await open(`/settings/webhooks/${id}`)
  await expect(events(page)).toContainText('New response')
  const box = (name: string) => dialog().getByRole('checkbox', { name, exact: true })
  await press('Change')
  await box('New response').uncheck()
  await dialog().getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog().getByRole('group', { name: 'Events' })).toHaveAccessibleDescription(
    'Keep at least one event. To stop all of them, remove the webhook.',
  )
  await box('Bad review').check()
  await box('New contact').check()
  await dialog().getByRole('button', { name: 'Save changes' }).click()
  await expect(toast('Events saved')).toBeVisible()
  await expect(dialog()).toHaveCount(0)
  await expect(events(page)).toContainText('New contact')
  await expect(events(page)).toContainText('Bad review')
  await expect(events(page)).not.toContainText('New response')

  await call('POST /contacts', { email: 'heard@example.com', firstName: 'Heard' })
  await receiver.waitUntil((requests) => requests.length === 1, 30_000)
  expect(receiver.requests[0]?.headers['x-service-event']).toBe('new_contact')
})

test('an owner reactivates a webhook after a 410 and resends its failed delivery with the same delivery id', {
  tag: '@variant',
}, async ({ page, call, dialog, toast, press, open, receiver }) => {
  const id = await aSubscription(call, receiver.url('/gone'), 'new_contact')
  receiver.script(410, 200)
  await call('POST /contacts', { email: 'unheard@example.com', firstName: 'Unheard' })
  await receiver.waitUntil((requests) => requests.length === 1, 30_000)
  const deactivated = page.getByText('Nothing is sent: this address answered 410')
  await expect(async () => {
    await open(`/settings/webhooks/${id}`)
    await expect(deactivated).toBeVisible({ timeout: 1000 })
  }).toPass()
  await press('Reactivate')
  await expect(deactivated).toHaveCount(0)

  await press('Resend failed deliveries')
  await dialog().getByRole('combobox', { name: 'Failed in the last' }).selectOption('Custom time')
  await dialog().getByRole('button', { name: 'Resend' }).click()
  await expect(dialog().getByLabel('Since', { exact: true })).toHaveAccessibleDescription(/Choose a date and a time/)
  await dialog().getByRole('combobox', { name: 'Failed in the last' }).selectOption('1 hour')
  await dialog().getByRole('button', { name: 'Resend' }).click()
  await expect(toast('1 delivery is being resent.')).toBeVisible()
  await receiver.waitUntil((requests) => requests.length === 2, 30_000)
  const [first, second] = receiver.requests
  expect(second?.headers['x-service-delivery']).toBe(first?.headers['x-service-delivery'])
  expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true)
  await expect(page.getByRole('region', { name: 'Deliveries' }).getByRole('row', { name: /Resent/ })).toContainText(
    'Delivered',
  )
})

test('a webhook that a sequence step uses cannot be removed, and the menu names the sequence', async ({
  page,
  call,
  press,
  open,
  aSequence,
}) => {
  const hookUrl = 'https://hooks.example.com/kept'
  const id = await aSubscription(call, hookUrl, 'new_review')
  await aSequence({ name: 'Calls home', status: 'draft', steps: [{ type: 'wait', webhookUrl: hookUrl }] })
  await open(`/settings/webhooks/${id}`)
  await expect(page.getByRole('link', { name: 'Calls home' })).toBeVisible()
  await press('More actions for this webhook')
  await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeDisabled()
  await expect(page.getByRole('menu')).toContainText(
    'Steps of Calls home still use this address. Remove it from them first.',
  )
  await page.keyboard.press('Escape')
})

test('webhook errors that come from the server are in French on the French dashboard', async ({
  page,
  call,
  aSequence,
  browser,
}) => {
  const hookUrl = 'https://hooks.example.com/fr'
  const id = await aSubscription(call, hookUrl, 'new_review')
  const context = await browser.newContext({
    baseURL: SERVICE.baseUrl,
    storageState: await page.context().storageState(),
  })
  await context.addCookies([{ name: 'cfs-locale', value: 'fr', url: SERVICE.baseUrl }])
  const french = await context.newPage()
  const box = french.getByRole('dialog')

  await french.goto('/settings/webhooks')
  await french.getByRole('button', { name: 'Ajouter un webhook' }).click()
  const address = box.getByRole('textbox', { name: 'Adresse' })
  await address.fill('http://example.com/plain')
  await box.getByRole('button', { name: 'Ajouter le webhook' }).click()
  await expect(address).toHaveAccessibleDescription(/Utilisez https : les événements ne sont pas envoyés/)

  // The page was opened before the step was created.
  await french.goto(`/settings/webhooks/${id}`)
  await aSequence({ name: 'Fidélité', status: 'draft', steps: [{ type: 'wait', webhookUrl: hookUrl }] })
  await french.getByRole('button', { name: 'Autres actions pour ce webhook' }).click()
  await french.getByRole('menuitem', { name: 'Supprimer' }).click()
  await box.getByRole('button', { name: 'Supprimer le webhook' }).click()
  await expect(box.getByRole('alert')).toHaveText(
    /Une étape de la séquence «\sFidélité\s» envoie à cette adresse\. Retirez-la d’abord de l’étape\./,
  )
  await french.reload()
  await expect(french.getByRole('heading', { name: hookUrl })).toBeVisible()
  await context.close()
})
