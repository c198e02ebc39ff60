import type { ContactJob } from '../../contact-jobs/contact-job'
import type { PropertyType } from '../../contact-properties/constants'
import type { LayoutName } from '../columns/recognize-layout'
import type { ImportRecords } from './constants'
import type { ImportSettings, ImportTable, ReadingHints } from './schema'

/** `spec` of a job of the kind `import`: complete from `checking` on. */
export type ImportSpec = {
  records: ImportRecords
  fileName: string | null
  fileBytes: number
  sha256?: string | null
  hints: ReadingHints
  table: ImportTable | null
  settings: ImportSettings | null
  /** A guess for each column, for those that are kept as new fields. */
  columnTypes?: PropertyType[]
  /** False if each date reads with the day or the month first. */
  isDateOrderCertain?: boolean
  /** The service that exported the file. */
  layout?: LayoutName | null
  /** Zone of its times, if that is known and not written beside them; otherwise that of the organization. */
  fileTimeZone?: string | null
  /** The earlier import whose settings are suggested. */
  recipe?: { id: string; fileName: string | null; createdAt: string } | null
}

export type ImportJob = ContactJob<ImportSpec>
export type ReadyImportSpec = ImportSpec & { table: ImportTable; settings: ImportSettings }

export function castImportJob(job: ContactJob): ImportJob {
  return job as ImportJob
}

/** @throws {Error} if the file was not read yet */
export function requireReadySpec({ spec, id }: ImportJob): ReadyImportSpec {
  const { table, settings } = spec
  if (table === null || settings === null) throw new Error(`the import ${id} was not read yet`)
  return { ...spec, table, settings }
}
