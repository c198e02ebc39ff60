import { now } from '../../clock'
import { type ContactJob, countOutcomes, type JobCounts, type JobRun } from '../../contact-jobs/contact-job'
import type { UpsertResult } from '../../contacts/apply-upsert-row'
import { upsertContacts } from '../../contacts/upsert-contacts'
import type { Tx } from '../../db'
import { remainingCapacity } from '../../jobs/backlog'
import type { UnitOfWork } from '../../unit-of-work'
import { importsContacts } from './constants'
import { enrolRows } from './enrol-rows'
import { listImportedContactIds, type ProcessedRow, recordRowOutcomes } from './import-queries'
import { castImportJob, type ReadyImportSpec, requireReadySpec } from './import-spec'
import { importSuppressions, suppressPeople } from './import-suppressions'
import { openRowLoader } from './load-rows'
import type { AcceptedRow, MappedRow } from './map-row'
import { importResponses } from './responses/import-responses'
import { countReasons, markDuplicates, toProcessedRow } from './row-outcome'

const FULL_BACKLOG_PAUSE_MS = 60_000

/** Imports the rows, up to 1,000 in a transaction. Waits while webhooks or sendings of the organization are backed up. */
export async function openImportRun(job: ContactJob): Promise<JobRun<MappedRow[]>> {
  const { organizationId, id, startedAt } = job
  const spec = requireReadySpec(castImportJob(job))
  const loadRows = await openRowLoader(organizationId, id, spec, { startedAt: startedAt ?? now() })
  return {
    async load({ position }) {
      const rows = await loadRows(position)
      return rows.length > 0 && (await isBacklogFull(organizationId, spec))
        ? new Date(now().getTime() + FULL_BACKLOG_PAUSE_MS)
        : rows
    },
    async apply(work, { position }, rows) {
      if (rows.length === 0) return { position, counts: {}, next: { status: 'done' } }
      const { processed: imported, extraCounts } = await importRows(work, organizationId, id, spec, rows)
      const processed = withOmissions(imported, rows)
      await recordRowOutcomes(work.tx, organizationId, id, processed)
      const outcomes = countOutcomes(processed.map(({ outcome }) => outcome))
      const counts = { ...outcomes, ...countReasons(processed), ...extraCounts }
      return { position: rows.at(-1)?.position ?? position, counts }
    },
  }
}

async function isBacklogFull(organizationId: string, { records, settings }: ReadyImportSpec): Promise<boolean> {
  const emits = importsContacts(records) && !settings.silent
  if (emits && (await remainingCapacity(organizationId, 'deliveries')) <= 0) return true
  return Boolean(settings.sequenceId) && (await remainingCapacity(organizationId, 'sendings')) <= 0
}

async function importRows(
  work: UnitOfWork,
  organizationId: string,
  jobId: string,
  spec: ReadyImportSpec,
  rows: readonly MappedRow[],
): Promise<{ processed: ProcessedRow[]; extraCounts: JobCounts }> {
  const refused = rows.filter(({ input }) => input === null).map(toRefusedRow)
  const accepted = rows.flatMap(({ input, ...row }) => (input === null ? [] : [{ ...row, input }]))
  if (!importsContacts(spec.records)) {
    const processed = await importSuppressions(work.tx, organizationId, jobId, spec, accepted)
    return { processed: [...refused, ...processed], extraCounts: {} }
  }
  const results = await importContacts(work, organizationId, jobId, spec, accepted)
  if (spec.records === 'answers') {
    const processed = await importResponses(work.tx, organizationId, jobId, accepted, results)
    const newContacts = results.filter(({ status }) => status === 'created').length
    return { processed: [...refused, ...processed], extraCounts: { newContacts } }
  }
  const processed = await describePeople(work.tx, organizationId, jobId, accepted, results)
  const { sequenceId } = spec.settings
  if (!sequenceId) return { processed: [...refused, ...processed], extraCounts: {} }
  const { sendingIds, counts } = await enrolRows(work, organizationId, { jobId, sequenceId }, accepted, results)
  const enrolled = processed.map((row) => {
    const sendingId = sendingIds.get(row.position)
    return sendingId === undefined ? row : { ...row, sendingId }
  })
  return { processed: [...refused, ...enrolled], extraCounts: counts }
}

/** Rows that were imported without some of their values get the reasons, too. */
function withOmissions(processed: readonly ProcessedRow[], rows: readonly MappedRow[]): ProcessedRow[] {
  const omissions = new Map(
    rows.flatMap(({ position, input, reasons }) =>
      input === null || reasons.length === 0 ? [] : [[position, reasons]],
    ),
  )
  return processed.map((row) => {
    const reasons = omissions.get(row.position)
    return reasons === undefined ? row : { ...row, reasons: [...(row.reasons ?? []), ...reasons] }
  })
}

function toRefusedRow({ position, reasons }: MappedRow): ProcessedRow {
  return { position, outcome: 'refused', contactId: null, reasons }
}

async function importContacts(
  work: UnitOfWork,
  organizationId: string,
  jobId: string,
  { settings }: ReadyImportSpec,
  rows: readonly AcceptedRow[],
): Promise<UpsertResult[]> {
  await suppressPeople(work.tx, organizationId, jobId, rows)
  return upsertContacts(
    work,
    organizationId,
    rows.map(({ input }) => input),
    {
      onExisting: settings.onExisting,
      tags: 'add',
      silent: settings.silent,
      createdVia: 'import',
      createdById: jobId,
    },
  )
}

async function describePeople(
  tx: Tx,
  organizationId: string,
  jobId: string,
  rows: readonly AcceptedRow[],
  results: readonly UpsertResult[],
): Promise<ProcessedRow[]> {
  const processed = rows.map(({ position }, index) => {
    const result = results[index]
    if (result === undefined) throw new Error('a row has no result')
    return toProcessedRow(position, result)
  })
  const ids = processed.flatMap(({ contactId }) => contactId ?? [])
  return markDuplicates(processed, await listImportedContactIds(tx, organizationId, jobId, ids))
}
