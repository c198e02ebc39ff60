import { now } from '../../clock'
import { type ContactJob, countOutcomes, type JobCounts, type JobRun } from '../../contact-jobs/contact-job'
import type { UpsertResult } from '../../contacts/apply-upsert-row'
import { addSuppressions, recordOptOuts } from '../../contacts/suppression'
import { upsertContacts } from '../../contacts/upsert-contacts'
import type { Tx } from '../../db'
import { remainingCapacity } from '../../jobs/backlog'
import { addBlockedAddresses } from '../../suppressions/block-addresses'
import type { UnitOfWork } from '../../unit-of-work'
import { importAnswers } from './answers/import-answers'
import { listsContacts } from './constants'
import { listImportedContactIds, type ProcessedRow, recordRowOutcomes } from './import-queries'
import { type ReadyImportSpec, requireReadySpec, toImportJob } from './import-spec'
import { openRowLoader } from './load-rows'
import type { AcceptedRow, MappedRow } from './map-row'
import { countReasons, markDuplicates, toProcessedRow } from './row-outcome'

const FULL_BACKLOG_PAUSE_MS = 60_000

/** Imports the rows, up to 1,000 in a transaction. Waits while webhooks of the organization are backed up. */
export async function openRunning(job: ContactJob): Promise<JobRun<MappedRow[]>> {
  const { organizationId, id, startedAt } = job
  const spec = requireReadySpec(toImportJob(job))
  const loadRows = await openRowLoader(organizationId, id, spec, { startedAt: startedAt ?? now() })
  return {
    async load({ position }) {
      const rows = await loadRows(position)
      const emits = listsContacts(spec.records) && !spec.settings.silent
      if (emits && rows.length > 0 && (await remainingCapacity(organizationId, 'deliveries')) <= 0)
        return new Date(now().getTime() + FULL_BACKLOG_PAUSE_MS)
      return rows
    },
    async apply(work, { position }, rows) {
      if (rows.length === 0) return { position, counts: {}, next: { status: 'done' } }
      const { processed, extraCounts } = await importRows(work, organizationId, id, spec, rows)
      await recordRowOutcomes(work.tx, organizationId, id, processed)
      const outcomes = countOutcomes(processed.map(({ outcome }) => outcome))
      const counts = { ...outcomes, ...countReasons(processed), ...extraCounts }
      return { position: rows.at(-1)?.position ?? position, counts }
    },
  }
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
  if (!listsContacts(spec.records)) {
    const processed = await importSuppressions(work.tx, organizationId, jobId, spec, accepted)
    return { processed: [...refused, ...processed], extraCounts: {} }
  }
  const results = await importContacts(work, organizationId, jobId, spec, accepted)
  if (spec.records === 'answers') {
    const processed = await importAnswers(work.tx, organizationId, jobId, accepted, results)
    const newContacts = results.filter(({ status }) => status === 'created').length
    return { processed: [...refused, ...processed], extraCounts: { newContacts } }
  }
  const processed = await describePeople(work.tx, organizationId, jobId, accepted, results)
  const optedOut = rows.filter(({ optedOut: has }) => has !== false).length
  return { processed: [...refused, ...processed], extraCounts: { optedOut } }
}

function toRefusedRow({ position, reasons }: MappedRow): ProcessedRow {
  return { position, outcome: 'refused', contactId: null, reasons }
}

/** Opt-outs come first: a contact that is created by the same row starts opted out. */
async function importContacts(
  work: UnitOfWork,
  organizationId: string,
  jobId: string,
  { settings }: ReadyImportSpec,
  rows: readonly AcceptedRow[],
): Promise<UpsertResult[]> {
  await recordOptOuts(work.tx, organizationId, rows.flatMap(toOptOut), { createdVia: 'import', createdById: jobId })
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

function toOptOut({ input: { email }, optedOut }: AcceptedRow): { email: string; at: Date }[] {
  if (optedOut === false) return []
  return [{ email, at: optedOut === true ? now() : optedOut }]
}

async function importSuppressions(
  tx: Tx,
  organizationId: string,
  jobId: string,
  { records }: ReadyImportSpec,
  rows: readonly AcceptedRow[],
): Promise<ProcessedRow[]> {
  const listed = rows.filter(({ isListed }) => isListed !== false)
  const emails = [...new Set(listed.map(({ input }) => input.email))]
  const optOuts = listed.flatMap((row) => toOptOut({ ...row, optedOut: row.optedOut || true }))
  const source = { createdVia: 'import', createdById: jobId } as const
  const add = async () => {
    if (records === 'bounces') return addSuppressions(tx, organizationId, emails, 'bounced', source)
    if (records === 'blocked') return addBlockedAddresses(tx, organizationId, emails, source)
    return recordOptOuts(tx, organizationId, optOuts, source)
  }
  const added = new Set(await add())
  return rows.map(({ position, isListed, input: { email } }) => {
    if (isListed === false) return { position, outcome: 'skipped', contactId: null }
    // Of two rows with one address, the first adds it.
    return { position, outcome: added.delete(email) ? 'suppressed' : 'unchanged', contactId: null }
  })
}
