import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { Prisma } from '@/prisma/generated/client'
import { now } from '../clock'
import { db, joined } from '../db'
import { type By, currentBy } from '../organization-context'
import { type EventFacts, recordEvent } from '../security-events'
import { afterCommit } from '../unit-of-work'
import type { AuditAction, RecordType } from './vocabulary'

/** @property name as it was called then; it may be gone when somebody reads of it. */
export type AuditRecord = { type: RecordType; id: string | null; name: string | null }

/** One field before and after; null where there was, or is, nothing. */
export type Change = { field: string; from: Prisma.JsonValue; to: Prisma.JsonValue }

export type AuditEntry = {
  action: AuditAction
  record?: AuditRecord
  changes?: readonly Change[]
  /** Who did it, where that is not who asked: at a sign-in nobody is there before. */
  by?: By
  /** Ids and words of ours for the line in the log: never an address in clear, never a secret. */
  about?: EventFacts['about']
}

/**
 * Writes down what somebody did in an organization, in the transaction of the change, so that neither is there without the
 * other; and, once that is committed, a line in the log.
 * @throws {Error} outside of a transaction.
 */
export async function audit(organizationId: string, entry: AuditEntry): Promise<void> {
  await write([organizationId], entry)
  tellLog(organizationId, entry)
}

/**
 * The same for what somebody may do every minute, as a page that looks again by itself does: written once for whoever does it, until
 * so much time has passed.
 */
export async function auditOnceIn(ms: number, organizationId: string, entry: AuditEntry): Promise<void> {
  const { action, by = currentBy() } = entry
  await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${action} ${organizationId} ${by.doer.id}`}, 0))`
  const since = new Date(now().getTime() - ms)
  const last = await db.auditEvent.findFirst({
    where: { organizationId, action, actorId: by.doer.id, createdAt: { gt: since } },
    select: { id: true },
  })
  if (!last) await audit(organizationId, entry)
}

/** The same for what a person did to their own account, or somebody to it: it counts in every organization they belong to. */
export async function auditPerson(userId: string, entry: Omit<AuditEntry, 'record'>): Promise<void> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { name: true, memberships: { select: { organizationId: true } } },
  })
  const record = { type: 'person', id: userId, name: user?.name ?? null } as const
  const organizations = user?.memberships.map(({ organizationId }) => organizationId) ?? []
  await write(organizations, { ...entry, record })
  tellLog(null, entry)
}

async function write(
  organizations: readonly string[],
  { action, record, changes = [], by = currentBy() }: AuditEntry,
): Promise<void> {
  if (!(await joined())) throw new Error(`${action} is to be written down in the transaction of its change`)
  const { doer, origin } = by
  await db.auditEvent.createMany({
    data: organizations.map((organizationId) => ({
      id: uuidv7(),
      organizationId,
      action,
      actorType: doer.type,
      actorId: doer.id,
      actorName: doer.name,
      recordType: record?.type ?? null,
      recordId: record?.id ?? null,
      recordName: record?.name ?? null,
      changes: [...changes],
      address: origin.address,
      requestId: origin.requestId,
      createdAt: now(),
    })),
  })
}

function tellLog(organizationId: string | null, { action, by = currentBy(), about }: AuditEntry): void {
  const { doer, origin } = by
  const actor = { type: doer.type, id: doer.id }
  afterCommit(() => recordEvent(action, { actor, organizationId, origin, ...(about === undefined ? {} : { about }) }))
}

/** A long text is cut: what it says stands in the record. */
const MAX_CHARACTERS = 500

/**
 * Which of these fields have another value, in the order of `after`. Times become ISO 8601.
 * @param fields those that count; every field of `after` when absent.
 */
export function changesBetween<T extends object>(
  before: Partial<T>,
  after: T,
  fields: readonly (keyof T & string)[] = Object.keys(after) as (keyof T & string)[],
): Change[] {
  return fields.flatMap((field) => {
    const [from, to] = [plain(before[field]), plain(after[field])]
    return isDeepStrictEqual(from, to) ? [] : [{ field, from: cut(from), to: cut(to) }]
  })
}

function plain(value: unknown): Prisma.JsonValue {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as Prisma.JsonValue)
}

function cut(value: Prisma.JsonValue): Prisma.JsonValue {
  const isLong = typeof value === 'string' && value.length > MAX_CHARACTERS
  return isLong ? `${value.slice(0, MAX_CHARACTERS).toWellFormed()}…` : value
}
