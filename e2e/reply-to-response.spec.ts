import type { Route } from '@playwright/test'
import { LOCALE_COOKIE } from '@/server/messages/locale'
import { findAxeViolations } from './axe-violations'
import { expect, type Json, signInByCookie, test } from './fixtures'
import { waitForMails } from './mail-folder'
import { SERVICE } from './service-config'
import { anEmailAddress, toastWithText } from './signed-in-test'

const SOON = { timeout: 45_000 }

test('an owner is alerted to a detractor by email and Slack, replies by email, and resolves the case', async ({
  page,
  browser,
  owner,
  call,
  receiver,
}) => {
  test.setTimeout(180_000)
  const questions = [{ id: 'why', type: 'text', text: { en: 'What is the reason?', fr: 'Pourquoi ?' } }]
  const survey = (await call('POST /surveys', { name: 'After a visit', type: 'nps', questions })).body.data
  await signInByCookie(page, owner)
  await page.goto('/settings/templates')
  await page.getByRole('button', { name: 'Add template' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Used for')).toHaveValue('response')
  await dialog.getByLabel('Name', { exact: true }).fill('Soup')
  await dialog.getByLabel('Text in English').fill('Dear {{name}}')
  await dialog.getByRole('button', { name: 'Add template' }).click()
  await expect(dialog.getByLabel('Text in English')).toHaveAccessibleDescription(/\{\{name\}\} is not a placeholder/)
  await dialog.getByLabel('Text in English').fill('Dear {{firstName|guest}},\n\nafter {{score}} at {{organization}}, ')
  await dialog.getByRole('button', { name: 'Add template' }).click()
  await expect(page.getByRole('row', { name: /Soup/ })).toContainText('Emails to customers')

  await page.goto('/settings/alerts/new')
  await page.getByLabel('Name', { exact: true }).fill('Unhappy guests')
  await page.getByRole('button', { name: 'Add a channel' }).click()
  await page.getByLabel('Webhook address').fill(receiver.url('/slack'))
  await page.getByLabel('How often').selectOption({ label: 'Every time' })
  await page.getByRole('button', { name: 'Create alert' }).click()
  await page.waitForURL(/\/settings\/alerts$/)

  const email = anEmailAddress()
  const sent = await call(`POST /surveys/${survey.id}/send`, { contacts: [{ email, firstName: 'Ida' }] })
  expect(sent.status).toBe(200)
  const [surveyMail] = await waitForMails(email)
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(/href="(http:[^"?]*\/s\/[\w-]{43})/.exec(surveyMail?.mail.html ?? '')?.[1] ?? '')
  await guest.getByRole('radio', { name: /^2\b/ }).check({ force: true })
  await guest.getByLabel('What is the reason?').fill('Cold soup, and no one came')
  await guest.getByRole('button', { name: 'Send' }).click()
  await expect(guest.getByRole('heading', { name: /thank/i })).toBeVisible()
  await guest.context().close()

  const [alert] = await waitForMails(owner.email)
  expect(alert?.mail.subject).toBe('NPS 2/10 from Ida · Unhappy guests')
  await receiver.waitUntil((requests) => requests.length === 1, 30_000)
  const slackMessage: Json = JSON.parse(receiver.requests[0]?.body.toString() ?? '{}')
  expect(JSON.stringify(slackMessage)).toContain('Cold soup, and no one came')
  const responseUrl = /http:\S*\/responses\/[\w-]+/.exec(alert?.mail.text ?? '')?.[0] ?? ''
  await page.goto(responseUrl)

  await page.getByLabel('Note', { exact: true }).fill('The kitchen was short of people.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'The kitchen was short' }).first()).toBeVisible()
  await expect(page.getByText(`Goes to ${email}, in your name. Replies go to ${owner.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Write an email' }).click()
  const message = page.getByRole('textbox', { name: 'Message' })
  await expect(message).toBeFocused()
  await expect(page.getByLabel('Subject')).toHaveValue('Your feedback to Café Lumière')
  await page.keyboard.press('Control+Enter')
  await expect(message).toHaveAccessibleDescription(/required/)
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: /Soup/ }).click()
  await expect(message).toHaveValue('Dear Ida,\n\nafter 2/10 at Café Lumière,')
  await message.press('Control+End')
  await message.pressSequentially(' the next soup is on us, and hot.')
  // Applying a template must not overwrite unsaved text by mistake.
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: /Soup/ }).click()
  await page.getByRole('dialog', { name: 'Replace what you wrote?' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Continue your email' }).click()
  await expect(message).toHaveValue(/the next soup is on us/)
  expect(await findAxeViolations(page, { ruleSet: 'wcag and practice' })).toEqual([])
  // The service accepts the email but its response is lost: retries, also after closing the draft, are idempotent.
  let replyStatus = 0
  const loseAnswer = async (route: Route) => {
    replyStatus = (await route.fetch()).status()
    await route.abort()
  }
  await page.route(/\/responses\.reply(\?|$)/, loseAnswer, { times: 1 })
  await message.press('Control+Enter')
  await expect(page.locator('main').getByRole('alert')).toBeVisible()
  expect(replyStatus).toBe(200)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Continue your email' }).click()
  await message.press('Control+Enter')
  await expect(toastWithText(page, 'Your email is on its way')).toBeVisible()

  const timeline = page.getByRole('region', { name: 'Timeline' })
  const reply = timeline.getByRole('article', { name: 'Your feedback to Café Lumière' })
  await expect(reply).toHaveCount(1)
  await expect(reply).toContainText('the next soup is on us')
  await expect(reply.getByText('Sent', { exact: true })).toBeVisible(SOON)
  await expect(page.getByRole('button', { name: 'Contacted', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('combobox', { name: 'Assigned to' })).toHaveValue(/\(you\)$/)
  const [, answer] = await waitForMails(email, 2)
  expect(answer?.mail.from?.name).toContain('Café Lumière')
  expect(answer?.mail.replyTo?.map(({ address }) => address)).toEqual([owner.email])
  expect(answer?.mail.inReplyTo).toBe(surveyMail?.mail.messageId)
  expect(answer?.mail.text).toContain('the next soup is on us')
  expect(answer?.mail.text).toContain('> Cold soup, and no one came')

  await page.getByRole('button', { name: 'Write an email' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Re: Your feedback to Café Lumière')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Resolved', exact: true }).click()
  await expect(timeline.getByText(/resolved the case$/)).toBeVisible()
  await page.context().addCookies([{ name: LOCALE_COOKIE, value: 'fr', url: SERVICE.baseUrl }])
  await page.goto(responseUrl)
  await expect(page.getByRole('article').getByText('Envoyé', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Écrire un e-mail' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  expect(await findAxeViolations(page, { ruleSet: 'wcag and practice' })).toEqual([])
})
