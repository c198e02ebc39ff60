import { expect, it, vi } from 'vitest'
import { contactJobKinds } from '../../contact-jobs/contact-job-kinds'
import { contactJobQueue } from '../../contact-jobs/contact-job-queue'
import { performContactJob } from '../../contact-jobs/perform-contact-job'
import { db } from '../../db'
import { deleteExpiredRows } from '../../retention/retention'
import { anOrganization } from '../../testing/factories/basics'
import { runQueue } from '../../testing/queues'
import { cancelContactImport } from './change-import'
import { prepareImport, startPreparedImport, uploadFile } from './import-fixture'
import { getContactImport } from './present-import'
import { undoContactImport } from './undo/undo-import'

const ATTEMPTS = 5

async function failFinally(organizationId: string, id: string): Promise<void> {
  const { open } = contactJobKinds.import
  const opened = vi.spyOn(contactJobKinds.import, 'open').mockImplementation(async (job) => ({
    ...(await open(job)),
    load: () => Promise.reject(new Error('broken')),
  }))
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1)
    await expect(performContactJob(organizationId, id, Infinity)).rejects.toThrow('broken')
  opened.mockRestore()
}

it('an import that fails after it wrote contacts is kept with what it did, and can be undone', async () => {
  const organizationId = await anOrganization()
  const rows = Array.from({ length: 1500 }, (_, n) => `person${n}@example.com`)
  const { id } = await prepareImport(organizationId, ['email', ...rows].join('\n'))
  await startPreparedImport(organizationId, id)
  await performContactJob(organizationId, id, 0)
  await failFinally(organizationId, id)
  expect(await getContactImport(organizationId, id, 'en')).toMatchObject({
    status: 'failed',
    counts: { created: 1000 },
    undo: { state: 'possible' },
  })
  expect(await cancelContactImport(organizationId, id)).toEqual({ removed: false })
  await deleteExpiredRows()
  expect(await db.contactImportRow.count({ where: { organizationId } })).toBe(1000)
  await undoContactImport(organizationId, id)
  await runQueue(contactJobQueue, organizationId)
  expect((await getContactImport(organizationId, id, 'en')).undo).toEqual({ state: 'done', counts: { deleted: 1000 } })
  expect(await db.contact.count({ where: { organizationId } })).toBe(0)
})

it('the file of an import that could not be read is deleted, and the import can be discarded', async () => {
  const organizationId = await anOrganization()
  const id = await uploadFile(organizationId, 'email\nada@example.com\n')
  await failFinally(organizationId, id)
  expect(await db.contactImportChunk.count({ where: { organizationId } })).toBe(1)
  await deleteExpiredRows()
  expect(await db.contactImportChunk.count({ where: { organizationId } })).toBe(0)
  expect(await cancelContactImport(organizationId, id)).toEqual({ removed: true })
})
