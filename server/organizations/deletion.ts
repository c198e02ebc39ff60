import { audit } from '../audit/audit'
import { confirmPerson } from '../auth/confirm-person'
import { DAY_MS, now } from '../clock'
import { db, type Tx } from '../db'
import { Forbidden, NotFound, ValidationError } from '../errors'
import { Language } from '../fields/schema'
import { lockOrganization } from '../locks'
import { log } from '../log'
import { sentence } from '../messages/sentence'
import type { Actor } from '../principal'
import { type NewSystemEmail, queueSystemEmails } from '../system-emails/queue'
import { transact, type Work } from '../unit-of-work'
import { wakeHeld } from './lift-hold'
import { clearColumn, deleteRows, listTenantTables, type TenantTable } from './queries'
import type { DeleteOrganization } from './schema'
import { DELETION_GRACE_DAYS } from './vocabulary'

/*
 * Deletion of an organization: the owner schedules it; from then on nothing is sent, and for a week the data can be read and exported and
 * the deletion revoked. Then access ends and rows are deleted in batches, so that other organizations are not blocked; the hourly job
 * resumes an interrupted deletion.
 */

type Person = Pick<Extract<Actor, { type: 'user' }>, 'userId' | 'sessionId'>

/**
 * Schedules the deletion in a week, puts outgoing messages on hold and emails every owner and admin.
 * @throws {ValidationError} under `current` for a wrong password, under `name` if it is not the organization's name
 * @throws {Forbidden} for a non-owner @throws {RateLimitExceeded}
 */
export async function askForOrganizationDeletion(
  organizationId: string,
  person: Person,
  { name, current }: DeleteOrganization,
): Promise<{ deletesAt: string }> {
  await confirmPerson(person, current)
  return transact(async (work) => {
    const held = await lockActive(work.tx, organizationId)
    await requireOwner(work.tx, organizationId, person.userId)
    if (held.name !== name.trim()) throw new ValidationError({ name: [sentence('organization.otherName')] })
    const deletesAt = held.deletesAt ?? new Date(now().getTime() + DELETION_GRACE_DAYS * DAY_MS)
    await work.tx.organization.update({ where: { id: organizationId }, data: { deletesAt } })
    const record = { type: 'organization', id: organizationId, name: held.name } as const
    await audit(organizationId, { action: 'organization.deletion_asked', record })
    await tellAdministrators(work, organizationId, { stage: 'asked', name: held.name, until: deletesAt.toISOString() })
    return { deletesAt: deletesAt.toISOString() }
  })
}

/** Revokes the deletion and releases held messages. @throws {Forbidden} for a non-owner @throws {NotFound} once the deletion has begun */
export async function keepOrganization(organizationId: string, { userId }: Pick<Person, 'userId'>): Promise<void> {
  await transact(async (work) => {
    const held = await lockActive(work.tx, organizationId)
    await requireOwner(work.tx, organizationId, userId)
    if (held.deletesAt === null) return
    await work.tx.organization.update({ where: { id: organizationId }, data: { deletesAt: null } })
    await wakeHeld(work, organizationId)
    const record = { type: 'organization', id: organizationId, name: held.name } as const
    await audit(organizationId, { action: 'organization.kept', record })
    await tellAdministrators(work, organizationId, { stage: 'kept', name: held.name })
  })
}

/** Below the one-minute limit of serverless platforms; the next hourly run continues. */
const BUDGET_MS = 20_000
const STATEMENT_MS = 25_000
/** Per table and transaction, to keep locks short. */
const ROWS_AT_ONCE = 2000

/**
 * Deletes data of organizations whose grace period has ended; a failure in one does not affect the others. @returns the number of
 * completely deleted organizations
 */
export async function deleteDueOrganizations(budgetMs = BUDGET_MS): Promise<number> {
  const due = await db.organization.findMany({
    where: { deletesAt: { lte: now() } },
    orderBy: { deletesAt: 'asc' },
    select: { id: true },
  })
  const until = performance.now() + budgetMs
  let gone = 0
  for (const { id } of due) {
    if (performance.now() >= until) break
    try {
      if (await deleteOrganization(id, until)) gone += 1
    } catch (error) {
      log.error({ err: error, organizationId: id }, 'an organization could not be deleted; the next hour tries again')
    }
  }
  return gone
}

async function deleteOrganization(organizationId: string, until: number): Promise<boolean> {
  if (!(await begin(organizationId))) return false
  const tables = await tablesInOrder()
  for (const { name: table, ownReferences } of tables) {
    for (const column of ownReferences) if (!(await dropReferences(table, column, organizationId, until))) return false
    for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE; ) {
      if (performance.now() >= until) return false
      count = await transact(({ tx }) => deleteRows(tx, organizationId, table, ROWS_AT_ONCE), {
        statementMs: STATEMENT_MS,
      })
    }
  }
  const unbound = tables.filter(({ refersTo }) => !refersTo.includes('organization'))
  await transact(
    async ({ tx }) => {
      // Cascades to rows inserted between the batches. Counter tables without a foreign key go last, because those deletes update them.
      await tx.organization.deleteMany({ where: { id: organizationId } })
      for (const { name } of unbound) await deleteRows(tx, organizationId, name, null)
    },
    { statementMs: STATEMENT_MS },
  )
  return true
}

/** Removes access; the deletion can no longer be revoked. Idempotent: the email is sent once. @returns whether to proceed */
async function begin(organizationId: string): Promise<boolean> {
  return transact(async (work) => {
    const { tx } = work
    await lockOrganization(tx, organizationId)
    const held = await tx.organization.findUnique({ where: { id: organizationId } })
    // Revoked at the last moment, or deleted by another process.
    if (!held?.deletesAt || held.deletesAt > now()) return false
    if (held.deletionBeganAt) return true
    await tellAdministrators(work, organizationId, { stage: 'done', name: held.name })
    await tx.organization.update({ where: { id: organizationId }, data: { deletionBeganAt: now() } })
    await tx.session.deleteMany({ where: { organizationId } })
    await tx.apiKey.deleteMany({ where: { organizationId } })
    await tx.invitation.deleteMany({ where: { organizationId } })
    await tx.membership.deleteMany({ where: { organizationId } })
    return true
  })
}

/** Clears self-references, because no deletion order satisfies them. @returns false if the time ran out */
async function dropReferences(table: string, column: string, organizationId: string, until: number): Promise<boolean> {
  for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE; ) {
    if (performance.now() >= until) return false
    count = await transact(({ tx }) => clearColumn(tx, organizationId, { table, column, limit: ROWS_AT_ONCE }), {
      statementMs: STATEMENT_MS,
    })
  }
  return true
}

/** Tables with rows of organizations, referring tables first, so that a batch does not cascade to more rows than its limit. */
async function tablesInOrder(): Promise<TenantTable[]> {
  const tables = await listTenantTables()
  const byName = new Map(tables.map((table) => [table.name, table]))
  return referringFirst(new Map(tables.map(({ name, refersTo }) => [name, refersTo]))).flatMap(
    (name) => byName.get(name) ?? [],
  )
}

/** Topological order: each table before the tables it references; arbitrary within cycles. */
export function referringFirst(refersTo: ReadonlyMap<string, readonly string[]>): string[] {
  const sorted: string[] = []
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name) || !refersTo.has(name)) return
    seen.add(name)
    for (const other of refersTo.get(name) ?? []) visit(other)
    sorted.push(name)
  }
  for (const name of refersTo.keys()) visit(name)
  return sorted.toReversed()
}

type Told = { stage: 'asked' | 'kept' | 'done'; name: string; until?: string }

/** Addresses the emails directly, because the organization and its memberships may be gone when they are sent. */
async function tellAdministrators(work: Work, organizationId: string, values: Told): Promise<void> {
  const people = await work.tx.membership.findMany({
    where: { organizationId, role: { in: ['owner', 'admin'] } },
    select: { user: { select: { email: true, language: true } } },
  })
  await queueSystemEmails(
    work,
    people.map(
      ({ user }): NewSystemEmail => ({
        kind: 'organizationDeletion',
        organizationId: null,
        address: user.email,
        language: Language.catch('en').parse(user.language),
        values,
      }),
    ),
  )
}

/** @throws {NotFound} also once its deletion has begun */
async function lockActive(tx: Tx, organizationId: string) {
  await lockOrganization(tx, organizationId)
  const held = await tx.organization.findUnique({ where: { id: organizationId } })
  if (!held || held.deletionBeganAt) throw new NotFound('organization')
  return held
}

async function requireOwner(tx: Tx, organizationId: string, userId: string): Promise<void> {
  const row = await tx.membership.findUnique({ where: { organizationId_userId: { organizationId, userId } } })
  if (row?.role !== 'owner') throw new Forbidden()
}
