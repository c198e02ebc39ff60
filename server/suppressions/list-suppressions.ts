import { audit } from '../audit/audit'
import { db } from '../db'
import { type Page, pageOffset, toPage } from '../paging'
import { transact } from '../unit-of-work'
import { backfillSuppressionEmails } from './backfill-suppression-emails'
import {
  countSuppressions,
  type EntryKey,
  readSuppressionPage,
  readSuppressionsAfter,
  type SuppressionEntry,
} from './queries'
import type { ListSuppressions, Suppression, SuppressionFilter } from './schema'

/** Who gets no messages and why, newest first. */
export async function listSuppressions(
  organizationId: string,
  { page, limit, ...filter }: ListSuppressions,
): Promise<Page<Suppression>> {
  await backfillSuppressionEmails(organizationId)
  const request = { page, limit }
  const window = { skip: pageOffset(request), take: limit }
  const { entries, total } = await readSuppressionPage(organizationId, filter, window)
  return toPage(await presentSuppressions(organizationId, entries), total, request)
}

const BATCH_SIZE = 5000

/** Reads the list batch by batch as the file streams. Writes an audit entry with the count first. */
export async function exportSuppressions(
  organizationId: string,
  filter: SuppressionFilter,
): Promise<AsyncGenerator<Suppression>> {
  await backfillSuppressionEmails(organizationId)
  const changes = [{ field: 'count', from: null, to: await countSuppressions(organizationId, filter) }]
  await transact(() => audit(organizationId, { action: 'suppressions.exported', changes }))
  return readAll(organizationId, filter)
}

async function* readAll(organizationId: string, filter: SuppressionFilter): AsyncGenerator<Suppression> {
  for (let after: EntryKey | null = null; ; ) {
    const entries: (SuppressionEntry & EntryKey)[] = await readSuppressionsAfter(
      organizationId,
      filter,
      after,
      BATCH_SIZE,
    )
    yield* await presentSuppressions(organizationId, entries)
    after = entries.at(-1) ?? null
    if (after === null) return
  }
}

async function presentSuppressions(
  organizationId: string,
  entries: readonly SuppressionEntry[],
): Promise<Suppression[]> {
  const names = await loadSourceNames(organizationId, entries)
  return entries.map(({ id, reason, email, contactId, createdAt, createdVia, createdById, note }) => ({
    id,
    reason,
    email,
    contactId,
    createdAt,
    source:
      createdVia === null
        ? null
        : {
            via: createdVia as NonNullable<Suppression['source']>['via'],
            name: names.get(createdById ?? '') ?? null,
          },
    note,
  }))
}

/** Names of members, API keys and files of imports, by id. */
async function loadSourceNames(
  organizationId: string,
  entries: readonly SuppressionEntry[],
): Promise<Map<string, string>> {
  const ids = [...new Set(entries.flatMap(({ createdById }) => createdById ?? []))]
  if (ids.length === 0) return new Map()
  const [members, keys, imports] = await Promise.all([
    db.membership.findMany({
      where: { organizationId, userId: { in: ids } },
      select: { userId: true, user: { select: { name: true } } },
    }),
    db.apiKey.findMany({ where: { organizationId, id: { in: ids } }, select: { id: true, name: true } }),
    db.contactJob.findMany({ where: { organizationId, id: { in: ids } }, select: { id: true, spec: true } }),
  ])
  return new Map([
    ...members.map(({ userId, user }) => [userId, user.name] as const),
    ...keys.map(({ id, name }) => [id, name] as const),
    ...imports.flatMap(({ id, spec }) => {
      const { fileName } = spec as { fileName?: string | null }
      return fileName ? [[id, fileName] as const] : []
    }),
  ])
}
