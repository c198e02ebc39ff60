import type { ContactActivity, Contact as ContactRow } from '@/prisma/generated/client'
import { audit } from '../audit/audit'
import { db } from '../db'
import { loadResolvedIdsAndNames } from '../master-data/resolve-merged-ids'
import { type PackedIds, packIds } from '../packed-ids'
import type { ScoreBand } from '../surveys/schema'
import { transact } from '../unit-of-work'
import { presentContact } from './contacts'
import { findMatchingContactIds } from './export-queries'
import type { BlockingReason, SuppressionReason } from './queries'
import type { ContactQuery } from './schema'
import { loadSuppressions } from './suppression'

const BATCH_SIZE = 500

export type ExportedContact = Awaited<ReturnType<typeof readBatch>>[number]

/**
 * Exports the selected contacts, or those that match, newest first. The ids are fixed now; rows are read batch by batch as the file
 * streams, and contacts deleted by then are skipped. Writes an audit entry with the count first.
 */
export async function exportContacts(
  organizationId: string,
  selection: { ids: readonly string[] } | { query: ContactQuery },
): Promise<AsyncGenerator<ExportedContact>> {
  const ids =
    'ids' in selection
      ? await packSelected(organizationId, selection.ids)
      : await findMatchingContactIds(organizationId, selection.query)
  const changes = [{ field: 'count', from: null, to: ids.count }]
  if (ids.count > 0) await transact(() => audit(organizationId, { action: 'contacts.exported', changes }))
  return readRows(organizationId, ids)
}

async function packSelected(organizationId: string, ids: readonly string[]): Promise<PackedIds> {
  const rows = await db.contact.findMany({
    where: { organizationId, id: { in: [...ids] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  })
  return packIds(rows.map(({ id }) => id))
}

async function* readRows(organizationId: string, ids: PackedIds): AsyncGenerator<ExportedContact> {
  for (let from = 0; from < ids.count; from += BATCH_SIZE)
    yield* await readBatch(organizationId, ids.slice(from, from + BATCH_SIZE))
}

const ACTIVITY = { lastSurveyedAt: true, lastAnsweredAt: true, lastRating: true, lastBand: true } as const
type Activity = Pick<ContactActivity, keyof typeof ACTIVITY>

async function readBatch(organizationId: string, ids: readonly string[]) {
  const fetched = await db.contact.findMany({
    where: { organizationId, id: { in: [...ids] } },
    include: { activity: { select: ACTIVITY } },
  })
  const byId = new Map(fetched.map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  const distinctIds = (column: 'locationId' | 'contactOrganizationId') => [
    ...new Set(rows.flatMap((row) => row[column] ?? [])),
  ]
  const unsubscribed = rows.flatMap((row) => (row.unsubscribed ? row.email : []))
  const [locations, companies, suppressions] = await Promise.all([
    loadResolvedIdsAndNames('location', organizationId, distinctIds('locationId')),
    loadResolvedIdsAndNames('contact_organization', organizationId, distinctIds('contactOrganizationId')),
    loadSuppressions(db, organizationId, unsubscribed),
  ])
  return rows.map((row) => ({
    ...presentContact(row),
    location: (row.locationId && locations.get(row.locationId)?.name) || null,
    company: (row.contactOrganizationId && companies.get(row.contactOrganizationId)?.name) || null,
    bouncedAt: row.bouncedAt?.toISOString() ?? null,
    optedOutAt: row.optedOutAt?.toISOString() ?? null,
    suppressionReasons: listSuppressionReasons(row, suppressions.get(row.email)),
    ...presentActivity(row.activity),
  }))
}

type Consent = Pick<ContactRow, 'unsubscribed' | 'optedOutAt' | 'bouncedAt'>

/** Why a contact gets no messages, so that an import of the file suppresses it for the same reasons. */
function listSuppressionReasons(
  { unsubscribed, optedOutAt, bouncedAt }: Consent,
  stored: ReadonlySet<SuppressionReason> = new Set(),
): BlockingReason[] {
  const isBlocked = unsubscribed && stored.has('blocked')
  const isByMember = unsubscribed && optedOutAt === null && (stored.has('unsubscribed') || !isBlocked)
  const reasons: [BlockingReason, boolean][] = [
    ['opted_out', optedOutAt !== null],
    ['unsubscribed', isByMember],
    ['bounced', bouncedAt !== null],
    ['blocked', isBlocked],
  ]
  return reasons.flatMap(([reason, holds]) => (holds ? reason : []))
}

function presentActivity(activity: Activity | null) {
  return {
    lastSurveyedAt: activity?.lastSurveyedAt?.toISOString() ?? null,
    lastAnsweredAt: activity?.lastAnsweredAt?.toISOString() ?? null,
    lastScore: activity?.lastRating ?? null,
    lastBand: (activity?.lastBand ?? null) as ScoreBand | null,
  }
}
