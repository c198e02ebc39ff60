import type { Prisma, AuditEvent as Row } from '@/prisma/generated/client'
import { db } from '../db'
import { toInterval } from '../validation/schema'
import { AUDIT_ACTIONS_BY_GROUP } from './constants'
import { listLatestActors } from './queries'
import { type AuditActor, AuditEvent, type AuditEventPage, type AuditFilter, type ListAuditEvents } from './schema'

const ACTORS_MAX = 200
const EXPORT_BATCH_SIZE = 1000

/** Newest first; `after` is the id of the last entry of the previous page. Empty if that entry is gone: only the oldest are removed. */
export async function listAuditEvents(
  organizationId: string,
  { after, limit, ...filter }: ListAuditEvents,
): Promise<AuditEventPage> {
  const last = after === undefined ? undefined : await db.auditEvent.findFirst({ where: { organizationId, id: after } })
  if (last === null) return { entries: [], next: null }
  const rows = await readRows(organizationId, filter, last, limit + 1)
  const entries = rows.slice(0, limit).map(present)
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
}

export async function listAuditActors(organizationId: string): Promise<AuditActor[]> {
  const rows = await listLatestActors(organizationId, ACTORS_MAX)
  return rows.toSorted((one, other) => one.name.localeCompare(other.name))
}

export async function* streamAuditEvents(organizationId: string, filter: AuditFilter): AsyncGenerator<AuditEvent> {
  for (let last: Row | undefined; ; ) {
    const rows = await readRows(organizationId, filter, last, EXPORT_BATCH_SIZE)
    for (const row of rows) yield present(row)
    last = rows.at(-1)
    if (rows.length < EXPORT_BATCH_SIZE) return
  }
}

async function readRows(
  organizationId: string,
  { group, actorId, recordId, start_date, end_date }: AuditFilter,
  last: Row | undefined,
  take: number,
): Promise<Row[]> {
  const { from, before } = toInterval(start_date, end_date)
  const where: Prisma.AuditEventWhereInput = {
    organizationId,
    ...(group === undefined ? {} : { action: { in: [...AUDIT_ACTIONS_BY_GROUP[group]] } }),
    ...(actorId === undefined ? {} : { actorId }),
    ...(recordId === undefined ? {} : { recordId }),
    ...(from || before ? { createdAt: { ...(from ? { gte: from } : {}), ...(before ? { lt: before } : {}) } } : {}),
    ...(last === undefined
      ? {}
      : { OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }] }),
  }
  return db.auditEvent.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take })
}

function present(row: Row): AuditEvent {
  return AuditEvent.parse({
    id: row.id,
    action: row.action,
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    record: row.recordType === null ? null : { type: row.recordType, id: row.recordId, name: row.recordName },
    changes: row.changes,
    address: row.address,
    createdAt: row.createdAt.toISOString(),
  })
}
