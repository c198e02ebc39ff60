import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock'
import { db } from '../db'
import { makeReason } from '../messaging/outcome/reasons'
import { resumeSending } from '../sending-health/stop-sending'
import { aSendingWithSteps } from '../sequences/results/results-fixture'
import { aContact, anApiKey, anOrganization } from '../testing/factories/basics'
import { aFeedSource, aReview } from '../testing/factories/reviews'
import { aSending, aSequence } from '../testing/factories/sequences'
import { aDelivery, aSigningSubscription } from '../testing/factories/webhooks'
import { anActiveAddress, post, postAndDecide } from '../testing/trigger-requests'
import { OPERATIONS_COUNT_MAX } from './constants'
import { countFaults, getOperations } from './operations'

const ago = (ms: number) => new Date(Date.now() - ms)
const ahead = (ms: number) => new Date(Date.now() + ms)

let organizationId: string
let sequence: Awaited<ReturnType<typeof aSequence>>

beforeEach(async () => {
  organizationId = await anOrganization()
  sequence = await aSequence(organizationId)
})

it('says nothing of an organization in which everything goes out', async () => {
  const other = await anOrganization()
  await aSending(other, (await aSequence(other)).id, { dueAt: ago(MINUTE_MS) })
  await aSending(organizationId, sequence.id, { dueAt: ahead(HOUR_MS) })
  await aSending(organizationId, sequence.id, { dueAt: null, endedAt: ago(MINUTE_MS), status: 'completed' })
  expect(await getOperations(organizationId)).toEqual({ waiting: [], faults: [], pauses: [], failures: [] })
  expect(await countFaults(organizationId)).toEqual({ count: 0 })
})

describe('what waits', () => {
  it('counts each kind of due work with its oldest, and says which is late', async () => {
    const [recent, old] = [ago(MINUTE_MS), ago(20 * MINUTE_MS)]
    await aSending(organizationId, (await aSequence(organizationId)).id, { dueAt: recent })
    await aSending(organizationId, sequence.id, { dueAt: old })
    const rule = await db.entryRule.create({
      data: { organizationId, sequenceId: sequence.id, type: 'contact_created', createdVia: [], bands: [] },
    })
    const candidate = { organizationId, ruleId: rule.id, occurrence: 'created', createdAt: recent }
    await db.entryCandidate.create({ data: { ...candidate, contactId: uuidv7() } })
    await db.entryCandidate.create({
      data: { ...candidate, contactId: uuidv7(), createdAt: old, outcome: 'gone', decidedAt: recent },
    })
    await post(await anActiveAddress(organizationId, sequence.id), { email: 'ada@example.com' })
    const subscription = await aSigningSubscription(organizationId, ['new_contact'])
    await aDelivery(organizationId, subscription.id, { nextAttemptAt: recent })
    await aReview(organizationId, {
      replyState: 'sending',
      replyText: 'Thanks',
      respondedAt: recent,
      replyDueAt: recent,
    })
    await aFeedSource(organizationId, { url: 'https://reviews.example', token: 'x' }, { nextSyncAt: recent })
    const job = { organizationId, status: 'running', dueAt: recent, spec: {} }
    await db.contactJob.createMany({
      data: [
        { ...job, kind: 'import' },
        { ...job, kind: 'bulkAction' },
        { ...job, kind: 'sendingAction', spec: { sequenceId: sequence.id } },
      ],
    })
    for (const kind of ['caseReply', 'caseAssigned', 'caseDue'])
      await db.systemEmail.create({ data: { organizationId, kind, address: 'ada@example.com', dueAt: recent } })
    const { waiting } = await getOperations(organizationId)
    const one = { count: 1, oldestAt: recent.toISOString(), isLate: false, sequenceId: null }
    expect(Object.fromEntries(waiting.map(({ kind, ...rest }) => [kind, rest]))).toEqual({
      steps: { count: 2, oldestAt: old.toISOString(), isLate: true, sequenceId: sequence.id },
      entries: { ...one, sequenceId: sequence.id },
      triggers: { ...one, oldestAt: expect.any(String) as string, sequenceId: sequence.id },
      imports: one,
      bulkActions: one,
      sendingActions: { ...one, sequenceId: sequence.id },
      deliveries: one,
      reviewReplies: one,
      reviewSyncs: one,
      customerEmails: one,
      systemEmails: { ...one, count: 2 },
    })
  })

  it('stops counting above ten thousand', async () => {
    await db.$executeRaw`
      INSERT INTO sending (id, organization_id, sequence_id, contact_id, email, status, anchor_at, due_at, updated_at)
      SELECT uuid_v7(), ${organizationId}::uuid, ${sequence.id}::uuid, uuid_v7(), '', 'queued', now(), now() - n * interval '1 millisecond', now()
      FROM generate_series(1, ${OPERATIONS_COUNT_MAX + 5}) n`
    const { waiting } = await getOperations(organizationId)
    expect(waiting).toMatchObject([{ kind: 'steps', count: OPERATIONS_COUNT_MAX + 1 }])
  })
})

describe('what is on hold', () => {
  it('counts what waits for stopped sending, until it is resumed', async () => {
    const stoppedAt = ago(HOUR_MS)
    await db.organization.update({ where: { id: organizationId }, data: { sendingStoppedAt: stoppedAt } })
    await aSendingWithSteps(sequence, [{ status: 'scheduled', reason: makeReason('reputation') }], { dueAt: null })
    const { faults, pauses } = await getOperations(organizationId)
    expect(faults).toMatchObject([
      { kind: 'restriction', code: 'reputation', count: 1, since: stoppedAt.toISOString() },
    ])
    expect(pauses).toEqual([])
    expect(await countFaults(organizationId)).toEqual({ count: 1 })
    await resumeSending(organizationId)
    expect((await getOperations(organizationId)).faults).toEqual([])
  })

  it('names what a person must resolve', async () => {
    const at = ago(DAY_MS)
    const texts = await aSequence(organizationId, [], { status: 'paused', pauseReason: 'texts' })
    const webhook = await aSigningSubscription(organizationId, ['new_contact'], { active: false, deactivatedAt: at })
    const site = { url: 'https://reviews.example', token: 'x' }
    const source = await aFeedSource(organizationId, site, { status: 'reconnect', nextSyncAt: null, failedAt: at })
    await db.sendingDomain.create({
      data: {
        organizationId,
        domain: 'example.com',
        localPart: 'hello',
        dkimSelector: 's',
        dkimPublicKey: '',
        dkimPrivateKey: '',
        nextCheckAt: ahead(HOUR_MS),
        verifiedAt: at,
        failingSince: at,
      },
    })
    const { faults, pauses } = await getOperations(organizationId)
    const since = at.toISOString()
    expect(faults).toMatchObject([
      { kind: 'sequence', code: 'texts', recordId: texts.id },
      { kind: 'reviewSource', code: 'credentials', recordId: source.id, since },
      { kind: 'sendingDomain', code: 'failing', name: 'example.com', since },
      { kind: 'webhook', code: 'deactivated', recordId: webhook.id, since },
    ])
    expect(pauses).toEqual([])
    expect(await countFaults(organizationId)).toEqual({ count: 4 })
  })

  it('names what was paused, and what goes on by itself, with the number of people and when', async () => {
    const until = ahead(HOUR_MS)
    const pausedAt = ago(HOUR_MS)
    const quiet = { status: 'scheduled', reason: makeReason('quietHours', { until: until.toISOString() }) }
    await aSendingWithSteps(sequence, [quiet], { dueAt: until })
    await aSendingWithSteps(sequence, [quiet], { dueAt: null, pausedAt })
    await aSendingWithSteps(sequence, [{ ...quiet, dueAt: ago(MINUTE_MS) }], { dueAt: ago(MINUTE_MS) })
    const paused = await aSequence(organizationId, [], { status: 'paused' })
    await aSending(organizationId, paused.id, { dueAt: null })
    await aSequence(organizationId, [], { status: 'paused' })
    const { id: ownerKeyId } = await anApiKey(organizationId, ['contacts:read'])
    await db.apiKey.update({ where: { id: ownerKeyId }, data: { isActive: false } })
    const webhook = await aSigningSubscription(organizationId, ['new_contact'], { ownerKeyId })
    await aDelivery(organizationId, webhook.id, { nextAttemptAt: null })
    const site = { url: 'https://reviews.example', token: 'x' }
    const source = await aFeedSource(organizationId, site, { failures: 2, failedAt: pausedAt, nextSyncAt: until })
    const { faults, pauses } = await getOperations(organizationId)
    expect(faults).toEqual([])
    expect(pauses).toMatchObject([
      { kind: 'sequence', code: 'paused', recordId: paused.id, count: 1 },
      { kind: 'people', recordId: sequence.id, name: sequence.name, count: 1, since: pausedAt.toISOString() },
      { kind: 'webhook', code: 'paused', recordId: webhook.id, count: 1 },
      { kind: 'reviewSource', code: 'failing', recordId: source.id, until: until.toISOString() },
      { kind: 'rule', code: 'quietHours', count: 1, until: until.toISOString() },
    ])
  })
})

describe('what failed', () => {
  it('groups the failures of seven days by reason, and leaves older ones out', async () => {
    const endedAt = ago(DAY_MS)
    const refused = { status: 'failed', reason: makeReason('refused', { words: '550' }), endedAt, sentAt: null }
    for (const row of [refused, refused, { ...refused, endedAt: ago(8 * DAY_MS) }, { status: 'bounced', endedAt }])
      await aSendingWithSteps(sequence, [row])
    const webhook = await aSigningSubscription(organizationId, ['new_contact'])
    const delivery = await aDelivery(organizationId, webhook.id, {
      status: 'failed',
      attemptCount: 1,
      nextAttemptAt: null,
      deadLetter: true,
      endedAt,
    })
    await db.webhookAttempt.create({
      data: {
        organizationId,
        subscriptionId: webhook.id,
        deliveryId: delivery.id,
        attempt: 1,
        success: false,
        error: 'TIMEOUT',
        finishedAt: endedAt,
      },
    })
    const url = await anActiveAddress(organizationId, sequence.id)
    await postAndDecide(organizationId, url, { name: 'Ada' })
    await postAndDecide(organizationId, url, { email: (await aContact(organizationId)).email })
    await aReview(organizationId, { replyState: 'failed', replyText: 'Thanks', respondedAt: endedAt })
    const { failures } = await getOperations(organizationId)
    expect(failures[0]).toEqual({
      kind: 'message',
      code: 'refused',
      recordId: sequence.id,
      name: sequence.name,
      count: 2,
      latestAt: endedAt.toISOString(),
    })
    expect(failures.slice(1).toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toMatchObject([
      { kind: 'delivery', code: 'TIMEOUT', recordId: webhook.id, name: webhook.hookUrl, count: 1 },
      { kind: 'message', code: 'bounced', recordId: sequence.id, count: 1 },
      { kind: 'reviewReply', code: 'failed', count: 1 },
      { kind: 'trigger', code: 'invalid', recordId: sequence.id, count: 1 },
    ])
  })
})
