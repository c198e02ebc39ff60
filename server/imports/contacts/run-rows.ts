import { now } from '../../clock'
import { type ContactJob, countOutcomes, type JobRun } from '../../contact-jobs/contact-job'
import { addSuppressions, recordOptOuts } from '../../contacts/suppression'
import { upsertContacts } from '../../contacts/upsert-contacts'
import type { Tx } from '../../db'
import { remainingCapacity } from '../../jobs/backlog'
import type { UnitOfWork } from '../../unit-of-work'
import { listImportedContactIds, type ProcessedRow, recordRowOutcomes } from './import-queries'
import { type ReadyImportSpec, requireReadySpec, toImportJob } from './import-spec'
import { openRowLoader } from './load-rows'
import type { MappedRow } from './map-row'
import { countReasons, markDuplicates, toProcessedRow } from './row-outcome'

const FULL_BACKLOG_PAUSE_MS = 60_000

/** Imports the rows, up to 1,000 in a transaction. Waits while webhooks of the organization are backed up. */
export async function openRunning(job: ContactJob): Promise<JobRun<MappedRow[]>> {
  const { organizationId, id } = job
  const spec = requireReadySpec(toImportJob(job))
  const loadRows = await openRowLoader(organizationId, id, spec, { createsReferences: true })
  return {
    async load({ position }) {
      const rows = await loadRows(position)
      const emits = spec.records === 'people' && !spec.settings.silent
      if (emits && rows.length > 0 && (await remainingCapacity(organizationId, 'deliveries')) <= 0)
        return new Date(now().getTime() + FULL_BACKLOG_PAUSE_MS)
      return rows
    },
    async apply(work, { position }, rows) {
      if (rows.length === 0) return { position, counts: {}, next: { status: 'done' } }
      const processed = await importRows(work, organizationId, id, spec, rows)
      await recordRowOutcomes(work.tx, organizationId, id, processed)
      const counts = { ...countOutcomes(processed.map(({ outcome }) => outcome)), ...countReasons(processed) }
      const optedOut = spec.records === 'people' ? rows.filter(({ optedOut: has }) => has !== false).length : 0
      return { position: rows.at(-1)?.position ?? position, counts: optedOut > 0 ? { ...counts, optedOut } : counts }
    },
  }
}

async function importRows(
  work: UnitOfWork,
  organizationId: string,
  jobId: string,
  spec: ReadyImportSpec,
  rows: readonly MappedRow[],
): Promise<ProcessedRow[]> {
  const refused = rows.filter(({ input }) => input === null).map(toRefusedRow)
  const accepted = rows.flatMap(({ input, ...row }) => (input === null ? [] : [{ ...row, input }]))
  const processed =
    spec.records === 'people'
      ? await importPeople(work, organizationId, jobId, spec, accepted)
      : await importSuppressions(work.tx, organizationId, spec, accepted)
  return [...refused, ...processed]
}

function toRefusedRow({ position, reasons }: MappedRow): ProcessedRow {
  return { position, outcome: 'refused', contactId: null, reasons }
}

type AcceptedRow = MappedRow & { input: NonNullable<MappedRow['input']> }

/** Opt-outs come first: a contact that is created by the same row starts opted out. */
async function importPeople(
  work: UnitOfWork,
  organizationId: string,
  jobId: string,
  { settings }: ReadyImportSpec,
  rows: readonly AcceptedRow[],
): Promise<ProcessedRow[]> {
  await recordOptOuts(work.tx, organizationId, rows.flatMap(toOptOut))
  const results = await upsertContacts(
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
  const processed = rows.map(({ position }, index) => {
    const result = results[index]
    if (result === undefined) throw new Error('a row has no result')
    return toProcessedRow(position, result)
  })
  const ids = processed.flatMap(({ contactId }) => contactId ?? [])
  return markDuplicates(processed, await listImportedContactIds(work.tx, organizationId, jobId, ids))
}

function toOptOut({ input: { email }, optedOut }: AcceptedRow): { email: string; at: Date }[] {
  if (optedOut === false) return []
  return [{ email, at: optedOut === true ? now() : optedOut }]
}

async function importSuppressions(
  tx: Tx,
  organizationId: string,
  { records }: ReadyImportSpec,
  rows: readonly AcceptedRow[],
): Promise<ProcessedRow[]> {
  const listed = rows.filter(({ isListed }) => isListed !== false)
  const added = new Set(
    records === 'bounces'
      ? await addSuppressions(tx, organizationId, [...new Set(listed.map(({ input }) => input.email))], 'bounced')
      : await recordOptOuts(
          tx,
          organizationId,
          listed.flatMap((row) => toOptOut({ ...row, optedOut: row.optedOut || true })),
        ),
  )
  return rows.map(({ position, isListed, input: { email } }) => {
    if (isListed === false) return { position, outcome: 'skipped', contactId: null }
    // Of two rows with one address, the first adds it.
    return { position, outcome: added.delete(email) ? 'suppressed' : 'unchanged', contactId: null }
  })
}
