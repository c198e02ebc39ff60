import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../clock'
import { db } from '../db'
import { decryptSecret } from '../encryption'
import { ValidationError } from '../errors'
import { deleteMasterDataEntry, mergeMasterDataEntry } from '../master-data/merge-and-delete'
import { submitResponse } from '../responses/submit-response'
import type { SiteReview } from '../reviews/sources/site-client'
import { ingestReviews } from '../reviews/sync/ingest-reviews'
import { useMailbox } from '../testing/environment'
import { aLocation, anOrganization } from '../testing/factories/basics'
import { aSurveyRequest } from '../testing/factories/responses'
import { isOrganizationDueForSweep, runQueue } from '../testing/queues'
import {
  ALERT_RULE_INPUT,
  aRule,
  listAlertRows,
  QUESTIONS,
  runAlertJobs,
  submitScoreAndMatchRules,
} from './alert-fixture'
import { listAlerts } from './alert-log'
import { alertQueue } from './alert-queue'
import { ALERT_RULES_MAX } from './constants'
import { matchCandidates } from './match-candidates'
import { createAlertRule, getAlertRule, setAlertRuleActive, updateAlertRule } from './rules'
import { CreateAlertRule } from './schema'

const mailbox = await useMailbox()

const endPause = (ruleId: string, minutes: number) =>
  db.$executeRaw`UPDATE alert_rule SET notified_at = notified_at - make_interval(mins => ${minutes}) WHERE id = ${ruleId}::uuid`

describe('alert rule filters', () => {
  it('an alert rule matches low scores and words, only at its locations and in its surveys', async () => {
    const organizationId = await anOrganization()
    const airport = await aLocation(organizationId, { name: 'Airport' })
    const { rule } = await aRule(
      { bands: [], npsAtMost: 3, words: ['Remboursé', 'IPTAL'], locationIds: [airport.id] },
      organizationId,
    )
    const isAlerted = async (...args: Parameters<typeof submitScoreAndMatchRules>) => {
      const id = await submitScoreAndMatchRules(...args)
      return (await db.alert.count({ where: { ruleId: rule.id, subjectId: id } })) === 1
    }
    expect(await isAlerted(organizationId, 3, '', airport.id)).toBe(true)
    expect(await isAlerted(organizationId, 4, 'fine', airport.id)).toBe(false)
    expect(await isAlerted(organizationId, 9, 'je veux etre REMBOURSEE', airport.id)).toBe(true)
    expect(await isAlerted(organizationId, 9, 'rezervasyonum iptal edildi', airport.id)).toBe(true)
    expect(await isAlerted(organizationId, 9, 'ıptal', airport.id)).toBe(true)
    expect(await isAlerted(organizationId, 0, 'iptal')).toBe(false)
    const survey = await db.survey.create({ data: { organizationId, name: 'Other', type: 'nps' } })
    const { channels: _, ...rest } = rule
    await updateAlertRule(organizationId, { ...rest, surveyIds: [survey.id], channels: [] })
    expect(await isAlerted(organizationId, 0, '', airport.id)).toBe(false)
  })

  it('a submission queues one candidate, and nothing where no rule watches responses', async () => {
    const { organizationId } = await aRule({ trigger: 'review', starsAtMost: 2 })
    const { token } = await aSurveyRequest(organizationId, { survey: { questions: QUESTIONS } })
    await submitResponse(token, new Map([['score', ['0']]]), 'en')
    expect(await db.alertCandidate.count({ where: { organizationId } })).toBe(0)
    await aRule({}, organizationId)
    const second = await aSurveyRequest(organizationId, { survey: { questions: QUESTIONS } })
    await submitResponse(second.token, new Map([['score', ['0']]]), 'en')
    expect(await db.alertCandidate.count({ where: { organizationId } })).toBe(1)
    expect(await listAlertRows(organizationId)).toEqual([])
    await Promise.all([matchCandidates(organizationId), matchCandidates(organizationId)])
    expect(await listAlertRows(organizationId)).toHaveLength(1)
    expect(await db.alertCandidate.count({ where: { organizationId } })).toBe(0)
  })

  it('the alert job matches more candidates than one batch holds', async () => {
    const { organizationId } = await aRule()
    for (let one = 0; one < 27; one += 1) {
      const { token } = await aSurveyRequest(organizationId, { survey: { questions: QUESTIONS } })
      await submitResponse(token, new Map([['score', ['0']]]), 'en')
    }
    expect(await isOrganizationDueForSweep(alertQueue, organizationId, 0)).toBe(true)
    await runQueue(alertQueue, organizationId)
    expect(await listAlertRows(organizationId)).toHaveLength(27)
  })

  it('a review rule alerts on new reviews and not on edits', async () => {
    const { organizationId, owner, rule } = await aRule({ trigger: 'review', starsAtMost: 2 })
    const origin = { id: null, site: 'feed', announcedFrom: null, staleAfterReplyMs: 0 }
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
    const ingest = async (...reviews: SiteReview[]) => {
      await ingestReviews(organizationId, origin, { reviews, removed: [], requestedAt: new Date(), sweepAt: null })
      await matchCandidates(organizationId)
    }
    await ingest(review(2, 'bad'), review(5, 'good'))
    await ingest(review(1, 'bad'), review(1, 'good'))
    expect(await listAlertRows(organizationId)).toHaveLength(1)
    await runAlertJobs(organizationId, rule.id)
    expect(mailbox.to(owner.email)[0]?.mail.subject).toBe('Stars 1/5 from Lin · Unhappy')
  })
})

describe('pauses of an alert rule', () => {
  it('an alert rule collects matches during its pause and sends them together afterwards', async () => {
    const { organizationId, owner, rule } = await aRule({ pauseMinutes: 15 })
    await submitScoreAndMatchRules(organizationId, 1)
    await runAlertJobs(organizationId, rule.id)
    await submitScoreAndMatchRules(organizationId, 2)
    await submitScoreAndMatchRules(organizationId, 3)
    await runAlertJobs(organizationId, rule.id)
    expect(mailbox.to(owner.email)).toHaveLength(1)
    const [pendingAlert] = (await listAlerts(organizationId, { page: 1, limit: 1, state: 'waiting' })).data
    expect(Date.parse(pendingAlert?.pausedUntil ?? '')).toBeGreaterThan(Date.now() + 14 * MINUTE_MS)

    await endPause(rule.id, 15)
    await runAlertJobs(organizationId, rule.id)
    expect(mailbox.to(owner.email).map(({ mail }) => mail.subject)).toEqual([
      'NPS 1/10 from Ada · Unhappy',
      '2 responses · Unhappy',
    ])
    expect((await listAlertRows(organizationId)).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  })

  it('skips an alert that matched while its rule was being disabled', async () => {
    const { organizationId, owner, rule } = await aRule()
    await submitScoreAndMatchRules(organizationId, 0)
    await db.alertRule.update({ where: { id: rule.id }, data: { active: false } })
    await runAlertJobs(organizationId, rule.id)
    expect(mailbox.to(owner.email)).toEqual([])
    expect(await listAlertRows(organizationId)).toMatchObject([{ state: 'skipped', reason: { code: 'ruleOff' } }])
  })

  it('disabling an alert rule skips the alerts that are pending until the end of its pause', async () => {
    const { organizationId, rule } = await aRule({ pauseMinutes: 15 })
    await submitScoreAndMatchRules(organizationId, 1)
    await runAlertJobs(organizationId, rule.id)
    await submitScoreAndMatchRules(organizationId, 2)
    await setAlertRuleActive(organizationId, { id: rule.id, active: false })
    expect((await listAlertRows(organizationId))[1]).toMatchObject({ state: 'skipped', reason: { code: 'ruleOff' } })
  })
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
    const changes = { ...ALERT_RULE_INPUT, pauseMinutes: 15 as const, channels: [{ id: channel.id }] }
    const again = await updateAlertRule(organizationId, { id: rule.id, ...changes })
    expect(again.channels).toEqual(rule.channels)
    const audited = await db.auditEvent.findMany({ where: { organizationId, recordType: 'alertRule' } })
    expect(audited.map(({ action }) => action).toSorted()).toEqual(['alert_rule.changed', 'alert_rule.created'])
    expect(JSON.stringify(audited)).not.toContain('verysecret')
  })

  it('an alert rule requires a recipient, a public channel address and existing surveys', async () => {
    expect(CreateAlertRule.safeParse({ ...ALERT_RULE_INPUT, channels: [] }).success).toBe(false)
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
    await db.alertRule.createMany({
      data: Array.from({ length: ALERT_RULES_MAX - 2 }, () => ({ ...data, organizationId })),
    })
    const created = await Promise.allSettled(
      Array.from({ length: 4 }, () => createAlertRule(organizationId, { ...data, channels: [] })),
    )
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await db.alertRule.count({ where: { organizationId } })).toBe(ALERT_RULES_MAX)
  })

  it('an alert rule follows a merged location to the remaining one, and keeps a deleted location', async () => {
    const organizationId = await anOrganization()
    const [from, into] = [await aLocation(organizationId), await aLocation(organizationId)]
    const { rule } = await aRule({ locationIds: [from.id, into.id] }, organizationId)
    await mergeMasterDataEntry('location', organizationId, { id: from.id, intoId: into.id })
    expect((await getAlertRule(organizationId, rule.id)).locationIds).toEqual([into.id])
    await deleteMasterDataEntry('location', organizationId, into.id)
    const { notifiedAt: _, createdAt: __, ...read } = await getAlertRule(organizationId, rule.id)
    expect(read.locationIds).toEqual([into.id])
    const saved = await updateAlertRule(organizationId, { ...read, channels: [], name: 'Renamed' })
    expect(saved).toMatchObject({ name: 'Renamed', locationIds: [into.id] })
  })
})

it('refuses to change the trigger of an alert rule, and still sends its pending alert', async () => {
  const { organizationId, owner, rule } = await aRule()
  await submitScoreAndMatchRules(organizationId, 0)
  const { channels: _, ...rest } = rule
  const update = updateAlertRule(organizationId, { ...rest, trigger: 'review', channels: [] })
  await expect(update).rejects.toMatchObject({ fields: { trigger: [expect.anything()] } })
  await runAlertJobs(organizationId, rule.id)
  expect(mailbox.to(owner.email)).toHaveLength(1)
})
