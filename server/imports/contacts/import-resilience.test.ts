import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import * as contactJob from '../../contact-jobs/contact-job'
import { contactJobKinds } from '../../contact-jobs/contact-job-kinds'
import { contactJobQueue } from '../../contact-jobs/contact-job-queue'
import { performContactJob } from '../../contact-jobs/perform-contact-job'
import { db } from '../../db'
import { anOrganization, aSubscription } from '../../testing/factories/basics'
import { runQueue } from '../../testing/queues'
import { pickByTestLength } from '../../testing/test-length'
import { cancelContactImport, changeImportSettings } from './change-import'
import { CHUNK_BYTES } from './constants'
import { prepareImport, presentOutcomes, startPreparedImport, uploadFile } from './import-fixture'
import { castImportJob } from './import-spec'
import { getContactImport } from './present-import'
import { completeImportUpload, startContactImport, uploadImportChunk } from './upload'

/** Three batches, so that one is interrupted after another and before the last. */
const ROWS = pickByTestLength(2100, 2500)
/** Two batches. */
const ROWS_OF_TWO_BATCHES = 1100

function buildFile(rows: number): string {
  const lines = Array.from({ length: rows }, (_, n) =>
    n % 500 === 7 ? `broken ${n},X` : `person${n}@example.com,Person ${n}`,
  )
  return ['email,first name', ...lines, 'person1@example.com,Again'].join('\n')
}

const EXPECTED = { created: ROWS - 5, refused: 5, duplicate: 1 }
const EXPECTED_OF_TWO_BATCHES = { created: ROWS_OF_TWO_BATCHES - 3, refused: 3, duplicate: 1 }

/** Interrupts one batch of the job: in the transaction, after its work, or between its commit and what follows. */
async function interruptOnce(organizationId: string, id: string, at: 'before commit' | 'after commit'): Promise<void> {
  const { open } = contactJobKinds.import
  const opened = vi.spyOn(contactJobKinds.import, 'open').mockImplementationOnce(async (job) => {
    const run = await open(job)
    let batches = 0
    return {
      ...run,
      load: async (current) => {
        batches += 1
        if (at === 'after commit' && batches === 2) throw new Error('killed after commit')
        return run.load(current)
      },
      apply: async (work, current, batch) => {
        const step = await run.apply(work, current, batch)
        if (at === 'before commit' && batches === 2) throw new Error('killed before commit')
        return step
      },
    }
  })
  await expect(performContactJob(organizationId, id, Infinity)).rejects.toThrow('killed')
  opened.mockRestore()
}

it.each(['before commit', 'after commit'] as const)(
  'an import whose process is killed %s of a batch, in each of its passes, neither doubles nor loses a row',
  async (at) => {
    const organizationId = await anOrganization()
    await aSubscription(organizationId, ['new_contact'])
    const id = await uploadFile(organizationId, buildFile(ROWS))
    await interruptOnce(organizationId, id, at)
    expect(await db.contactImportRow.count({ where: { organizationId } })).toBe(1000)
    await performContactJob(organizationId, id, 0)
    await performContactJob(organizationId, id, 0)
    expect(await db.contactImportRow.count({ where: { organizationId } })).toBe(ROWS + 1)
    await interruptOnce(organizationId, id, at)
    await performContactJob(organizationId, id, Infinity)
    expect(presentOutcomes((await getContactImport(organizationId, id, 'en')).dryCounts)).toEqual(EXPECTED)
    await startPreparedImport(organizationId, id)
    await interruptOnce(organizationId, id, at)
    expect(await db.contact.count({ where: { organizationId } })).toBe(998)
    await performContactJob(organizationId, id, Infinity)
    const done = await getContactImport(organizationId, id, 'en')
    expect(done.status).toBe('done')
    expect(presentOutcomes(done.counts)).toEqual(EXPECTED)
    expect(await db.contact.count({ where: { organizationId } })).toBe(EXPECTED.created)
    expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(EXPECTED.created)
  },
)

it('two workers at once on one import create each contact once', async () => {
  const organizationId = await anOrganization()
  const { id } = await prepareImport(organizationId, buildFile(ROWS_OF_TWO_BATCHES))
  await startPreparedImport(organizationId, id)
  await Promise.all([1, 2, 3].map(() => performContactJob(organizationId, id, Infinity)))
  await runQueue(contactJobQueue, organizationId)
  const done = await getContactImport(organizationId, id, 'en')
  expect([done.status, presentOutcomes(done.counts)]).toEqual(['done', EXPECTED_OF_TWO_BATCHES])
  expect(await db.contact.count({ where: { organizationId } })).toBe(EXPECTED_OF_TWO_BATCHES.created)
})

it('two imports at once of the same people create each of them once', async () => {
  const organizationId = await anOrganization()
  const [one, other] = [
    await prepareImport(organizationId, buildFile(ROWS_OF_TWO_BATCHES)),
    await prepareImport(organizationId, buildFile(ROWS_OF_TWO_BATCHES)),
  ]
  await startPreparedImport(organizationId, one.id)
  await startPreparedImport(organizationId, other.id)
  await Promise.all([one, other].map(({ id }) => performContactJob(organizationId, id, Infinity)))
  await runQueue(contactJobQueue, organizationId)
  const counts = await Promise.all(
    [one, other].map(async ({ id }) => (await getContactImport(organizationId, id, 'en')).counts),
  )
  expect(counts.reduce((sum, { created }) => sum + created, 0)).toBe(EXPECTED_OF_TWO_BATCHES.created)
  expect(await db.contact.count({ where: { organizationId } })).toBe(EXPECTED_OF_TWO_BATCHES.created)
})

it('an import that is cancelled keeps what is done, and forgets the rest of the file', async () => {
  const organizationId = await anOrganization()
  const { id } = await prepareImport(organizationId, buildFile(ROWS_OF_TWO_BATCHES))
  await startPreparedImport(organizationId, id)
  await performContactJob(organizationId, id, 0)
  expect(await cancelContactImport(organizationId, id)).toEqual({ removed: false })
  await runQueue(contactJobQueue, organizationId)
  expect(await getContactImport(organizationId, id, 'en')).toMatchObject({
    status: 'cancelled',
    counts: { created: 998, refused: 2 },
    undo: { state: 'possible' },
  })
  expect(await db.contact.count({ where: { organizationId } })).toBe(998)
  expect(await db.contactImportRow.count({ where: { organizationId, outcome: 'pending' } })).toBe(0)
})

it('a batch that was computed with settings that have changed since is not applied', async () => {
  const organizationId = await anOrganization()
  const { id } = await prepareImport(organizationId, 'email,name\nada@example.com,Ada\n')
  const { open } = contactJobKinds.import
  const { spec } = castImportJob(await contactJob.loadContactJob(organizationId, id))
  if (spec.settings === null) throw new Error('not read')
  const settings = spec.settings
  await changeImportSettings(organizationId, id, settings)
  vi.spyOn(contactJobKinds.import, 'open').mockImplementationOnce(async (job) => {
    const run = await open(job)
    const load: typeof run.load = async (current) => {
      const batch = await run.load(current)
      await changeImportSettings(organizationId, id, { ...settings, targets: ['ignored', 'email'] })
      return batch
    }
    return { ...run, load }
  })
  await performContactJob(organizationId, id, Infinity)
  await runQueue(contactJobQueue, organizationId)
  expect(presentOutcomes((await getContactImport(organizationId, id, 'en')).dryCounts)).toEqual({ refused: 1 })
})

it('an organization has at most three imports in work, also when they start at once', async () => {
  const organizationId = await anOrganization()
  const start = () =>
    startContactImport(organizationId, { records: 'people', fileName: null, sha256: null, fileBytes: 5 })
  const started = await Promise.allSettled(Array.from({ length: 6 }, start))
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const first = await db.contactJob.findFirstOrThrow({ where: { organizationId } })
  expect(await cancelContactImport(organizationId, first.id)).toEqual({ removed: true })
  await start()
})

it('refuses parts of a file out of order, of another size or after the end, and a file that is not complete', async () => {
  const organizationId = await anOrganization()
  const bytes = Buffer.alloc(CHUNK_BYTES + 10, 'a@example.com\n')
  const { id } = await startContactImport(organizationId, {
    records: 'people',
    fileName: null,
    sha256: null,
    fileBytes: bytes.length,
  })
  const send = (index: number, part: Buffer) =>
    uploadImportChunk(organizationId, { id, index, base64: part.toString('base64') })
  const first = bytes.subarray(0, CHUNK_BYTES)
  await expect(send(1, bytes.subarray(CHUNK_BYTES))).rejects.toMatchObject({ fields: { file: ['import.chunk'] } })
  await expect(send(0, first.subarray(1))).rejects.toMatchObject({ fields: { file: ['import.chunk'] } })
  await expect(completeImportUpload(organizationId, id)).rejects.toMatchObject({
    fields: { file: ['import.incomplete'] },
  })
  await send(0, first)
  expect(await send(0, first)).toEqual({ uploadedChunks: 1 })
  expect(await send(1, bytes.subarray(CHUNK_BYTES))).toEqual({ uploadedChunks: 2 })
  await expect(send(2, Buffer.alloc(0))).rejects.toMatchObject({ fields: { file: ['import.chunk'] } })
  await completeImportUpload(organizationId, id)
  await expect(send(0, first)).rejects.toMatchObject({ fields: { file: ['import.chunk'] } })
})

it('an unknown property or location in the settings is refused, also one of another organization', async () => {
  const [organizationId, other] = [await anOrganization(), await anOrganization()]
  const { id: locationId } = await db.location.create({ data: { organizationId: other, name: 'Elsewhere' } })
  const { id, settings } = await prepareImport(organizationId, 'email,name\nada@example.com,Ada\n')
  if (settings === null) throw new Error('not read')
  const change = (changes: object) => changeImportSettings(organizationId, id, { ...settings, ...changes })
  await expect(change({ locationId })).rejects.toThrow('Location not found')
  await expect(change({ targets: ['email', 'property:plan'] })).rejects.toMatchObject({
    fields: { targets: ['import.target'] },
  })
  await expect(change({ targets: ['email'] })).rejects.toMatchObject({ fields: { targets: ['import.target'] } })
  await expect(change({ targets: ['email', 'email'] })).rejects.toMatchObject({
    fields: { 'targets.1': ['import.targetTwice'] },
  })
  await change({ targets: ['ignored', 'ignored'] })
  await runQueue(contactJobQueue, organizationId)
  await expect(startPreparedImport(organizationId, id)).rejects.toMatchObject({
    fields: { targets: ['import.emailColumn'] },
  })
})

it('goes on with an interrupted upload of the same file by the same person, and refuses content that is not what was announced', async () => {
  const organizationId = await anOrganization()
  const bytes = Buffer.alloc(CHUNK_BYTES + 12, 'a@example.com\n')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { records: 'people', fileName: 'people.csv', fileBytes: bytes.length, sha256 } as const
  const { id } = await startContactImport(organizationId, file)
  const send = (index: number, content = bytes) =>
    uploadImportChunk(organizationId, {
      id,
      index,
      base64: content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES).toString('base64'),
    })
  await send(0)
  expect(await startContactImport(organizationId, { ...file, records: 'bounces' })).toEqual({ id, uploadedChunks: 1 })
  const { id: otherId } = await startContactImport(organizationId, { ...file, sha256: 'f'.repeat(64) })
  expect(otherId).not.toBe(id)
  await send(1)
  await completeImportUpload(organizationId, id)
  expect((await getContactImport(organizationId, id, 'en')).records).toBe('bounces')

  const { id: thirdId } = await startContactImport(organizationId, file)
  expect(thirdId).not.toBe(id)
  for (const index of [0, 1])
    await uploadImportChunk(organizationId, {
      id: thirdId,
      index,
      base64: Buffer.alloc(index === 0 ? CHUNK_BYTES : 12, 'b@example.com\n').toString('base64'),
    })
  await expect(completeImportUpload(organizationId, thirdId)).rejects.toMatchObject({
    fields: { file: ['import.chunk'] },
  })
  expect(await db.contactJob.count({ where: { organizationId, id: thirdId } })).toBe(0)
})
