import { now } from '../../clock'
import { type ContactJob, countOutcomes, type JobCounts, type JobRun } from '../../contact-jobs/contact-job'
import { applyUpsertRows, type UpsertContext, type UpsertResult } from '../../contacts/apply-upsert-row'
import type { SuppressionReason } from '../../contacts/queries'
import { loadSuppressions } from '../../contacts/suppression'
import { readContactsByEmail } from '../../contacts/upsert-queries'
import { db } from '../../db'
import { getOrganizationTimeZone } from '../../time-zones'
import type { ImportRecords, RowOutcome } from './constants'
import { castImportJob, type ReadyImportSpec, requireReadySpec } from './import-spec'
import { openRowLoader, type RowLoader } from './load-rows'
import type { MappedRow } from './map-row'
import { computeRowResponseIds, countDryRunOutcomes } from './responses/check-responses'
import { countReasons, toProcessedRow } from './row-outcome'
import { isRowUnsubscribed } from './row-suppression'

type Batch = { position: number; counts: JobCounts; isLast: boolean }

/** Counts what the import would do, and writes nothing. */
export async function openChecking(job: ContactJob): Promise<JobRun<Batch>> {
  const { organizationId, id, position: checkpoint } = job
  const spec = requireReadySpec(castImportJob(job))
  const loadRows = await openRowLoader(organizationId, id, spec, { startedAt: null })
  const timeZone = await getOrganizationTimeZone(organizationId)
  const seen = await collectKeys(loadRows, checkpoint)
  return {
    async load({ position }) {
      const rows = await loadRows(position)
      if (rows.length === 0) return { position, counts: {}, isLast: true }
      const counts =
        spec.records === 'answers'
          ? await countDryRunOutcomes(organizationId, rows, seen, timeZone)
          : await countRows(organizationId, spec, rows, seen)
      return { position: rows.at(-1)?.position ?? position, counts, isLast: false }
    },
    apply: async (_work, { counts: before }, { position, counts, isLast }) => ({
      position,
      counts,
      ...(isLast ? { next: { status: 'ready', data: { dryCounts: before, counts: {} } } as const } : {}),
    }),
  }
}

/** The keys of the rows up to the checkpoint. */
async function collectKeys(loadRows: RowLoader, checkpoint: number): Promise<Set<string>> {
  const keys = new Set<string>()
  if (checkpoint === 0) return keys
  for (let at = 0, rows = await loadRows(0); at < checkpoint && rows.length > 0; rows = await loadRows(at)) {
    for (const key of rows.filter(({ position }) => position <= checkpoint).flatMap(listKeys)) keys.add(key)
    at = rows.at(-1)?.position ?? checkpoint
  }
  return keys
}

/** What a row is recognized by if another one repeats it. */
function listKeys({ input, ...row }: MappedRow): string[] {
  if (input === null) return []
  return row.answer === null ? [input.email] : [input.email, computeRowResponseIds({ ...row, input })[0]]
}

async function countRows(
  organizationId: string,
  spec: ReadyImportSpec,
  rows: readonly MappedRow[],
  seen: Set<string>,
): Promise<JobCounts> {
  const emails = [...new Set(rows.flatMap(({ input }) => input?.email ?? []))]
  const stored = new Map(
    (await readContactsByEmail(db, organizationId, emails)).map((contact) => [contact.email, contact]),
  )
  const suppressions = await loadSuppressions(db, organizationId, emails)
  const context = createDryRunContext(organizationId, spec, rows)
  const outcomes: RowOutcome[] = []
  let optedOut = 0
  for (const row of rows) {
    const { input } = row
    if (input === null) {
      outcomes.push('refused')
      continue
    }
    const isRepeated = seen.has(input.email)
    if (row.isListed !== false || spec.records === 'people') seen.add(input.email)
    if (spec.records !== 'people') outcomes.push(toListedOutcome(spec, row, isRepeated, suppressions.get(input.email)))
    else if (isRepeated) outcomes.push('duplicate')
    else {
      const contact = stored.get(input.email) ?? null
      const result = dryRun(context, row, contact, suppressions.get(input.email))
      outcomes.push(toProcessedRow(row.position, result).outcome)
      if (result.status !== 'failed' && (isRowUnsubscribed(row.suppression) || result.contact.unsubscribed))
        optedOut += 1
    }
  }
  return { ...countOutcomes(outcomes), ...countReasons(rows), ...(optedOut > 0 ? { optedOut } : {}) }
}

function toListedReason(records: ImportRecords): SuppressionReason {
  if (records === 'bounces') return 'bounced'
  return records === 'blocked' ? 'blocked' : 'opted_out'
}

function toListedOutcome(
  { records }: ReadyImportSpec,
  { isListed }: MappedRow,
  isRepeated: boolean,
  reasons: ReadonlySet<string> = new Set(),
): RowOutcome {
  if (isListed === false) return 'skipped'
  return isRepeated || reasons.has(toListedReason(records)) ? 'unchanged' : 'suppressed'
}

function createDryRunContext(
  organizationId: string,
  { settings }: ReadyImportSpec,
  rows: readonly MappedRow[],
): UpsertContext {
  const collectIds = (field: 'locationId' | 'contactOrganizationId') =>
    new Map(
      rows.flatMap(({ input }): [string, string][] =>
        input?.[field] ? [[input[field].toLowerCase(), input[field]]] : [],
      ),
    )
  return {
    organizationId,
    onExisting: settings.onExisting,
    tags: 'add',
    requiresFirstName: false,
    creator: { createdVia: 'import', createdById: null },
    at: now(),
    resolvedIds: { locations: collectIds('locationId'), companies: collectIds('contactOrganizationId') },
  }
}

function dryRun(
  context: UpsertContext,
  { input }: MappedRow,
  ...[contact, suppressions]: [Parameters<typeof applyUpsertRows>[2], Parameters<typeof applyUpsertRows>[3]]
): UpsertResult {
  if (input === null) throw new Error('a refused row is not imported')
  const group = { email: input.email, rows: [input], indices: [0], newId: '' }
  const [result] = applyUpsertRows(context, group, contact, suppressions).results
  if (result === undefined) throw new Error('a row has no result')
  return result
}
