import type { ReviewSource as ReviewSourceRow } from '@/prisma/generated/client'
import { listFieldChanges } from '../../audit/audit'
import { now } from '../../clock'
import { db, Prisma, type Tx } from '../../db'
import { env } from '../../env'
import { NotFound } from '../../errors'
import { lockRow } from '../../locks'
import { assertUnchanged } from '../../optimistic-lock'
import { transact } from '../../unit-of-work'
import type { SiteKind, SourceStatus } from '../constants'
import { FeedSourceConfig } from '../sources/review-feed-client'
import { buildSandboxPath } from '../sources/sandbox-client'
import { StoredSiteFailure } from '../sources/site-failure'
import { SyncCursor } from '../sync/source-lease'
import type { ReviewSource, UpdateSource } from './schema'
import { buildConfigWithPlaces, listConfiguredPlaces } from './source-config'
import {
  assertLocationsExist,
  assertSiteNotConnected,
  auditSource,
  getSourceRow,
  lockOrganizationAndListSources,
  toLocationIdsByField,
} from './source-rows'

const COMPARED_ON_REQUEST_MAX = 1000

export async function listSources(organizationId: string): Promise<ReviewSource[]> {
  const rows = await db.reviewSource.findMany({ where: { organizationId }, orderBy: [{ name: 'asc' }, { id: 'asc' }] })
  const order: readonly string[] = ['reconnect', 'connected', 'disconnected', 'removing'] satisfies SourceStatus[]
  rows.sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
  return presentSources(organizationId, rows)
}

export async function getSource(organizationId: string, id: string): Promise<ReviewSource> {
  const [source] = await presentSources(
    organizationId,
    await db.reviewSource.findMany({ where: { organizationId, id } }),
  )
  if (!source) throw new NotFound('reviewSource')
  return source
}

/**
 * Updates the name and the mapping of places to locations; existing reviews are remapped by the next sync.
 * @throws {NotFound} @throws {EditConflict} if a field no longer has its value in `asRead`.
 * @throws {ValidationError} if another source reads one of the places.
 */
export async function updateSource(organizationId: string, { id, name, places, asRead }: UpdateSource) {
  await transact(async ({ tx, signal }) => {
    const sources = await lockOrganizationAndListSources(tx, organizationId)
    await lockRow(tx, 'review_source', organizationId, id, 'NO KEY UPDATE')
    if (asRead) assertUnchanged(asRead, await getSource(organizationId, id))
    const row = await getSourceRow(organizationId, id)
    await assertLocationsExist(organizationId, toLocationIdsByField(places))
    const config = buildConfigWithPlaces(row, places)
    const others = sources.filter((other) => other.id !== id)
    if (row.status !== 'disconnected') assertSiteNotConnected(others, { kind: row.kind as SiteKind, config })
    const isMappingChanged = JSON.stringify(config) !== JSON.stringify(row.config)
    const isDue = isMappingChanged && row.status === 'connected'
    await tx.reviewSource.updateMany({
      where: { organizationId, id },
      data: { name, config, ...(isDue ? { nextSyncAt: now(), nextFullSyncAt: now(), syncCursor: Prisma.DbNull } : {}) },
    })
    const changes = listFieldChanges({ name: row.name, places: listConfiguredPlaces(row) }, { name, places })
    if (changes.length > 0) await auditSource(organizationId, 'review_source.changed', { id, name }, changes)
    if (isDue) signal({ queue: 'reviews/sources', organizationId })
  })
  return getSource(organizationId, id)
}

/**
 * Schedules a sync now, unless the site's rate limit has not expired. Small sources get a full comparison.
 * @returns the source, with the scheduled time in `nextSyncAt`.
 * @throws {NotFound} also if it is not connected.
 */
export async function requestSync(organizationId: string, id: string): Promise<ReviewSource> {
  const source = await getSource(organizationId, id)
  if (source.status !== 'connected') throw new NotFound('reviewSource')
  const isPaused = source.failure?.code === 'rateLimited' && source.nextSyncAt !== null
  if (isPaused && new Date(source.nextSyncAt ?? 0) > now()) return source
  await transact(async ({ tx, signal }) => {
    const at = now()
    const comparesAll = source.reviews <= COMPARED_ON_REQUEST_MAX
    await tx.reviewSource.updateMany({
      where: { organizationId, id, status: 'connected' },
      data: { nextSyncAt: at, ...(comparesAll ? { nextFullSyncAt: at } : {}) },
    })
    signal({ queue: 'reviews/sources', organizationId })
  })
  return getSource(organizationId, id)
}

/**
 * Disconnects a source and deletes its credentials. Its reviews are kept and pending replies become local; with `removeReviews`, a job
 * deletes the reviews and then the source.
 * @throws {NotFound}
 */
export async function disconnectSource(
  organizationId: string,
  { id, removeReviews }: { id: string; removeReviews: boolean },
): Promise<{ id: string; reviews: number }> {
  const { kind, name } = await getSourceRow(organizationId, id)
  const reviews = await db.review.count({ where: { organizationId, sourceId: id } })
  await transact(async ({ tx, signal }) => {
    const { count } = await tx.reviewSource.updateMany({
      where: { organizationId, id, status: { not: 'removing' } },
      data: {
        status: removeReviews ? 'removing' : 'disconnected',
        nextSyncAt: removeReviews ? now() : null,
        credentials: null,
        syncCursor: Prisma.DbNull,
        failure: Prisma.DbNull,
        failures: 0,
        claimId: null,
        claimedAt: null,
      },
    })
    if (count === 0) throw new NotFound('reviewSource')
    await cancelQueuedReplies(tx, organizationId, id)
    await auditSource(organizationId, 'review_source.disconnected', { id, name })
    if (kind === 'sandbox') await tx.sandboxSite.deleteMany({ where: { organizationId } })
    if (removeReviews) signal({ queue: 'reviews/sources', organizationId })
  })
  return { id, reviews }
}

async function cancelQueuedReplies(tx: Tx, organizationId: string, sourceId: string): Promise<void> {
  const queued = { organizationId, sourceId, replyDueAt: { not: null } }
  const cleared = { replyDueAt: null, replyReason: Prisma.DbNull }
  await tx.review.updateMany({ where: { ...queued, replyText: null }, data: { ...cleared, replyState: null } })
  await tx.review.updateMany({ where: queued, data: { ...cleared, replyState: 'local' } })
}

async function presentSources(organizationId: string, rows: readonly ReviewSourceRow[]): Promise<ReviewSource[]> {
  const counts = await db.review.groupBy({
    by: ['sourceId'],
    where: { organizationId, sourceId: { in: rows.map(({ id }) => id) } },
    _count: true,
  })
  const countById = new Map(counts.map(({ sourceId, _count }) => [sourceId, _count]))
  return rows.map((row) => present(row, countById.get(row.id) ?? 0))
}

function sourceUrl({ kind, organizationId, config }: ReviewSourceRow): string | null {
  if (kind === 'sandbox') return env.baseUrl + buildSandboxPath(organizationId)
  return kind === 'feed' ? FeedSourceConfig.parse(config).url : null
}

function present(row: ReviewSourceRow, reviews: number): ReviewSource {
  const syncCursor = SyncCursor.safeParse(row.syncCursor)
  const isSyncing = row.claimId !== null || syncCursor.success
  const time = (at: Date | null) => at?.toISOString() ?? null
  return {
    id: row.id,
    kind: row.kind as SiteKind,
    site: row.site,
    name: row.name,
    status: row.status as SourceStatus,
    announcesHistory: row.announcesHistory,
    places: listConfiguredPlaces(row),
    url: sourceUrl(row),
    reviews,
    total: row.total,
    progress: !isSyncing
      ? null
      : syncCursor.success
        ? { mode: syncCursor.data.mode, seen: syncCursor.data.seen, total: syncCursor.data.total ?? row.total }
        : { mode: row.importedAt === null ? 'import' : 'increment', seen: 0, total: row.total },
    importedAt: time(row.importedAt),
    syncedAt: time(row.syncedAt),
    nextSyncAt: time(row.nextSyncAt),
    failure: StoredSiteFailure.nullable().catch(null).parse(row.failure),
    skipped: { count: row.skippedReviews, first: row.skippedFirst },
    failedAt: time(row.failedAt),
    createdAt: time(row.createdAt) ?? '',
  }
}
