import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import type { Prisma } from '@/prisma/generated/client'
import { type ActorContext, getCurrentActorContext } from '../actor-context'
import { now } from '../clock'
import { db } from '../db'
import { acquireAdvisoryLock } from '../locks'
import { logSecurityEvent, type SecurityEventDetails } from '../security-events'
import { afterCommit } from '../unit-of-work'
import type { AuditAction, AuditedRecordType } from './constants'

/** `name` is a snapshot: the record may have been renamed or deleted since. */
export type AuditedRecord = { type: AuditedRecordType; id: string | null; name: string | null }

export type FieldChange = { field: string; from: Prisma.JsonValue; to: Prisma.JsonValue }

export type AuditEntry = {
  action: AuditAction
  record?: AuditedRecord
  changes?: readonly FieldChange[]
  actorContext?: ActorContext
  about?: SecurityEventDetails['about']
}

/**
 * Records an action in the audit log of an organization, in the transaction of the change. Writes the log line after commit.
 * @throws {Error} outside of a transaction.
 */
export async function audit(organizationId: string, entry: AuditEntry): Promise<void> {
  writeSecurityLog(organizationId, entry)
  await insertEntries([organizationId], entry)
}

/**
 * Like {@link audit}, for actions that may repeat every minute (such as a page that polls): records at most one entry per actor, action and
 * organization within `ms`.
 */
export async function auditAtMostOncePer(ms: number, organizationId: string, entry: AuditEntry): Promise<void> {
  const { action, actorContext = getCurrentActorContext() } = entry
  await acquireAdvisoryLock(db, `${action} ${organizationId} ${actorContext.actor.id}`)
  const since = new Date(now().getTime() - ms)
  const last = await db.auditEvent.findFirst({
    where: { organizationId, action, actorId: actorContext.actor.id, createdAt: { gt: since } },
    select: { id: true },
  })
  if (!last) await audit(organizationId, entry)
}

export async function auditInUserOrganizations(userId: string, entry: Omit<AuditEntry, 'record'>): Promise<void> {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: { name: true, memberships: { select: { organizationId: true } } },
  })
  const record = { type: 'person', id: userId, name: user?.name ?? null } as const
  const organizations = user?.memberships.map(({ organizationId }) => organizationId) ?? []
  writeSecurityLog(null, entry)
  await insertEntries(organizations, { ...entry, record })
}

async function insertEntries(
  organizations: readonly string[],
  { action, record, changes = [], actorContext = getCurrentActorContext() }: AuditEntry,
): Promise<void> {
  const { actor, origin } = actorContext
  await db.auditEvent.createMany({
    data: organizations.map((organizationId) => ({
      id: uuidv7(),
      organizationId,
      action,
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
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

function writeSecurityLog(
  organizationId: string | null,
  { action, actorContext = getCurrentActorContext(), about }: AuditEntry,
): void {
  const { actor, origin } = actorContext
  const eventActor = { type: actor.type, id: actor.id }
  afterCommit(() =>
    logSecurityEvent(action, { actor: eventActor, organizationId, origin, ...(about === undefined ? {} : { about }) }),
  )
}

const MAX_CHARACTERS = 500

/**
 * The fields whose values differ, in the order of `after`. Dates become ISO 8601 strings.
 * @param fields the fields to compare; every field of `after` when absent.
 */
export function listFieldChanges<T extends object>(
  before: Partial<T>,
  after: T,
  fields: readonly (keyof T & string)[] = Object.keys(after) as (keyof T & string)[],
): FieldChange[] {
  return fields.flatMap((field) => {
    const [from, to] = [toJsonValue(before[field]), toJsonValue(after[field])]
    return isDeepStrictEqual(from, to) ? [] : [{ field, from: truncate(from), to: truncate(to) }]
  })
}

function toJsonValue(value: unknown): Prisma.JsonValue {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as Prisma.JsonValue)
}

function truncate(value: Prisma.JsonValue): Prisma.JsonValue {
  const isLong = typeof value === 'string' && value.length > MAX_CHARACTERS
  return isLong ? `${value.slice(0, MAX_CHARACTERS).toWellFormed()}…` : value
}
