import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { db } from '../../db'
import { env } from '../../env'
import { prepareWorkerProcesses, type WorkerProcess, type WorkerProcesses } from '../../testing/chaos/worker-processes'
import { aContact, anEmailAddress, anOrganization } from '../../testing/factories/basics'
import { aSequence } from '../../testing/factories/sequences'
import { anActiveAddress, KEYED_MAPPING, listOutcomes, listRequests, post } from '../../testing/trigger-requests'
import { transact } from '../../unit-of-work'
import { executeSequence } from '../execute-sequence'

let workers: WorkerProcesses
let pair: WorkerProcess[]

beforeAll(async () => {
  workers = await prepareWorkerProcesses({
    databaseUrl: env.databaseUrl,
    authorities: '',
    entry: new URL('../../testing/chaos/trigger-worker.ts', import.meta.url),
  })
  pair = [workers.start(), workers.start()]
  await Promise.all(pair.map(({ ready }) => ready))
}, 60_000)
afterAll(() => workers.close())

async function decideWithBoth(organizationId: string): Promise<void> {
  await Promise.all(
    pair.map(async ({ child }) => {
      const answer = once(child, 'message')
      child.send(organizationId)
      expect((await answer)[0]).toBe('done')
    }),
  )
}

const countOutcomes = async (organizationId: string) => {
  const outcomes = await listOutcomes(organizationId)
  return Object.fromEntries(
    [...new Set(outcomes)].map((outcome) => [outcome, outcomes.filter((one) => one === outcome).length]),
  )
}

describe('twenty identical requests at once, decided by two processes', () => {
  it.each([
    ['with a key of the event', { mapping: KEYED_MAPPING, reentryDays: 0 }, { entered: 1, duplicate: 19 }],
    ['without a key, where people never enter again', { reentryDays: null }, { entered: 1, enteredBefore: 19 }],
    ['without a key, where people enter again after 30 days', { reentryDays: 30 }, { entered: 1, enteredBefore: 19 }],
    ['without a key, where people always enter again', { reentryDays: 0 }, { entered: 20 }],
  ])('%s', async (_, settings, expected) => {
    const organizationId = await anOrganization()
    const url = await anActiveAddress(organizationId, (await aSequence(organizationId)).id, settings)
    const body = { email: anEmailAddress(), order: 17 }
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(url, body)))
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 202))
    await decideWithBoth(organizationId)
    expect(await countOutcomes(organizationId)).toEqual(expected)
    expect(await db.sending.count({ where: { organizationId } })).toBe(expected.entered)
    expect(await db.contact.count({ where: { organizationId } })).toBe(1)
  })
})

it('a request and an enrolment over the API that are made at once wait for each other', async () => {
  const organizationId = await anOrganization()
  const sequenceId = (await aSequence(organizationId)).id
  const url = await anActiveAddress(organizationId, sequenceId)
  const { email } = await aContact(organizationId)
  await post(url, { email })
  await transact(async () => {
    await executeSequence(organizationId, { id: sequenceId, contacts: [{ email }] })
    const decided = decideWithBoth(organizationId)
    const isBlocked = async () => {
      const [row] = await db.$queryRaw<{ waiting: number }[]>`
        SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND application_name IN (${pair[0]?.name}, ${pair[1]?.name})`
      return (row?.waiting ?? 0) > 0
    }
    while (!(await isBlocked()));
    return { decided }
  }).then(({ decided }) => decided)
  expect(await countOutcomes(organizationId)).toEqual({ enteredBefore: 1 })
  expect(await db.sending.count({ where: { organizationId } })).toBe(1)
})

it('a process that is killed while it decides loses no request and enters none twice', async () => {
  const organizationId = await anOrganization()
  const sequenceId = (await aSequence(organizationId)).id
  const url = await anActiveAddress(organizationId, sequenceId, { mapping: KEYED_MAPPING, reentryDays: 0 })
  const people = Array.from({ length: 60 }, (_, order) => ({ email: anEmailAddress(), order }))
  expect((await post(url, people)).status).toBe(202)
  const worker = workers.start()
  await worker.ready
  worker.child.send(organizationId)
  while ((await db.sending.count({ where: { organizationId } })) < 5);
  await workers.kill(worker)
  const waiting = (await listOutcomes(organizationId)).filter((outcome) => outcome === null).length
  expect(waiting).toBeGreaterThan(0)
  // What the killed process was deciding is due again later.
  await db.triggerRequest.updateMany({ where: { organizationId, decidedAt: null }, data: { dueAt: new Date(0) } })
  await decideWithBoth(organizationId)
  const rows = await listRequests(organizationId)
  expect(rows.map(({ outcome }) => outcome)).toEqual(people.map(() => 'entered'))
  expect(new Set(rows.map(({ sendingId }) => sendingId)).size).toBe(60)
  expect(await db.sending.count({ where: { organizationId } })).toBe(60)
}, 60_000)
