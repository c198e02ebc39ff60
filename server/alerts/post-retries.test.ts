import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../clock'
import { db } from '../db'
import { type ScriptedResponse } from '../testing/servers/https-receiver'
import {
  aRule,
  listAlertMessageRows,
  listAlertRows,
  startFakeChannelServer,
  submitScoreAndMatchRules,
} from './alert-fixture'
import { listAlerts } from './alert-log'
import { createDueNotifications } from './create-due-notifications'

const channelServer = await startFakeChannelServer()
const { addChannel, post, runAlertJobs } = channelServer

const makeDue = (organizationId: string) =>
  db.alertMessage.updateMany({
    where: { organizationId, nextAttemptAt: { not: null } },
    data: { nextAttemptAt: new Date(Date.now() - 1000) },
  })

describe('alert message retries', () => {
  const attemptPost = async (replies: ScriptedResponse[], tries: number) => {
    const { organizationId, rule } = await aRule({ name: 'Trouble' })
    const slack = await addChannel(organizationId, rule.id)
    channelServer.script(...replies)
    await submitScoreAndMatchRules(organizationId, 0)
    await runAlertJobs(organizationId, rule.id)
    for (let left = tries - 1; left > 0; left -= 1) {
      await makeDue(organizationId)
      await runAlertJobs(organizationId, rule.id)
    }
    channelServer.script(200)
    const [message] = (await listAlertMessageRows(organizationId)).filter(({ kind }) => kind === 'slack')
    const [alert] = await listAlertRows(organizationId)
    return { message, alert, posts: slack.posts() }
  }

  it('postpones an alert message by the Retry-After of a 429', async () => {
    const { message } = await attemptPost([{ status: 429, headers: { 'Retry-After': '1800' } }], 1)
    expect(message).toMatchObject({
      state: 'waiting',
      attempts: 1,
      reason: { code: 'postRetrying', values: { status: '429' } },
    })
    const waitMs = (message?.nextAttemptAt?.getTime() ?? 0) - Date.now()
    expect(waitMs).toBeGreaterThan(29 * MINUTE_MS)
    expect(waitMs).toBeLessThan(31 * MINUTE_MS)
  })

  it('retries an alert message after a 5xx, and gives up after five attempts', async () => {
    expect(await attemptPost([500, 200], 2)).toMatchObject({
      message: { state: 'sent', attempts: 2 },
      alert: { state: 'sent' },
    })
    const { message, alert, posts } = await attemptPost([503], 6)
    expect(posts).toHaveLength(5)
    expect(message).toMatchObject({ state: 'failed', reason: { code: 'notPosted', values: { status: '503' } } })
    expect(alert?.state).toBe('failed')
  })

  it('does not retry an alert message after a 404 or 410', async () => {
    for (const status of [404, 410] as const) {
      const { message, posts } = await attemptPost([status], 2)
      expect(posts).toHaveLength(1)
      expect(message).toMatchObject({
        state: 'failed',
        nextAttemptAt: null,
        reason: { values: { status: String(status) } },
      })
    }
  })

  it('retries an alert message of a crashed process once its claim has expired, and posts it only once', async () => {
    const { organizationId, rule } = await aRule()
    const slack = await addChannel(organizationId, rule.id)
    await submitScoreAndMatchRules(organizationId, 0)
    await createDueNotifications(organizationId, rule.id)
    const message = (await listAlertMessageRows(organizationId)).find(({ kind }) => kind === 'slack')
    const id = message?.id ?? ''
    // Simulates a post that another process has claimed.
    const at = new Date()
    await db.alertMessage.update({
      where: { id },
      data: { claimedAt: at, attempts: 1, nextAttemptAt: new Date(at.getTime() + 2 * MINUTE_MS) },
    })
    await post(organizationId, id)
    expect(slack.posts()).toHaveLength(0)
    await makeDue(organizationId)
    await Promise.all([post(organizationId, id), post(organizationId, id)])
    expect(slack.posts()).toHaveLength(1)
    expect((await listAlertMessageRows(organizationId)).find((one) => one.id === id)).toMatchObject({
      state: 'sent',
      attempts: 2,
    })
  })

  it('does not post the alert messages of a suspended organization', async () => {
    const { organizationId, rule } = await aRule()
    const slack = await addChannel(organizationId, rule.id)
    await db.organization.update({ where: { id: organizationId }, data: { suspendedAt: new Date() } })
    await submitScoreAndMatchRules(organizationId, 0)
    await runAlertJobs(organizationId, rule.id)
    expect(slack.posts()).toHaveLength(0)
    const { data } = await listAlerts(organizationId, { page: 1, limit: 1 })
    expect(data[0]?.messages.map(({ reason }) => reason?.code)).toEqual(['suspended', 'suspended'])
  })
})
