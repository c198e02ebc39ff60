import type { ImportSpec } from '../../imports/contacts/import-spec'
import type { ImportSettings } from '../../imports/contacts/schema'
import type { RowBatch } from './row-batch'
import type { TenantColumns } from './tenant-reviews'

export const IMPORT_FILE = Buffer.from('email,name\nada@example.com,Ada\n')

export const IMPORT_SETTINGS: ImportSettings = {
  targets: ['email', 'firstName'],
  dateOrder: 'dmy',
  decimalMark: '.',
  onExisting: 'update',
  onUnreadable: 'refuse',
  createMissing: true,
  declareProperties: false,
  silent: false,
  tags: [],
  locationId: null,
  companyId: null,
  surveyId: null,
  sequenceId: null,
  metric: 'nps',
}

/** An import in each state that an operation needs. */
export function addImports(rows: RowBatch, base: TenantColumns, canary: string, contact: string) {
  const add = (status: string, data: object = {}) => {
    const isDraft = status === 'draft'
    const spec: ImportSpec = {
      records: 'people',
      fileName: `File ${canary}.csv`,
      fileBytes: IMPORT_FILE.length,
      hints: {},
      table: isDraft ? null : TABLE,
      settings: isDraft ? null : IMPORT_SETTINGS,
    }
    return rows.add('ContactJob', { ...base, kind: 'import', status, spec, ...data })
  }
  const draftImport = add('draft')
  const readyImport = add('ready', { total: 1, counts: { [canary]: 1 }, dryCounts: { created: 1, [canary]: 1 } })
  const finishedImport = add('done', {
    total: 1,
    counts: { updated: 1 },
    startedAt: new Date(),
    finishedAt: new Date(),
  })
  for (const jobId of [draftImport, readyImport])
    rows.add('ContactImportChunk', { ...base, jobId, position: 0, bytes: IMPORT_FILE })
  rows.add('ContactImportRow', {
    ...base,
    jobId: readyImport,
    position: 2,
    cells: ['ada@example.com', canary],
    reasons: [canary],
  })
  const changes = { title: [canary, `Title ${canary}`] }
  rows.add('ContactImportRow', {
    ...base,
    jobId: finishedImport,
    position: 2,
    outcome: 'updated',
    contactId: contact,
    changes,
  })
  return { draftImport, readyImport, finishedImport }
}

const TABLE: ImportSpec['table'] = {
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  sheets: [],
  sheet: null,
  headerPosition: 1,
  header: ['email', 'name'],
}
