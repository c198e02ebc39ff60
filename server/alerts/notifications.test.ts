import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { RateLimitExceeded } from '../errors'
import { useMailbox } from '../testing/environment'
import { anOrganization } from '../testing/factories/basics'
import { aMember } from '../testing/factories/sessions'
import { isOrganizationDueForSweep, runQueue } from '../testing/queues'
import {
  ALERT_RULE_INPUT,
  aRule,
  FAKE_SLACK_HOST,
  listAlertMessageRows,
  listAlertRows,
  startFakeChannelServer,
  submitScoreAndMatchRules,
} from './alert-fixture'
import { listAlerts } from './alert-log'
import { alertQueue } from './alert-queue'
import { createDueNotifications } from './create-due-notifications'
import { setAlertRuleActive, updateAlertRule } from './rules'
import { sendTestAlert } from './send-test-alert'

const mailbox = await useMailbox()
const channelServer = await startFakeChannelServer()
const { addChannel, runAlertJobs } = channelServer

describe('alert notifications', () => {
  it('sends an alert by email and to Slack, and logs both', async () => {
    const { organizationId, owner, rule } = await aRule()
    const slack = await addChannel(organizationId, rule.id)
    const responseId = await submitScoreAndMatchRules(organizationId, 6, 'Too <slow> & *cold*\n<!channel>')
    expect(await listAlertRows(organizationId)).toMatchObject([
      { ruleId: rule.id, subjectId: responseId, state: 'waiting' },
    ])

    await runAlertJobs(organizationId, rule.id)

    const [mail] = mailbox.to(owner.email)
    expect(mail?.mail.subject).toBe('NPS 6/10 from Ada · Unhappy')
    expect(mail?.header('list-id')).toBe(`<alerts.${organizationId}.mail.example.com>`)
    expect(mail?.mail.text).toContain('“Too <slow> & *cold*')
    expect(mail?.mail.text).toContain('How likely')
    expect(mail?.mail.text).toContain(`https://feedback.example.com/responses/${responseId}`)
    expect(mail?.mail.html).toContain('Too &lt;slow>')
    const body = slack.body()
    expect(body.text).toBe('NPS 6/10 from Ada · Unhappy')
    expect(body.blocks[0].text.text).toContain('> Too &lt;slow&gt; &amp; *cold*\n> &lt;!channel&gt;')
    expect(JSON.stringify(body.blocks)).toContain(`/responses/${responseId}`)
    const { data, meta } = await listAlerts(organizationId, { page: 1, limit: 50, ruleId: rule.id, state: 'sent' })
    expect(meta.total).toBe(1)
    expect(data).toMatchObject([
      {
        subject: { kind: 'response', id: responseId, name: 'Ada', exists: true },
        state: 'sent',
        messages: [
          { channel: 'email', name: 'Grace Hopper', state: 'sent', reason: null },
          { channel: 'slack', name: FAKE_SLACK_HOST, state: 'sent', attempts: 1 },
        ],
      },
    ])
  })

  it('creates no alert in another organization, or while the rule is off', async () => {
    const { organizationId, rule } = await aRule()
    const other = await anOrganization()
    await submitScoreAndMatchRules(other, 0)
    await setAlertRuleActive(organizationId, { id: rule.id, active: false })
    await submitScoreAndMatchRules(organizationId, 0)
    expect(await listAlertRows(organizationId)).toEqual([])
    expect(await listAlertRows(other)).toEqual([])
  })

  it('posts an alert to Teams as a card that shows the comment as plain text', async () => {
    const { organizationId, rule } = await aRule({ name: 'Cards' })
    const teams = await addChannel(organizationId, rule.id, 'teams')
    await submitScoreAndMatchRules(organizationId, 3, '[free](https://evil.example)')
    await runAlertJobs(organizationId, rule.id)
    const [attachment] = teams.body().attachments
    expect(attachment.contentType).toBe('application/vnd.microsoft.card.adaptive')
    expect(attachment.content.body).toContainEqual({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text: '“[free](https://evil.example)”' }],
    })
  })
})

describe('comments in alerts', () => {
  it('an alert email quotes every line of the comment, and makes no link of an address in it', async () => {
    const { organizationId, owner, rule } = await aRule()
    await submitScoreAndMatchRules(organizationId, 0, 'Nice.\n\nYour session has expired: https://evil.example/sign-in')
    await runAlertJobs(organizationId, rule.id)
    const { text, html } = mailbox.to(owner.email)[0]?.mail ?? {}
    expect(text).toContain('> “Nice.\n>\n> Your session has expired: https://evil.example/sign-in”')
    expect(html).toContain('Your session has expired: https://evil.example/sign-in')
    expect(html).not.toContain('href="https://evil.example')
    expect(html).toMatch(/<blockquote[^>]*><p[^>]*>“Nice\./)
  })

  it('an alert to Teams stays within the size limit and counts the responses left out', async () => {
    const { organizationId, rule } = await aRule({ pauseMinutes: 15 })
    const teams = await addChannel(organizationId, rule.id, 'teams')
    for (let one = 0; one < 11; one += 1) await submitScoreAndMatchRules(organizationId, 0, '冷'.repeat(700))
    // Doubles the comment of each response with a second open question.
    await db.$executeRaw`UPDATE response SET answers = answers || jsonb_set(answers->1, '{questionId}', '"more"')
      WHERE organization_id = ${organizationId}::uuid`
    await runAlertJobs(organizationId, rule.id)
    const size = teams.posts()[0]?.body.length ?? 0
    expect(size).toBeGreaterThan(15_000)
    expect(size).toBeLessThan(28_000)
    const runs: { inlines: { text: string }[] }[] = teams.body().attachments[0].content.body
    const texts = runs.map(({ inlines }) => inlines[0]?.text ?? '')
    const inFull = texts.filter((text) => text.startsWith('“冷')).length
    expect(inFull).toBeGreaterThan(8)
    expect(texts).toContain(`And ${11 - inFull / 2} more.`)
  })
})

it('sends no alert to a removed member, and logs why', async () => {
  const { organizationId, owner, rule } = await aRule()
  const { userId, email } = await aMember(organizationId, 'member')
  const late = await aMember(organizationId, 'member')
  await updateAlertRule(organizationId, {
    ...ALERT_RULE_INPUT,
    id: rule.id,
    userIds: [owner.userId, userId, late.userId],
  })
  await db.membership.deleteMany({ where: { userId } })
  await submitScoreAndMatchRules(organizationId, 0)
  await createDueNotifications(organizationId, rule.id)
  await db.membership.deleteMany({ where: { userId: late.userId } })
  await runAlertJobs(organizationId, rule.id)
  expect(mailbox.to(owner.email)).toHaveLength(1)
  expect([...mailbox.to(email), ...mailbox.to(late.email)]).toEqual([])
  const messages = await listAlertMessageRows(organizationId)
  expect(messages.map(({ state }) => state)).toEqual(['sent', 'skipped', 'skipped'])
  expect(messages[2]?.reason).toMatchObject({ code: 'notMember' })
})

it('refuses a twenty-first test alert with a rate limit error', async () => {
  const { organizationId, rule } = await aRule({ active: false })
  for (let sent = 0; sent < 20; sent += 1) await sendTestAlert(organizationId, rule.id)
  await expect(sendTestAlert(organizationId, rule.id)).rejects.toThrow(RateLimitExceeded)
})

it('sends a test alert that is marked as a test, even while the rule is off and in its pause', async () => {
  const { organizationId, owner, rule } = await aRule({ active: false, pauseMinutes: 60 })
  const slack = await addChannel(organizationId, rule.id)
  await sendTestAlert(organizationId, rule.id)
  await runAlertJobs(organizationId, rule.id)
  expect(mailbox.to(owner.email)[0]?.mail.subject).toBe('Test · Unhappy')
  expect(slack.body().text).toBe('Test · Unhappy')
})

it('the sweep lists organizations with overdue alerts, and the alert job queues their email', async () => {
  const { organizationId, owner } = await aRule()
  await submitScoreAndMatchRules(organizationId, 0)
  expect(await isOrganizationDueForSweep(alertQueue, organizationId, 0)).toBe(true)
  expect(await isOrganizationDueForSweep(alertQueue, organizationId)).toBe(false)
  await runQueue(alertQueue, organizationId)
  expect(await db.systemEmail.count({ where: { organizationId, userId: owner.userId, kind: 'alert' } })).toBe(1)
})
