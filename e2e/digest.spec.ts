import { findAxeViolations } from './axe-violations'
import { waitForMails } from './mail-folder'
import { SERVICE } from './service-config'
import { openServiceDatabase } from './service-database'
import { anEmailAddress, expect, testWithOwnOrganization as test } from './signed-in-test'

const SOON = { timeout: 45_000 }

test('an owner previews the weekly digest, opens its overview, and stops and restarts it by a link in the email', {
  tag: '@variant',
}, async ({ page, browser, owner, call, open, toast, aSurvey }) => {
  test.setTimeout(180_000)
  const rows = openServiceDatabase(SERVICE.dataDir)
  const survey = await aSurvey('After a visit', {
    questions: [{ id: 'why', type: 'text', text: { en: 'Why?', fr: 'Pourquoi ?' } }],
  })
  const email = anEmailAddress()
  await call(`POST /surveys/${survey}/send`, { contacts: [{ email, firstName: 'Ida' }] })
  const [surveyMail] = await waitForMails(email)
  await page.goto(`${/http:\/\/\S+\/s\/[\w-]{43}/.exec(surveyMail?.mail.text ?? '')?.[0]}?score=2`)
  await page.getByLabel('Why?').fill('Cold soup, and no one came.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: /thank/i })).toBeVisible()
  await rows.query(
    `UPDATE response SET created_at = created_at - interval '7 days' WHERE organization_id = $1 AND status = 'completed'`,
    [owner.organizationId],
  )

  await open('/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Weekly digest' }).click()
  const log = page.getByRole('region', { name: 'Log' })
  await expect(log.getByText('Nothing yet')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send me last week’s now' }).click()
  await expect(toast(`It is on its way to ${owner.email}`)).toBeVisible()
  const [mail] = await waitForMails(owner.email)
  expect(mail?.mail.subject).toBe('Your week at Café Lumière: 1 response')
  expect(mail?.mail.text).toContain('NPS: 1 answer: too few for a score')
  expect(mail?.mail.text).toContain('NPS 2/10 from Ida\n“Cold soup, and no one came.”')
  const preview = log.getByRole('row', { name: /Preview/ })
  await expect(preview).toContainText('Sent to', SOON)

  await rows.query(
    `UPDATE organization SET digest_week = digest_week - 7, created_at = created_at - interval '30 days' WHERE id = $1`,
    [owner.organizationId],
  )
  const countDigests = async () =>
    (await rows.query('SELECT FROM digest WHERE organization_id = $1', [owner.organizationId])).rowCount
  await expect.poll(countDigests, { timeout: 90_000 }).toBe(2)
  await rows.end()
  await page.reload()
  await expect(log.getByRole('row').filter({ hasText: /20\d\d/ })).toHaveCount(2)

  await page.goto(/http:\S+\/\?organization=\S+/.exec(mail?.mail.text ?? '')?.[0] ?? '')
  await expect(page.getByRole('region', { name: 'Latest responses' }).getByRole('link', { name: 'Ida' })).toBeVisible()

  const link = /^<(http:[^>]+)>$/.exec(mail?.header('list-unsubscribe') ?? '')?.[1] ?? ''
  const reader = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await reader.goto(link)
  await expect(reader.getByRole('heading', { name: 'Stop the weekly digest?' })).toBeVisible()
  await reader.getByRole('button', { name: 'Stop the weekly digest' }).click()
  await expect(reader.getByRole('heading', { name: 'The weekly digest is off' })).toBeVisible()
  for (const language of ['en', 'fr']) {
    const visitor = await browser.newPage()
    await visitor.goto(`${link}?lang=${language}`)
    expect(await findAxeViolations(visitor), language).toEqual([])
    await visitor.close()
  }
  await open('/settings/profile')
  const digestSwitch = page.getByRole('switch', { name: 'Weekly digest of Café Lumière' })
  await expect(digestSwitch).not.toBeChecked()
  await reader.getByRole('button', { name: 'Switch it back on' }).click()
  await expect(reader.getByRole('heading', { name: 'Stop the weekly digest?' })).toBeVisible()
  await reader.context().close()

  await page.reload()
  await expect(digestSwitch).toBeChecked()
  await digestSwitch.click()
  await expect(toast('The weekly digest of Café Lumière is off.')).toBeVisible()
  const french = await browser.newContext({
    baseURL: SERVICE.baseUrl,
    storageState: await page.context().storageState(),
    locale: 'fr-FR',
  })
  const frenchPage = await french.newPage()
  await frenchPage.goto('/settings/digest')
  await expect(frenchPage.getByRole('heading', { name: 'Résumé hebdomadaire' })).toBeVisible()
  await expect(frenchPage.getByRole('switch', { name: 'Résumé hebdomadaire de Café Lumière' })).not.toBeChecked()
  expect(await findAxeViolations(frenchPage)).toEqual([])
  await french.close()
})
