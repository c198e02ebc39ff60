import { randomUUID } from 'node:crypto'
import { findAxeViolations } from './axe-violations'
import { waitForMails } from './mail-folder'
import { expect, test } from './signed-in-test'

/* Confirming a phone number, and the SMS alert for a low score. No SMS provider is configured, so messages stay in the Outbox. */

const SOON = { timeout: 45_000 }

test('an owner confirms a mobile number, and the SMS alert about a low score links to the response', {
  tag: '@variant',
}, async ({ page, browser, call, open, press, toast, dialog, aSurvey }) => {
  test.setTimeout(180_000)
  const survey = await aSurvey('After a meal', {
    questions: [{ id: 'why', type: 'text', text: { en: 'Why?', fr: 'Pourquoi ?' } }],
  })

  // Without a phone number the alert form shows a hint.
  await open('/settings/alerts/new')
  const smsGroup = page.getByRole('group', { name: 'SMS' })
  await expect(smsGroup).toContainText('No confirmed number')
  await expect(smsGroup).toContainText('text messages are kept in the Outbox')

  await open('/settings/profile')
  await press('Add number')
  await dialog().getByLabel('Mobile number').fill('12')
  await press('Send code')
  await expect(dialog().getByLabel('Mobile number')).toHaveAccessibleDescription(/such as \+33/)
  const phone = `+336${String(Date.now()).slice(-8)}`
  await dialog().getByLabel('Mobile number').fill(phone)
  await press('Send code')
  await expect(dialog()).toContainText(`the code to ${phone} is kept in the Outbox`)
  const [outbox] = await Promise.all([
    page.waitForEvent('popup'),
    dialog().getByRole('link', { name: 'Outbox' }).click(),
  ])
  const sent = outbox.getByText(/is the code that confirms your number/)
  const code = /\b\d{6}\b/.exec((await sent.first().textContent()) ?? '')?.[0] ?? ''
  await outbox.close()
  await dialog()
    .getByLabel('Code')
    .fill(code === '000000' ? '000001' : '000000')
  await press('Confirm number')
  await expect(dialog().getByLabel('Code')).toHaveAccessibleDescription(/4 more tries/)
  await dialog().getByLabel('Code').fill(code)
  await press('Confirm number')
  await expect(toast('Your number is confirmed.')).toBeVisible()
  const section = page.getByRole('region', { name: 'Mobile number' })
  await expect(section.getByRole('heading', { name: phone })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  const french = { name: 'cfs-locale', value: 'fr', url: page.url() }
  await page.context().addCookies([french])
  await open('/settings/profile')
  await expect(page.getByRole('region', { name: 'Numéro de mobile' })).toContainText('Confirmé')
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().addCookies([{ ...french, value: 'en' }])

  await open('/settings/alerts/new')
  await page.getByLabel('Name', { exact: true }).fill('Unhappy guests')
  await page.getByRole('group', { name: 'Email' }).getByRole('checkbox').first().uncheck()
  await expect(smsGroup).not.toContainText('No confirmed number')
  await smsGroup.getByRole('checkbox').first().check()
  await expect(page.getByText(/When a response is negative, text .+, at most every 15 minutes\./)).toBeVisible()
  await press('Create alert')
  await page.waitForURL(/\/settings\/alerts$/)

  const email = `guest-${randomUUID()}@example.com`
  expect((await call(`POST /surveys/${survey}/send`, { contacts: [{ email, firstName: 'Ada' }] })).status).toBe(200)
  const [surveyMail] = await waitForMails(email)
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(`${/http:\/\/\S+\/s\/[\w-]{43}/.exec(surveyMail?.mail.text ?? '')?.[0]}?score=2`)
  await guest.getByLabel('Why?').fill('The soup was cold, and no one came.')
  await guest.getByRole('button', { name: 'Send' }).click()
  await expect(guest.getByRole('heading', { name: /thank/i })).toBeVisible()
  await guest.context().close()

  const log = page.getByRole('region', { name: 'Log' })
  await expect(async () => {
    await page.goto('/settings/alerts')
    await expect(log.getByRole('row', { name: /Response from Ada/ })).toContainText('the text message is kept')
  }).toPass(SOON)
  await open('/outbox?channel=sms')
  await page
    .getByRole('link', { name: new RegExp(phone.replace('+', '\\+')) })
    .first()
    .click()
  const text = page.getByText(/NPS 2\/10 from Ada: "The soup was cold, and no one came\."/)
  await expect(text).toBeVisible()
  const shortLink = /http:\S+\/r\/[\w-]{23}/.exec((await text.textContent()) ?? '')?.[0] ?? ''
  await page.goto(shortLink)
  await expect(page).toHaveURL(/\/responses\/[0-9a-f-]{36}$/)
  await expect(page.getByText('The soup was cold, and no one came.').first()).toBeVisible()
  await page.goto('/r/nothing')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/not/i)
})
