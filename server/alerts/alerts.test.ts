import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../clock'
import { db } from '../db'
import { decryptSecret, encryptSecret } from '../encryption'
import { RateLimitExceeded, ValidationError } from '../errors'
import type { DialOptions } from '../outbound/dial'
import { parseNetworks } from '../outbound/networks'
import { deleteRecord, mergeRecord } from '../records/remove'
import { submitResponse } from '../responses/submit'
import type { SiteReview } from '../reviews/sources/site'
import { takeIn } from '../reviews/sync/take-in'
import { sendSystemEmail } from '../system-emails/send'
import { useMailbox } from '../testing/environment'
import { aLocation, anOrganization } from '../testing/factories/basics'
import { anAskedSurvey } from '../testing/factories/responses'
import { aMember } from '../testing/factories/sessions'
import { isListed, runQueue } from '../testing/queues'
import { aNameServer } from '../testing/servers/name-server'
import { aReceiver, type Receiver, type Reply } from '../testing/servers/receiver'
import { alertQueue } from './alert-queue'
import { listAlerts } from './log'
import { matchCandidates } from './match-candidates'
import { postMessage } from './post-message'
import { createAlertRule, getAlertRule, switchAlertRule, updateAlertRule } from './rules'
import { CreateAlertRule } from './schema'
import { sendAlertTest } from './send-test'
import { tellRule } from './tell-rule'
import { RULES_MAX } from './vocabulary'

const mailbox = await useMailbox()

const HOST = 'slack.example'
let receiver: Receiver
let names: Awaited<ReturnType<typeof aNameServer>>
let options: DialOptions

beforeAll(async () => {
  names = await aNameServer()
  names.set(HOST, ['127.0.0.1'])
  receiver = await aReceiver({ hosts: [HOST] })
  options = { ...names, allowed: parseNetworks(['127.0.0.1/32']), authorities: receiver.authorities }
})

afterAll(async () => {
  await receiver.close()
  names.close()
  await mailbox.close()
})

const QUESTIONS = [
  { id: 'score', type: 'nps', text: 'How likely?', required: true },
  { id: 'why', type: 'text', text: 'Why?', required: false },
]

const RULE: CreateAlertRule = {
  name: 'Unhappy',
  active: true,
  trigger: 'response',
  bands: ['negative'],
  npsAtMost: null,
  csatAtMost: null,
  cesAtMost: null,
  starsAtMost: null,
  words: [],
  surveyIds: [],
  locationIds: [],
  userIds: [],
  smsUserIds: [],
  channels: [],
  pauseMinutes: 0,
}

async function aRule(data: Partial<CreateAlertRule> = {}, organizationId?: string) {
  const organization = organizationId ?? (await anOrganization({ name: 'Analytical Engines' }))
  const owner = await aMember(organization, 'owner')
  const rule = await createAlertRule(organization, { ...RULE, userIds: [owner.userId], ...data })
  return { organizationId: organization, owner, rule }
}

/** Adds a channel with the address of the local receiver, which validation would refuse. */
async function aSlack(organizationId: string, ruleId: string, kind: 'slack' | 'teams' = 'slack') {
  const id = randomUUID()
  const path = `/${id}`
  const address = encryptSecret('alert-channel', receiver.url(path, HOST), id)
  await db.alertChannel.create({ data: { id, organizationId, ruleId, kind, hint: HOST, address } })
  const posts = () => receiver.requests.filter((request) => request.path === path)
  return { id, posts, body: (at = 0) => JSON.parse(posts()[at]?.body.toString() ?? 'null') }
}

/** Submits a response through its survey link. @returns the id of the response */
async function answer(organizationId: string, score: number, why = '', locationId?: string): Promise<string> {
  const sending = locationId === undefined ? {} : { locationId }
  const { token } = await anAskedSurvey(organizationId, { survey: { questions: QUESTIONS }, sending })
  const given = new Map([['score', [String(score)]], ...(why ? [['why', [why]] as const] : [])])
  const submission = await submitResponse(token, given, 'en')
  if (submission.state !== 'submitted') throw new Error(submission.state)
  await matchCandidates(organizationId)
  return submission.response.id
}

const alertsOf = (organizationId: string) => db.alert.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
const messagesOf = (organizationId: string) =>
  db.alertMessage.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })

async function runJobs(organizationId: string, ruleId: string): Promise<void> {
  await tellRule(organizationId, ruleId)
  for (const { id } of await db.systemEmail.findMany({ where: { organizationId, endedAt: null } }))
    await sendSystemEmail(id)
  for (const { id } of await messagesOf(organizationId)) await postMessage(organizationId, id, options)
}

const passPause = (ruleId: string, minutes: number) =>
  db.$executeRaw`UPDATE alert_rule SET notified_at = notified_at - make_interval(mins => ${minutes}) WHERE id = ${ruleId}::uuid`
const makeDue = (organizationId: string) =>
  db.alertMessage.updateMany({
    where: { organizationId, nextAttemptAt: { not: null } },
    data: { nextAttemptAt: new Date(Date.now() - 1000) },
  })

describe('alert notifications', () => {
  it('sends an alert by email and to Slack, and logs both', async () => {
    const { organizationId, owner, rule } = await aRule()
    const slack = await aSlack(organizationId, rule.id)
    const responseId = await answer(organizationId, 6, 'Too <slow> & *cold*\n<!channel>')
    expect(await alertsOf(organizationId)).toMatchObject([{ ruleId: rule.id, subjectId: responseId, state: 'waiting' }])

    await runJobs(organizationId, rule.id)

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
        subject: { kind: 'response', id: responseId, name: 'Ada', isThere: true },
        state: 'sent',
        messages: [
          { way: 'email', name: 'Grace Hopper', state: 'sent', reason: null },
          { way: 'slack', name: HOST, state: 'sent', attempts: 1 },
        ],
      },
    ])
  })

  it('creates no alert in another organization, or while the rule is off', async () => {
    const { organizationId, rule } = await aRule()
    const other = await anOrganization()
    await answer(other, 0)
    await switchAlertRule(organizationId, { id: rule.id, active: false })
    await answer(organizationId, 0)
    expect(await alertsOf(organizationId)).toEqual([])
    expect(await alertsOf(other)).toEqual([])
  })

  it('posts an alert to Teams as a card that shows the comment as plain text', async () => {
    const { organizationId, rule } = await aRule({ name: 'Cards' })
    const teams = await aSlack(organizationId, rule.id, 'teams')
    await answer(organizationId, 3, '[free](https://evil.example)')
    await runJobs(organizationId, rule.id)
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
    await answer(organizationId, 0, 'Nice.\n\nYour session has expired: https://evil.example/sign-in')
    await runJobs(organizationId, rule.id)
    const { text, html } = mailbox.to(owner.email)[0]?.mail ?? {}
    expect(text).toContain('> “Nice.\n>\n> Your session has expired: https://evil.example/sign-in”')
    expect(html).toContain('Your session has expired: https://evil.example/sign-in')
    expect(html).not.toContain('href="https://evil.example')
    expect(html).toMatch(/<blockquote[^>]*><p[^>]*>“Nice\./)
  })

  it('an alert to Teams stays within the size limit and counts the responses left out', async () => {
    const { organizationId, rule } = await aRule({ pauseMinutes: 15 })
    const teams = await aSlack(organizationId, rule.id, 'teams')
    for (let one = 0; one < 11; one += 1) await answer(organizationId, 0, '冷'.repeat(700))
    // Doubles the comment of each response with a second open question.
    await db.$executeRaw`UPDATE response SET answers = answers || jsonb_set(answers->1, '{questionId}', '"more"')
      WHERE organization_id = ${organizationId}::uuid`
    await runJobs(organizationId, rule.id)
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

describe('alert rule filters', () => {
  it('an alert rule matches low scores and words, only at its locations and in its surveys', async () => {
    const organizationId = await anOrganization()
    const airport = await aLocation(organizationId, { name: 'Airport' })
    const { rule } = await aRule(
      { bands: [], npsAtMost: 3, words: ['Remboursé', 'IPTAL'], locationIds: [airport.id] },
      organizationId,
    )
    const told = async (...given: Parameters<typeof answer>) => {
      const id = await answer(...given)
      return (await db.alert.count({ where: { ruleId: rule.id, subjectId: id } })) === 1
    }
    expect(await told(organizationId, 3, '', airport.id)).toBe(true)
    expect(await told(organizationId, 4, 'fine', airport.id)).toBe(false)
    expect(await told(organizationId, 9, 'je veux etre REMBOURSEE', airport.id)).toBe(true)
    expect(await told(organizationId, 9, 'rezervasyonum iptal edildi', airport.id)).toBe(true)
    expect(await told(organizationId, 9, 'ıptal', airport.id)).toBe(true)
    expect(await told(organizationId, 0, 'iptal')).toBe(false)
    const survey = await db.survey.create({ data: { organizationId, name: 'Other', type: 'nps' } })
    const { channels: _, ...rest } = rule
    await updateAlertRule(organizationId, { ...rest, surveyIds: [survey.id], channels: [] })
    expect(await told(organizationId, 0, '', airport.id)).toBe(false)
  })

  it('a submission queues one candidate, and nothing where no rule watches responses', async () => {
    const { organizationId } = await aRule({ trigger: 'review', starsAtMost: 2 })
    const { token } = await anAskedSurvey(organizationId, { survey: { questions: QUESTIONS } })
    await submitResponse(token, new Map([['score', ['0']]]), 'en')
    expect(await db.alertCandidate.count({ where: { organizationId } })).toBe(0)
    await aRule({}, organizationId)
    const second = await anAskedSurvey(organizationId, { survey: { questions: QUESTIONS } })
    await submitResponse(second.token, new Map([['score', ['0']]]), 'en')
    expect(await db.alertCandidate.count({ where: { organizationId } })).toBe(1)
    expect(await alertsOf(organizationId)).toEqual([])
    await Promise.all([matchCandidates(organizationId), matchCandidates(organizationId)])
    expect(await alertsOf(organizationId)).toHaveLength(1)
    expect(await db.alertCandidate.count({ where: { organizationId } })).toBe(0)
  })

  it('the alert job matches more candidates than one batch holds', async () => {
    const { organizationId } = await aRule()
    for (let one = 0; one < 27; one += 1) {
      const { token } = await anAskedSurvey(organizationId, { survey: { questions: QUESTIONS } })
      await submitResponse(token, new Map([['score', ['0']]]), 'en')
    }
    expect(await isListed(alertQueue, organizationId, 0)).toBe(true)
    await runQueue(alertQueue, organizationId)
    expect(await alertsOf(organizationId)).toHaveLength(27)
  })

  it('a review rule alerts on new reviews and not on edits', async () => {
    const { organizationId, owner, rule } = await aRule({ trigger: 'review', starsAtMost: 2 })
    const origin = { id: null, site: 'feed', silentBefore: null, settlesMs: 0 }
    const review = (rating: number, externalId: string): SiteReview => ({
      externalId,
      rating,
      text: `${rating} stars`,
      authorName: 'Lin',
      url: null,
      publishedAt: new Date(),
      editedAt: null,
      locationId: null,
      reply: null,
    })
    const show = async (...reviews: SiteReview[]) => {
      await takeIn(organizationId, origin, { reviews, removed: [], askedAt: new Date(), sweepAt: null })
      await matchCandidates(organizationId)
    }
    await show(review(2, 'bad'), review(5, 'good'))
    await show(review(1, 'bad'), review(1, 'good'))
    expect(await alertsOf(organizationId)).toHaveLength(1)
    await runJobs(organizationId, rule.id)
    expect(mailbox.to(owner.email)[0]?.mail.subject).toBe('Stars 1/5 from Lin · Unhappy')
  })
})

describe('pauses of an alert rule', () => {
  it('an alert rule collects matches during its pause and sends them together afterwards', async () => {
    const { organizationId, owner, rule } = await aRule({ pauseMinutes: 15 })
    await answer(organizationId, 1)
    await runJobs(organizationId, rule.id)
    await answer(organizationId, 2)
    await answer(organizationId, 3)
    await runJobs(organizationId, rule.id)
    expect(mailbox.to(owner.email)).toHaveLength(1)
    const [waiting] = (await listAlerts(organizationId, { page: 1, limit: 1, state: 'waiting' })).data
    expect(Date.parse(waiting?.toldFrom ?? '')).toBeGreaterThan(Date.now() + 14 * MINUTE_MS)

    await passPause(rule.id, 15)
    await runJobs(organizationId, rule.id)
    expect(mailbox.to(owner.email).map(({ mail }) => mail.subject)).toEqual([
      'NPS 1/10 from Ada · Unhappy',
      '2 responses · Unhappy',
    ])
    expect((await alertsOf(organizationId)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  })

  it('skips an alert that matched while its rule was being disabled', async () => {
    const { organizationId, owner, rule } = await aRule()
    await answer(organizationId, 0)
    await db.alertRule.update({ where: { id: rule.id }, data: { active: false } })
    await runJobs(organizationId, rule.id)
    expect(mailbox.to(owner.email)).toEqual([])
    expect(await alertsOf(organizationId)).toMatchObject([{ state: 'skipped', reason: { code: 'ruleOff' } }])
  })

  it('disabling an alert rule skips the alerts that are pending until the end of its pause', async () => {
    const { organizationId, rule } = await aRule({ pauseMinutes: 15 })
    await answer(organizationId, 1)
    await runJobs(organizationId, rule.id)
    await answer(organizationId, 2)
    await switchAlertRule(organizationId, { id: rule.id, active: false })
    expect((await alertsOf(organizationId))[1]).toMatchObject({ state: 'skipped', reason: { code: 'ruleOff' } })
  })
})

describe('alert message retries', () => {
  const tried = async (replies: Reply[], tries: number) => {
    const { organizationId, rule } = await aRule({ name: 'Trouble' })
    const slack = await aSlack(organizationId, rule.id)
    receiver.script(...replies)
    await answer(organizationId, 0)
    await runJobs(organizationId, rule.id)
    for (let left = tries - 1; left > 0; left -= 1) {
      await makeDue(organizationId)
      await runJobs(organizationId, rule.id)
    }
    receiver.script(200)
    const [message] = (await messagesOf(organizationId)).filter(({ kind }) => kind === 'slack')
    const [alert] = await alertsOf(organizationId)
    return { message, alert, posts: slack.posts() }
  }

  it('postpones an alert message by the Retry-After of a 429', async () => {
    const { message } = await tried([{ status: 429, headers: { 'Retry-After': '1800' } }], 1)
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
    expect(await tried([500, 200], 2)).toMatchObject({
      message: { state: 'sent', attempts: 2 },
      alert: { state: 'sent' },
    })
    const { message, alert, posts } = await tried([503], 6)
    expect(posts).toHaveLength(5)
    expect(message).toMatchObject({ state: 'failed', reason: { code: 'notPosted', values: { status: '503' } } })
    expect(alert?.state).toBe('failed')
  })

  it('does not retry an alert message after a 404 or 410', async () => {
    for (const status of [404, 410] as const) {
      const { message, posts } = await tried([status], 2)
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
    const slack = await aSlack(organizationId, rule.id)
    await answer(organizationId, 0)
    await tellRule(organizationId, rule.id)
    const message = (await messagesOf(organizationId)).find(({ kind }) => kind === 'slack')
    const id = message?.id ?? ''
    // Simulates a post that another process has claimed.
    const at = new Date()
    await db.alertMessage.update({
      where: { id },
      data: { claimedAt: at, attempts: 1, nextAttemptAt: new Date(at.getTime() + 2 * MINUTE_MS) },
    })
    await postMessage(organizationId, id, options)
    expect(slack.posts()).toHaveLength(0)
    await makeDue(organizationId)
    await Promise.all([postMessage(organizationId, id, options), postMessage(organizationId, id, options)])
    expect(slack.posts()).toHaveLength(1)
    expect((await messagesOf(organizationId)).find((one) => one.id === id)).toMatchObject({
      state: 'sent',
      attempts: 2,
    })
  })

  it('does not post the alert messages of a suspended organization', async () => {
    const { organizationId, rule } = await aRule()
    const slack = await aSlack(organizationId, rule.id)
    await db.organization.update({ where: { id: organizationId }, data: { suspendedAt: new Date() } })
    await answer(organizationId, 0)
    await runJobs(organizationId, rule.id)
    expect(slack.posts()).toHaveLength(0)
    const { data } = await listAlerts(organizationId, { page: 1, limit: 1 })
    expect(data[0]?.messages.map(({ reason }) => reason?.code)).toEqual(['suspended', 'suspended'])
  })
})

it('sends no alert to a removed member, and logs why', async () => {
  const { organizationId, owner, rule } = await aRule()
  const { userId, email } = await aMember(organizationId, 'member')
  const late = await aMember(organizationId, 'member')
  await updateAlertRule(organizationId, { ...RULE, id: rule.id, userIds: [owner.userId, userId, late.userId] })
  await db.membership.deleteMany({ where: { userId } })
  await answer(organizationId, 0)
  await tellRule(organizationId, rule.id)
  await db.membership.deleteMany({ where: { userId: late.userId } })
  await runJobs(organizationId, rule.id)
  expect(mailbox.to(owner.email)).toHaveLength(1)
  expect([...mailbox.to(email), ...mailbox.to(late.email)]).toEqual([])
  const messages = await messagesOf(organizationId)
  expect(messages.map(({ state }) => state)).toEqual(['sent', 'skipped', 'skipped'])
  expect(messages[2]?.reason).toMatchObject({ code: 'notMember' })
})

describe('alert rules', () => {
  it('never reveals the address of an alert channel, and keeps the channel when its rule is saved', async () => {
    const address = 'https://hooks.slack.com/services/T0/B0/verysecret1234'
    const { organizationId, rule } = await aRule({ userIds: [], channels: [{ kind: 'slack', address }] })
    expect(rule.channels).toMatchObject([{ kind: 'slack', hint: 'hooks.slack.com/…1234' }])
    const stored = await db.alertChannel.findFirstOrThrow({ where: { organizationId } })
    expect(JSON.stringify([rule, stored])).not.toContain('verysecret')
    expect(decryptSecret('alert-channel', stored.address, stored.id)).toBe(address)
    const [channel = { id: '' }] = rule.channels
    const changes = { ...RULE, pauseMinutes: 15 as const, channels: [{ id: channel.id }] }
    const again = await updateAlertRule(organizationId, { id: rule.id, ...changes })
    expect(again.channels).toEqual(rule.channels)
    const audited = await db.auditEvent.findMany({ where: { organizationId, recordType: 'alertRule' } })
    expect(audited.map(({ action }) => action).toSorted()).toEqual(['alert_rule.changed', 'alert_rule.created'])
    expect(JSON.stringify(audited)).not.toContain('verysecret')
  })

  it('an alert rule requires a recipient, a public channel address and existing surveys', async () => {
    expect(CreateAlertRule.safeParse({ ...RULE, channels: [] }).success).toBe(false)
    const discord = { kind: 'slack', address: 'https://discord.com/api/webhooks/1/x' } as const
    await expect(aRule({ userIds: [], channels: [discord] })).rejects.toMatchObject({
      details: { 'channels.0.address': expect.anything() as unknown },
    })
    const inside = { kind: 'teams', address: 'https://127.0.0.1/hook' } as const
    await expect(aRule({ channels: [inside] })).rejects.toThrow(ValidationError)
    await expect(aRule({ surveyIds: [randomUUID()] })).rejects.toThrow(ValidationError)
  })

  it('creates no more alert rules than an organization may have, however many are created at once', async () => {
    const { organizationId, rule } = await aRule()
    const { id: _, notifiedAt: __, createdAt: ___, channels: ____, ...data } = rule
    await db.alertRule.createMany({ data: Array.from({ length: RULES_MAX - 2 }, () => ({ ...data, organizationId })) })
    const created = await Promise.allSettled(
      Array.from({ length: 4 }, () => createAlertRule(organizationId, { ...data, channels: [] })),
    )
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await db.alertRule.count({ where: { organizationId } })).toBe(RULES_MAX)
  })

  it('an alert rule follows a merged location to the remaining one, and keeps a deleted location', async () => {
    const organizationId = await anOrganization()
    const [from, into] = [await aLocation(organizationId), await aLocation(organizationId)]
    const { rule } = await aRule({ locationIds: [from.id, into.id] }, organizationId)
    await mergeRecord('location', organizationId, { id: from.id, intoId: into.id })
    expect((await getAlertRule(organizationId, rule.id)).locationIds).toEqual([into.id])
    await deleteRecord('location', organizationId, into.id)
    const { notifiedAt: _, createdAt: __, ...read } = await getAlertRule(organizationId, rule.id)
    expect(read.locationIds).toEqual([into.id])
    const saved = await updateAlertRule(organizationId, { ...read, channels: [], name: 'Renamed' })
    expect(saved).toMatchObject({ name: 'Renamed', locationIds: [into.id] })
  })
})

it('refuses to change the trigger of an alert rule, and still sends its pending alert', async () => {
  const { organizationId, owner, rule } = await aRule()
  await answer(organizationId, 0)
  const { channels: _, ...rest } = rule
  const turned = updateAlertRule(organizationId, { ...rest, trigger: 'review', channels: [] })
  await expect(turned).rejects.toMatchObject({ fields: { trigger: [expect.anything()] } })
  await runJobs(organizationId, rule.id)
  expect(mailbox.to(owner.email)).toHaveLength(1)
})

it('refuses a twenty-first test alert with a rate limit error', async () => {
  const { organizationId, rule } = await aRule({ active: false })
  for (let sent = 0; sent < 20; sent += 1) await sendAlertTest(organizationId, rule.id)
  await expect(sendAlertTest(organizationId, rule.id)).rejects.toThrow(RateLimitExceeded)
})

it('sends a test alert that is marked as a test, even while the rule is off and in its pause', async () => {
  const { organizationId, owner, rule } = await aRule({ active: false, pauseMinutes: 60 })
  const slack = await aSlack(organizationId, rule.id)
  await sendAlertTest(organizationId, rule.id)
  await runJobs(organizationId, rule.id)
  expect(mailbox.to(owner.email)[0]?.mail.subject).toBe('Test · Unhappy')
  expect(slack.body().text).toBe('Test · Unhappy')
})

it('the sweep lists organizations with overdue alerts, and the alert job queues their email', async () => {
  const { organizationId, owner } = await aRule()
  await answer(organizationId, 0)
  expect(await isListed(alertQueue, organizationId, 0)).toBe(true)
  expect(await isListed(alertQueue, organizationId)).toBe(false)
  await runQueue(alertQueue, organizationId)
  expect(await db.systemEmail.count({ where: { organizationId, userId: owner.userId, kind: 'alert' } })).toBe(1)
})
