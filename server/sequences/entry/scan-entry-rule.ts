import { NIL } from 'uuid'
import type { EntryRule as RuleRow } from '@/prisma/generated/client'
import { HOUR_MS, MINUTE_MS, now } from '../../clock'
import { combineQueries, type FilterQuery } from '../../contacts/filters/filter-terms'
import { resolveFilterQuery, resolveSegmentQuery } from '../../contacts/filters/resolve-filter'
import { withLease } from '../../jobs/lease'
import { lockRow } from '../../locks'
import { getOrganizationTimeZone } from '../../time-zones'
import { transact, type UnitOfWork } from '../../unit-of-work'
import { toEntryCause } from './cause-columns'
import { type DayCause, findDueDays, toDayCondition } from './entry-days'
import { deleteFormerMembers, insertDayCandidates, insertNewSegmentMembers } from './queries'

/** Longer than a run of the queue. */
export const SCAN_LEASE_MS = 5 * MINUTE_MS
const SEGMENT_SCAN_MS = 5 * MINUTE_MS
/** A sequence that becomes active makes its rules due. */
const INACTIVE_SCAN_MS = HOUR_MS
/** Looked at in a transaction. */
const CONTACTS_AT_ONCE = 5000

type ScanResult = Partial<Pick<RuleRow, 'scannedThrough' | 'baselineAt' | 'nextScanAt'>>

/**
 * Records the people that a rule is about now as candidates. Repeated or interrupted, it finds the same people and records none twice.
 * While the sequence is not active, no one becomes a candidate, and they do not later.
 * @param until when to stop (ms since the epoch); the next call goes on
 */
export async function scanEntryRule(organizationId: string, id: string, until: number): Promise<void> {
  await withLease({
    acquire: () => claimScan(organizationId, id),
    perform: ({ rule, isActive }) => scan(organizationId, rule, { isActive, until }),
    complete: ({ rule: { scanClaimedAt } }, result) =>
      transact(async ({ tx, signal }) => {
        const where = { id, organizationId, scanClaimedAt }
        await tx.entryRule.updateMany({ where, data: { ...result, scanClaimedAt: null } })
        signal({ queue: 'sequences/entries', organizationId })
      }),
  })
}

function claimScan(organizationId: string, id: string): Promise<{ rule: RuleRow; isActive: boolean } | null> {
  return transact(async ({ tx }) => {
    await lockRow(tx, 'entry_rule', organizationId, id)
    const row = await tx.entryRule.findFirst({ where: { id, organizationId }, include: { sequence: true } })
    const at = now()
    const isClaimed = row?.scanClaimedAt && row.scanClaimedAt.getTime() > at.getTime() - SCAN_LEASE_MS
    if (!row || row.nextScanAt === null || row.nextScanAt > at || isClaimed) return null
    const rule = await tx.entryRule.update({ where: { id, organizationId }, data: { scanClaimedAt: at } })
    return { rule, isActive: row.sequence.status === 'active' }
  })
}

type Scan = { isActive: boolean; until: number }

async function scan(organizationId: string, rule: RuleRow, options: Scan): Promise<ScanResult> {
  const cause = toEntryCause(rule)
  if (cause.type === 'segment_entered') return scanSegment(organizationId, rule, options)
  if (cause.type === 'date_reached' || cause.type === 'recurring') return scanDays(organizationId, rule, cause, options)
  return { nextScanAt: null }
}

async function scanDays(
  organizationId: string,
  rule: RuleRow,
  cause: DayCause,
  { isActive, until }: Scan,
): Promise<ScanResult> {
  const scannedThrough = rule.scannedThrough?.toISOString().slice(0, 10) ?? null
  const { days, through, nextScanAt } = findDueDays(
    now(),
    scannedThrough,
    await getOrganizationTimeZone(organizationId),
  )
  const done = { scannedThrough: new Date(through), nextScanAt }
  if (!isActive) return done
  const query = await resolveDayQuery(organizationId, rule.segmentId, cause)
  for (const day of days) {
    const people = { ruleId: rule.id, day, query, condition: toDayCondition(cause, day) }
    const isDone = await forEachPage((page) => insertDayCandidates(organizationId, { ...people, ...page }), until)
    if (!isDone) return {}
  }
  return done
}

/** @returns false if the time was over before the last page */
async function forEachPage(
  write: (page: { after: string; limit: number }) => Promise<string | null>,
  until: number,
): Promise<boolean> {
  let after: string | null = NIL
  while (after !== null) {
    if (Date.now() > until) return false
    after = await write({ after, limit: CONTACTS_AT_ONCE })
  }
  return true
}

/** The people of a segment, or all people; for a rule by dates, those with the property. */
export async function resolveDayQuery(
  organizationId: string,
  segmentId: string | null,
  cause: DayCause,
): Promise<FilterQuery> {
  const segment = await resolveFilterQuery(organizationId, segmentId === null ? {} : { segment_id: segmentId })
  if (cause.type === 'recurring') return segment
  const hasProperty = await resolveSegmentQuery(organizationId, { property: [cause.propertyKey] })
  return segment.terms === '' ? hasProperty : combineQueries([segment, hasProperty])
}

async function scanSegment(organizationId: string, rule: RuleRow, { isActive, until }: Scan): Promise<ScanResult> {
  const inactive = { baselineAt: null, nextScanAt: new Date(now().getTime() + INACTIVE_SCAN_MS) }
  if (!isActive || rule.segmentId === null) return inactive
  const query = await resolveFilterQuery(organizationId, { segment_id: rule.segmentId })
  const members = { ruleId: rule.id, query, areCandidates: rule.baselineAt !== null }
  const isDone =
    (await forEachPage((page) => deleteFormerMembers(organizationId, { ...members, ...page }), until)) &&
    (await forEachPage((page) => insertNewSegmentMembers(organizationId, { ...members, ...page }), until))
  if (!isDone) return {}
  const at = now()
  return { baselineAt: rule.baselineAt ?? at, nextScanAt: new Date(at.getTime() + SEGMENT_SCAN_MS) }
}

/** Makes the rules of a sequence due that becomes active. */
export async function makeScansDue(
  { tx, signal }: UnitOfWork,
  organizationId: string,
  sequenceId: string,
): Promise<void> {
  const where = { organizationId, sequenceId, nextScanAt: { not: null } }
  const { count } = await tx.entryRule.updateMany({ where, data: { nextScanAt: now() } })
  if (count > 0) signal({ queue: 'sequences/entry-scans', organizationId })
}
