import { CONTACT_JOB_BATCH_SIZE } from '../../contact-jobs/constants'
import type { ContactJob, JobRun } from '../../contact-jobs/contact-job'
import { JobFailure } from '../../contact-jobs/job-failure'
import { db } from '../../db'
import { FileFault } from '../files/file-fault'
import { type OpenedTable, openTable } from '../files/open-table'
import type { Cell, TableRow } from '../files/table-row'
import { insertStagedRows, type StagedRow } from './import-queries'
import { castImportJob, type ImportSpec } from './import-spec'
import type { ImportTable } from './schema'
import { suggestSettings } from './suggest-settings'

const BATCH_CHARACTERS = 4 * 1024 * 1024

type Batch = { rows: StagedRow[]; isLast: boolean }

/** Stores the rows of the uploaded file, whatever they mean, and suggests how to import them. */
export async function openReading(job: ContactJob): Promise<JobRun<Batch>> {
  const { organizationId, id, spec, position: checkpoint } = castImportJob(job)
  const table = await withFileFaults(() => openImportFile(organizationId, id, spec))
  const rows = table.rows(checkpoint)
  return {
    load: () => withFileFaults(() => takeBatch(rows)),
    async apply({ tx }, { counts, position }, batch) {
      await insertStagedRows(tx, organizationId, id, batch.rows)
      const read = batch.rows.length
      const step = { position: batch.rows.at(-1)?.position ?? position, counts: { read } }
      if (!batch.isLast) return step
      const total = (counts['read'] ?? 0) + read
      if (total === 0) throw new JobFailure({ code: 'noRows', details: {} })
      const described = { ...spec, table: describeTable(table) }
      const data = {
        total,
        counts: {},
        spec: { ...described, ...(await suggestSettings(tx, organizationId, id, described)) },
      }
      return { ...step, next: { status: 'checking', data } }
    },
    close: async () => {
      await rows.return(undefined)
      await table.close()
    },
  }
}

/** @throws {FileFault} */
export function openImportFile(
  organizationId: string,
  id: string,
  { hints: { records: _records, ...hints }, fileName }: ImportSpec,
): Promise<OpenedTable> {
  return openTable(readChunks(organizationId, id), { ...hints, ...(fileName === null ? {} : { fileName }) })
}

export function describeTable({
  format,
  encoding,
  delimiter,
  sheets,
  sheet,
  headerPosition,
  header,
}: OpenedTable): ImportTable {
  return { format, encoding, delimiter, sheets, sheet, headerPosition, header: header.map(toStorableText) }
}

export async function* readChunks(organizationId: string, jobId: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const where = { organizationId_jobId_position: { organizationId, jobId, position } }
    const chunk = await db.contactImportChunk.findUnique({ where, select: { bytes: true } })
    if (!chunk) return
    yield chunk.bytes
  }
}

async function takeBatch(rows: AsyncGenerator<TableRow>): Promise<Batch> {
  const batch: StagedRow[] = []
  for (let characters = 0; batch.length < CONTACT_JOB_BATCH_SIZE && characters < BATCH_CHARACTERS; ) {
    const { done, value } = await rows.next()
    if (done) return { rows: batch, isLast: true }
    const cells = value.cells.map(toStorableCell)
    characters += cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
    batch.push({ position: value.position, cells })
  }
  return { rows: batch, isLast: false }
}

function toStorableCell(cell: Cell): Cell {
  return typeof cell === 'string' ? toStorableText(cell) : cell
}

/** PostgreSQL stores no NUL and no unpaired surrogates; as replacement characters they fail where they matter. */
function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed()
}

async function withFileFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    throw new JobFailure({ code: error.code, details: { ...error.details } }, { cause: error })
  }
}
