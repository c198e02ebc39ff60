import { createHash } from 'node:crypto'
import { getCurrentActorContext } from '../../actor-context'
import { now } from '../../clock'
import { insertContactJob, lockContactJob } from '../../contact-jobs/contact-job'
import type { Tx } from '../../db'
import { ValidationError } from '../../errors'
import { acquireCountLimitLock } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import { transact } from '../../unit-of-work'
import { FileFault } from '../files/file-fault'
import { CHUNK_BYTES, IMPORTS_IN_WORK_MAX } from './constants'
import { describeFileFault } from './file-messages'
import { castImportJob, type ImportSpec } from './import-spec'
import { describeTable, openImportFile, readChunks } from './read-file'
import type { ImportTable, StartContactImport, UploadImportChunk } from './schema'

const IN_WORK = ['draft', 'reading', 'checking', 'ready', 'running']

/**
 * Begins an upload, or finds the unfinished one of the same file by the same person, which goes on after the parts that have arrived.
 * @throws {ValidationError} if the organization has as many imports in work as it may
 */
export async function startContactImport(
  organizationId: string,
  file: StartContactImport,
): Promise<{ id: string; uploadedChunks: number }> {
  const { actor } = getCurrentActorContext()
  const createdById = actor.type === 'user' ? actor.id : null
  return transact(async ({ tx }) => {
    await acquireCountLimitLock(tx, organizationId, 'contact_import')
    const unfinished = await findUnfinishedUpload(tx, organizationId, createdById, file)
    if (unfinished) return unfinished
    const inWork = await tx.contactJob.count({ where: { organizationId, kind: 'import', status: { in: IN_WORK } } })
    if (inWork >= IMPORTS_IN_WORK_MAX)
      throw new ValidationError({ body: [localizableMessage('import.tooMany', { maximum: IMPORTS_IN_WORK_MAX })] })
    const spec: ImportSpec = { ...file, hints: {}, table: null, settings: null }
    const { id } = await insertContactJob(tx, organizationId, { kind: 'import', status: 'draft', spec, createdById })
    return { id, uploadedChunks: 0 }
  })
}

async function findUnfinishedUpload(
  tx: Tx,
  organizationId: string,
  createdById: string | null,
  file: StartContactImport,
): Promise<{ id: string; uploadedChunks: number } | null> {
  if (file.sha256 === null) return null
  const draft = await tx.contactJob.findFirst({
    where: {
      organizationId,
      kind: 'import',
      status: 'draft',
      createdById,
      AND: [
        { spec: { path: ['sha256'], equals: file.sha256 } },
        { spec: { path: ['fileBytes'], equals: file.fileBytes } },
      ],
    },
    orderBy: { createdAt: 'desc' },
  })
  if (!draft) return null
  const { id } = await lockContactJob(tx, organizationId, draft.id, 'import')
  const spec: ImportSpec = { ...file, hints: {}, table: null, settings: null }
  await tx.contactJob.updateMany({ where: { organizationId, id, status: 'draft' }, data: { spec } })
  return { id, uploadedChunks: await tx.contactImportChunk.count({ where: { organizationId, jobId: id } }) }
}

/**
 * Stores a part of the file. Parts arrive in order; one that arrives again replaces itself.
 * @returns the number of parts that are stored
 * @throws {ValidationError} for one that is not the next, or has not the size that it must have
 */
export async function uploadImportChunk(
  organizationId: string,
  { id, index, base64 }: UploadImportChunk,
): Promise<{ uploadedChunks: number }> {
  const bytes = Buffer.from(base64, 'base64')
  return transact(async ({ tx }) => {
    const { status, spec } = castImportJob(await lockContactJob(tx, organizationId, id, 'import'))
    const stored = await tx.contactImportChunk.count({ where: { organizationId, jobId: id } })
    const expected = Math.min(CHUNK_BYTES, spec.fileBytes - index * CHUNK_BYTES)
    if (status !== 'draft' || index > stored || bytes.length !== expected)
      throw new ValidationError({ file: [localizableMessage('import.chunk')] })
    const key = { organizationId, jobId: id, position: index }
    await tx.contactImportChunk.upsert({
      where: { organizationId_jobId_position: key },
      create: { ...key, bytes },
      update: { bytes },
      select: { position: true },
    })
    return { uploadedChunks: Math.max(stored, index + 1) }
  })
}

/**
 * Ends the upload and queues the reading of the file. A file that is no table is removed with its import.
 * @throws {NotFound} @throws {ValidationError} under `file` if it cannot be read, or is not complete
 */
export async function completeImportUpload(organizationId: string, id: string): Promise<void> {
  const table = await describeUploadedFile(organizationId, id)
  await transact(async ({ tx, signal }) => {
    const { status, spec } = castImportJob(await lockContactJob(tx, organizationId, id, 'import'))
    if (status !== 'draft') return
    const data = { status: 'reading', dueAt: now(), spec: { ...spec, table } }
    await tx.contactJob.update({ where: { organizationId, id }, data })
    signal({ queue: 'contacts/jobs', organizationId })
  })
}

async function describeUploadedFile(organizationId: string, id: string): Promise<ImportTable | null> {
  const job = await transact(async ({ tx }) => {
    const locked = castImportJob(await lockContactJob(tx, organizationId, id, 'import'))
    const stored = await tx.contactImportChunk.count({ where: { organizationId, jobId: id } })
    if (locked.status === 'draft' && stored < Math.ceil(locked.spec.fileBytes / CHUNK_BYTES))
      throw new ValidationError({ file: [localizableMessage('import.incomplete')] })
    return locked
  })
  if (job.status !== 'draft') return null
  const { sha256 } = job.spec
  if (sha256 && sha256 !== (await hashUploadedFile(organizationId, id))) {
    await removeDraft(organizationId, id)
    throw new ValidationError({ file: [localizableMessage('import.chunk')] })
  }
  try {
    return await describeFile(organizationId, id, job.spec)
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    await removeDraft(organizationId, id)
    throw new ValidationError({ file: [describeFileFault(error.code, error.details)] })
  }
}

function removeDraft(organizationId: string, id: string) {
  return transact(({ tx }) => tx.contactJob.deleteMany({ where: { organizationId, id, status: 'draft' } }))
}

async function hashUploadedFile(organizationId: string, id: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of readChunks(organizationId, id)) hash.update(chunk)
  return hash.digest('hex')
}

/** @throws {FileFault} */
export async function describeFile(organizationId: string, id: string, spec: ImportSpec): Promise<ImportTable> {
  const table = await openImportFile(organizationId, id, spec)
  await table.close()
  return describeTable(table)
}
