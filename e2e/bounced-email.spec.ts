import { createHmac } from 'node:crypto'
import { findAxeViolations } from './axe-violations'
import { waitForMails } from './mail-folder'
import { anEmailAddress, expect, testWithOwnOrganization as test, toastWithText } from './signed-in-test'

test('an owner connects a provider, reads why an email came back, and allows messages again', async ({
  page,
  call,
  press,
  dialog,
  aSurvey,
}) => {
  await page.goto('/settings/mail-events')
  await page.getByLabel('Provider').selectOption('Another provider')
  await press('Add provider')
  await expect(toastWithText(page, 'Provider added')).toBeVisible()
  await expect(page.getByText('Waiting for the first event')).toBeVisible()
  await press('Show')
  await expect(page.locator('code')).toHaveCount(2)
  expect(await findAxeViolations(page)).toEqual([])
  const [address = '', secret = ''] = await page.locator('code').allInnerTexts()

  const email = anEmailAddress()
  const surveyId = await aSurvey('Visit')
  await call(`POST /surveys/${surveyId}/send`, { contacts: [{ email, firstName: 'Ida' }] })
  const [mail] = await waitForMails(email)
  const event = { id: '1', kind: 'bounced', bounceType: 'hard', code: '5.1.1', words: 'Mailbox is gone' }
  const body = JSON.stringify({ ...event, feedbackId: mail?.header('x-feedback-message-id') })
  const report = (signedWith: string) =>
    page.request.post(address, {
      data: Buffer.from(body),
      headers: { 'X-Feedback-Signature': sign(body, signedWith) },
    })
  expect((await report('another secret')).status()).toBe(403)
  expect((await report(secret)).status()).toBe(200)
  await page.reload()
  await expect(page.getByText('Receiving', { exact: true })).toBeVisible()

  await page.goto('/contacts/suppressions')
  const row = page.getByRole('row', { name: new RegExp(email) })
  await expect(row).toContainText('Mail bounced')
  await row.getByRole('link', { name: email }).click()
  await expect(page.getByText('Their mail server said: Mailbox is gone')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  await page.goto('/contacts/suppressions')
  await row.getByRole('button', { name: `Actions for ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Allow messages again' }).click()
  await dialog().getByLabel('Reason').fill('Confirmed by phone')
  await dialog().getByRole('button', { name: 'Allow messages again' }).click()
  await expect(toastWithText(page, 'Messages are allowed again')).toBeVisible()
  await call(`POST /surveys/${surveyId}/send`, { contacts: [{ email, firstName: 'Ida' }] })
  await waitForMails(email, 2)
})

/** As docs/deploy.md describes the format for other providers. */
function sign(body: string, secret: string): string {
  const timestamp = Math.floor(Date.now() / 1000)
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`
}
