import { contactJobQueue } from '../../contact-jobs/contact-job-queue'
import { db } from '../../db'
import { runQueue } from '../../testing/queues'
import { changeImportSettings, runContactImport } from './change-import'
import { CHUNK_BYTES } from './constants'
import { castImportJob } from './import-spec'
import { getContactImport } from './present-import'
import type { ImportSettings, StartContactImport } from './schema'
import { completeImportUpload, startContactImport, uploadImportChunk } from './upload'

export async function uploadFile(
  organizationId: string,
  content: string | Uint8Array,
  file: Partial<StartContactImport> = {},
): Promise<string> {
  const bytes = Buffer.from(content)
  const start = { records: 'people', fileName: 'people.csv', sha256: null, ...file } as const
  const { id } = await startContactImport(organizationId, { ...start, fileBytes: bytes.length })
  for (let index = 0; index * CHUNK_BYTES < bytes.length; index += 1) {
    const base64 = bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES).toString('base64')
    await uploadImportChunk(organizationId, { id, index, base64 })
  }
  await completeImportUpload(organizationId, id)
  return id
}

/** Uploads a file and counts what it would do, with these settings in place of the suggested ones. */
export async function prepareImport(
  organizationId: string,
  content: string | Uint8Array,
  settings: Partial<ImportSettings> = {},
  file: Partial<StartContactImport> = {},
) {
  const id = await uploadFile(organizationId, content, file)
  await runQueue(contactJobQueue, organizationId)
  if (Object.keys(settings).length > 0) {
    const job = castImportJob((await db.contactJob.findUniqueOrThrow({ where: { id } })) as never)
    if (job.spec.settings === null) throw new Error(`the file was not read: ${JSON.stringify(job.error)}`)
    await changeImportSettings(organizationId, id, { ...job.spec.settings, ...settings })
    await runQueue(contactJobQueue, organizationId)
  }
  return getContactImport(organizationId, id, 'en')
}

export async function startPreparedImport(organizationId: string, id: string): Promise<void> {
  await runContactImport(organizationId, id, { mayDeclareProperties: true })
}

export async function importFile(
  organizationId: string,
  content: string | Uint8Array,
  settings: Partial<ImportSettings> = {},
  file: Partial<StartContactImport> = {},
) {
  const { id } = await prepareImport(organizationId, content, settings, file)
  await startPreparedImport(organizationId, id)
  await runQueue(contactJobQueue, organizationId)
  return getContactImport(organizationId, id, 'en')
}

/** Counts without the outcomes that did not occur. */
export function presentOutcomes(counts: object | null): Record<string, number> {
  return Object.fromEntries(Object.entries(counts ?? {}).filter(([, count]) => count > 0))
}
