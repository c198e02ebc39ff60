import { beforeEach, expect, it } from 'vitest'
import { deleteContact } from '../contacts/delete-contact'
import { db } from '../db'
import { readListTotal } from '../list-totals'
import { aMessageEvent } from '../message-events/message-event-fixture'
import { recordMessageEvent } from '../message-events/record-message-event'
import { aContact, anOrganization } from '../testing/factories/basics'
import { aSurveyRequest } from '../testing/factories/responses'
import { aSequence } from '../testing/factories/sequences'
import { apiAs } from '../testing/rest-client'
import { databaseTime, SyncedCopy } from '../testing/synced-copy'
import { pickByTestLength } from '../testing/test-length'

const SENDINGS = pickByTestLength(400, 5000)
const STEPS = ['sent', 'bounced', 'answered', 'skipped']
const WRITERS = 4
const CHANGES = pickByTestLength(80, 1000)

let organizationId: string
let api: ReturnType<typeof apiAs>

beforeEach(async () => {
  organizationId = await anOrganization()
  api = apiAs(organizationId, 'sequences:read')
})

async function insertSendings(count: number): Promise<string[]> {
  const [{ id: sequenceId, steps }, contact] = [await aSequence(organizationId), await aContact(organizationId)]
  const { id: contactId, email } = contact
  const at = new Date()
  const rows = Array.from({ length: count }, () => ({
    organizationId,
    sequenceId,
    contactId,
    email,
    anchorAt: at,
    status: 'running',
  }))
  const sendings = await db.sending.createManyAndReturn({ data: rows, select: { id: true } })
  const step = { organizationId, stepId: steps[0]?.id ?? '', position: 0, type: 'survey', status: 'scheduled' }
  await db.sendingStep.createMany({
    data: sendings.map(({ id: sendingId }) => ({ ...step, sendingId, claimedAt: at })),
  })
  return sendings.map(({ id }) => id)
}

/** What the list shows of each sending, as stored. */
async function listStoredSendings(): Promise<Map<string, unknown>> {
  const rows = await db.sending.findMany({ where: { organizationId }, include: { steps: true } })
  return new Map(
    rows.map(({ id, status, updatedAt, steps }) => [id, [status, updatedAt.toISOString(), steps[0]?.status]]),
  )
}

type Synced = { id: string; status: string; updatedAt: string; lastStep: { status: string } | null }

it('a copy of sendings that is synced while their statuses and steps change misses none', async () => {
  const ids = await insertSendings(SENDINGS)
  const copy = new SyncedCopy(api, '/sendings')
  const progress = { isWriting: true }
  const write = async (writer: number, listed: readonly string[]) => {
    for (let n = writer; n < CHANGES; n += WRITERS) {
      // Every other one of those that were read already, and of those that were not.
      const id = (n % 4 < 2 ? listed : ids.slice(SENDINGS / 2))[n] ?? ''
      if (n % 2 === 0)
        await db.sendingStep.updateMany({ where: { sendingId: id }, data: { status: STEPS[(n / 2) % 4] ?? 'sent' } })
      else await db.sending.update({ where: { id }, data: { status: n % 3 === 0 ? 'completed' : 'cancelled' } })
    }
  }
  // So old that the first sync lists them all, and changes begin in the middle of it.
  const inserted = (await databaseTime()).getTime()
  await expect
    .poll(databaseTime, { timeout: 15_000, interval: 250 })
    .toSatisfy((at: Date) => at.getTime() > inserted + 4000)
  let writing: Promise<unknown> | undefined
  await copy.sync(async (read) => {
    if (read.length < SENDINGS / 5) return
    const listed = read.map(({ id }) => id)
    writing ??= Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer, listed))).finally(() => {
      progress.isWriting = false
    })
  })
  expect(writing).toBeDefined()
  while (progress.isWriting) await copy.sync()
  await writing
  await copy.syncAll()

  const synced = [...copy.records.values()] as unknown as Synced[]
  const copied = synced.map(
    ({ id, status, updatedAt, lastStep }) => [id, [status, updatedAt, lastStep?.status]] as const,
  )
  expect(new Map<string, unknown>(copied)).toEqual(await listStoredSendings())
  expect(await readListTotal(organizationId, 'sending')).toBe(SENDINGS)
})

it('a late bounce, a response, a step without its sending and the deletion of the contact each bring a sending again', async () => {
  const requests = []
  for (let n = 0; n < 4; n += 1) requests.push(await aSurveyRequest(organizationId))
  await db.sendingStep.updateMany({ where: { organizationId }, data: { claimedAt: new Date(), endedAt: new Date() } })
  const copy = new SyncedCopy(api, '/sendings')
  await copy.syncAll()
  const [bounced, answered, enrolled, deleted] = requests
  await recordMessageEvent(organizationId, bounced?.step.id ?? '', aMessageEvent('bounced'))
  const { id = '', updatedAt = new Date(0) } = answered?.step ?? {}
  await db.sendingStep.update({ where: { id }, data: { status: 'answered', updatedAt } })
  const step = { organizationId, stepId: enrolled?.sending.id ?? '', position: 1, type: 'wait', status: 'completed' }
  await db.sendingStep.create({ data: { ...step, sendingId: enrolled?.sending.id ?? '' } })
  await deleteContact(organizationId, deleted?.contact.id ?? '')

  const changed = (await copy.syncAll()) as unknown as { id: string; email: string }[]

  expect(new Set(changed.map((sending) => sending.id))).toEqual(new Set(requests.map(({ sending }) => sending.id)))
  expect(changed.find((sending) => sending.id === deleted?.sending.id)).toMatchObject({ email: '' })
})

it('a deleted sending is told', async () => {
  const { sending } = await aSurveyRequest(organizationId)
  await db.sending.delete({ where: { id: sending.id } })
  expect(await new SyncedCopy(api, '/sendings').syncAll()).toEqual([
    { id: sending.id, deleted: true, deletedAt: expect.any(String) },
  ])
  expect(await readListTotal(organizationId, 'sending')).toBe(0)
})
