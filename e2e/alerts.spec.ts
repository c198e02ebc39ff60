import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import { LOCALE_COOKIE } from '@/server/messages/locale'
import { findAxeViolations } from './axe-violations'
import { expect, type Json, runOperatorCommand, signInByCookie, test } from './fixtures'
import { waitForMails } from './mail-folder'
import { SERVICE } from './service-config'

/* Alerts end to end: a low score, the notifications within seconds, and the alert log. */

const SOON = { timeout: 45_000 }

async function aSequence(organizationId: string, surveyId: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'alerts-'))
  const file = path.join(folder, 'sequence.json')
  const steps = [{ type: 'survey', delay: 0, surveyId }]
  writeFileSync(file, JSON.stringify({ name: 'Visits', description: '', status: 'active', steps }))
  try {
    return (await runOperatorCommand(['sequence:create', '--org', organizationId, '--file', file])).sequenceId
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('an owner creates an alert, and a low score is sent to them by email and Slack and shown in the log', {
  tag: '@variant',
}, async ({ page, browser, owner, call, receiver }) => {
  test.setTimeout(180_000)
  const questions = [{ id: 'why', type: 'text', text: { en: 'What is the reason?', fr: 'Pourquoi ?' } }]
  const survey = (await call('POST /surveys', { name: 'After a visit', type: 'nps', questions })).body.data
  const sequenceId = await aSequence(owner.organizationId, survey.id)

  await signInByCookie(page, owner)
  await page.goto('/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Alerts' }).click()
  await expect(page.getByText('No alerts yet')).toBeVisible()
  await page.getByRole('link', { name: 'Create alert' }).click()
  await page.waitForURL(/\/settings\/alerts\/new$/)
  await page.getByLabel('Name', { exact: true }).fill('Unhappy guests')
  await page.getByLabel('Words').fill('refund, lawyer')
  await expect(page.getByText(/When a response is negative or mentions “refund” or “lawyer”, email/)).toBeVisible()
  await page.getByRole('button', { name: 'Add a channel' }).click()
  await page.getByLabel('Webhook address').fill('http://example.com/hook')
  await page.getByRole('button', { name: 'Create alert' }).click()
  await expect(page.getByLabel('Webhook address')).toHaveAccessibleDescription(/https/)
  await page.getByLabel('Webhook address').fill(receiver.url('/slack'))
  await page.getByLabel('How often').selectOption({ label: 'Every time' })
  await expect(page.getByText(/and post to Slack, every time\./)).toBeVisible()
  await page.getByRole('button', { name: 'Create alert' }).click()
  await page.waitForURL(/\/settings\/alerts$/)
  await expect(page.getByRole('switch', { name: 'Unhappy guests is on' })).toBeChecked()

  const email = `guest-${randomUUID()}@example.com`
  const enrolled = await call(`POST /sequences/${sequenceId}/execute`, { contacts: [{ email, firstName: 'Ada' }] })
  expect(enrolled.status).toBe(200)
  const [surveyMail] = await waitForMails(email)
  const link = /href="(http:[^"?]*\/s\/[\w-]{43})/.exec(surveyMail?.mail.html ?? '')?.[1] ?? ''
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link)
  await guest.getByRole('radio', { name: /^2\b/ }).check({ force: true })
  await guest.getByLabel('What is the reason?').fill('Cold <soup> & no answer')
  const answeredAt = Date.now()
  await guest.getByRole('button', { name: 'Send' }).click()

  const elapsed = () => `${((Date.now() - answeredAt) / 1000).toFixed(1)} s`
  const [[mail, mailAfter], slackAfter] = await Promise.all([
    waitForMails(owner.email).then(([first]) => [first, elapsed()] as const),
    receiver.waitUntil((requests) => requests.length === 1, 30_000).then(elapsed),
  ])
  process.stdout.write(`from the answer to the mail server ${mailAfter}, to Slack ${slackAfter}\n`)
  expect(mail?.mail.subject).toBe('NPS 2/10 from Ada · Unhappy guests')
  expect(mail?.mail.text).toContain('Cold <soup> & no answer')
  const post: Json = JSON.parse(receiver.requests[0]?.body.toString() ?? '{}')
  expect(post.text).toBe('NPS 2/10 from Ada · Unhappy guests')
  expect(JSON.stringify(post.blocks)).toContain('Cold &lt;soup&gt; &amp; no answer')
  await page.goto(/http:\S*\/responses\/[\w-]+/.exec(mail?.mail.text ?? '')?.[0] ?? '')
  await expect(page.getByText('Cold <soup> & no answer').first()).toBeVisible()

  // The log lists the alert, and a channel that answers 410 with the reason.
  await page.goto('/settings/alerts')
  const log = page.getByRole('region', { name: 'Log' })
  const first = log.getByRole('row', { name: /Response from Ada/ })
  await expect(first).toContainText('Email', SOON)
  await expect(first).toContainText('Slack')
  await expect(first.getByText('Sent', { exact: true })).toBeVisible(SOON)
  receiver.script(404)
  await page
    .getByRole('link', { name: /Unhappy guests/ })
    .first()
    .click()
  await page.waitForURL(/\/settings\/alerts\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'The test is queued' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Last test' })).toContainText('answered with status 404.', SOON)
  await page.goto('/settings/alerts')
  const test404 = log.getByRole('row', { name: /Test/ })
  await expect(test404).toContainText('The address answered with status 404.', SOON)
  expect(await findAxeViolations(page, { ruleSet: 'everything' })).toEqual([])
  await page.context().addCookies([{ name: LOCALE_COOKIE, value: 'fr', url: SERVICE.baseUrl }])
  await page.reload()
  await expect(page.getByRole('region', { name: 'Journal' })).toContainText('Réponse de Ada')
  expect(await findAxeViolations(page, { ruleSet: 'everything' })).toEqual([])
  await page.context().addCookies([{ name: LOCALE_COOKIE, value: 'en', url: SERVICE.baseUrl }])
  await page.reload()

  const background = (row: Locator) => row.evaluate((element) => getComputedStyle(element).backgroundColor)
  await page.getByRole('heading', { level: 1 }).hover()
  expect(await background(page.getByRole('row', { name: /^Unhappy guests/ }))).toBe(await background(test404))
  await page.getByRole('switch', { name: 'Unhappy guests is on' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Unhappy guests is off.' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Unhappy guests is on' })).not.toBeChecked()
  await guest.context().close()
})
