import { audit } from '../audit/audit'
import { confirmPerson } from '../auth/confirm-person'
import { DAY_MS, now } from '../clock'
import { db, Prisma, queryRows, type Tx, withPatience } from '../db'
import { Forbidden, NotFound, ValidationError } from '../errors'
import { Language } from '../fields/schema'
import { log } from '../log'
import { sentence } from '../messages/sentence'
import type { Actor } from '../principal'
import { type NewSystemEmail, queueSystemEmails } from '../system-emails/queue'
import { transact, type Work } from '../unit-of-work'
import { wakeHeld } from './lift-hold'
import type { DeleteOrganization } from './schema'
import { DELETION_GRACE_DAYS } from './vocabulary'

/*
 * How an organization goes: its owner says so, from then on nothing leaves it, and for a week it can be read, exported and kept. Then
 * nobody gets in any more, and its rows go in batches, so that no other organization waits for them; whatever process dies
 * meanwhile, the next hour goes on.
 */

type Person = Pick<Extract<Actor, { type: 'user' }>, 'userId' | 'sessionId'>

/**
 * The organization goes in a week; what is under way waits. Every owner and admin is told by mail.
 * @throws {ValidationError} under `current` for a wrong password, under `name` for another name than the organization's.
 * @throws {Forbidden} for whoever is no owner by then. @throws {RateLimitExceeded}
 */
export async function askForOrganizationDeletion(
  organizationId: string,
  person: Person,
  { name, current }: DeleteOrganization,
): Promise<{ deletesAt: string }> {
  await confirmPerson(person, current)
  return transact(async (work) => {
    const held = await lockOrganization(work.tx, organizationId)
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

/** Takes it back: what waited goes on. @throws {Forbidden} for whoever is no owner by then. @throws {NotFound} once it has begun. */
export async function keepOrganization(organizationId: string, { userId }: Pick<Person, 'userId'>): Promise<void> {
  await transact(async (work) => {
    const held = await lockOrganization(work.tx, organizationId)
    await requireOwner(work.tx, organizationId, userId)
    if (held.deletesAt === null) return
    await work.tx.organization.update({ where: { id: organizationId }, data: { deletesAt: null } })
    await wakeHeld(work, organizationId)
    const record = { type: 'organization', id: organizationId, name: held.name } as const
    await audit(organizationId, { action: 'organization.kept', record })
    await tellAdministrators(work, organizationId, { stage: 'kept', name: held.name })
  })
}

/** A job's call ends before a platform's limit of a minute; what is left then is for the next hour. */
const BUDGET_MS = 20_000
const STATEMENT_MS = 25_000
/** Of one table in one transaction: its locks are short, and whoever writes meanwhile hardly waits. */
const ROWS_AT_ONCE = 2000

/**
 * Removes what is over of the organizations whose week is over; one that cannot go keeps none of the others. @returns how many are
 * wholly gone.
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
  const tables = await tablesOf()
  for (const { name: table, ownReferences } of tables) {
    for (const column of ownReferences) if (!(await dropReferences(table, column, organizationId, until))) return false
    for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE; ) {
      if (performance.now() >= until) return false
      count = await removeRows(table, organizationId)
    }
  }
  const unbound = tables.filter(({ refersTo }) => !refersTo.includes('organization'))
  await withPatience(STATEMENT_MS, async (tx) => {
    // What came between the batches goes with it; what counts those rows does not, and goes after them.
    await tx.organization.deleteMany({ where: { id: organizationId } })
    for (const { name } of unbound)
      await tx.$executeRaw`DELETE FROM ${Prisma.raw(`"${name}"`)} WHERE organization_id = ${organizationId}::uuid`
  })
  return true
}

/** From here on nobody gets in, and it cannot be kept. Told once, however often it is begun. @returns whether it is to go. */
async function begin(organizationId: string): Promise<boolean> {
  return transact(async (work) => {
    const { tx } = work
    await tx.$queryRaw`SELECT FROM organization WHERE id = ${organizationId}::uuid FOR UPDATE`
    const held = await tx.organization.findUnique({ where: { id: organizationId } })
    // Kept at the last moment, or removed by another process.
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

async function removeRows(table: string, organizationId: string): Promise<number> {
  const name = Prisma.raw(`"${table}"`)
  return withPatience(
    STATEMENT_MS,
    (tx) => tx.$executeRaw`
      DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${name} WHERE organization_id = ${organizationId}::uuid LIMIT ${ROWS_AT_ONCE}))`,
  )
}

/** Rows that refer to rows of their own table could not go in any order. @returns false when the time was over before. */
async function dropReferences(table: string, column: string, organizationId: string, until: number): Promise<boolean> {
  const [name, own] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${column}"`)]
  for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE; ) {
    if (performance.now() >= until) return false
    count = await withPatience(
      STATEMENT_MS,
      (tx) => tx.$executeRaw`
        UPDATE ${name} SET ${own} = NULL WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${name} WHERE organization_id = ${organizationId}::uuid AND ${own} IS NOT NULL LIMIT ${ROWS_AT_ONCE}))`,
    )
  }
  return true
}

type Table = { name: string; refersTo: string[]; ownReferences: string[] }

/** Every table whose rows belong to organizations, those first that refer to others: so no batch takes more along than it says. */
async function tablesOf(): Promise<Table[]> {
  const tables = await queryRows<Table>({
    name: 'tables-of-organizations',
    text: `
      SELECT c.relname AS name,
        coalesce(array_agg(DISTINCT r.relname::text) FILTER (WHERE r.oid <> c.oid), '{}') AS "refersTo",
        coalesce(array_agg(DISTINCT k.attname::text) FILTER (WHERE r.oid = c.oid AND NOT k.attnotnull), '{}') AS "ownReferences"
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
      LEFT JOIN pg_constraint f ON f.conrelid = c.oid AND f.contype = 'f'
      LEFT JOIN pg_class r ON r.oid = f.confrelid
      LEFT JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = ANY (f.conkey)
      WHERE c.relkind = 'r' GROUP BY c.relname ORDER BY c.relname`,
    values: [],
  })
  const byName = new Map(tables.map((table) => [table.name, table]))
  return referringFirst(new Map(tables.map(({ name, refersTo }) => [name, refersTo]))).flatMap(
    (name) => byName.get(name) ?? [],
  )
}

/** In an order in which each comes before what it refers to; where they refer to each other, in any. */
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

/** By their addresses: the organization, and with it what hangs on it, may be gone when the mail leaves. */
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

/** @throws {NotFound} also once its deletion has begun. */
async function lockOrganization(tx: Tx, organizationId: string) {
  await tx.$queryRaw`SELECT FROM organization WHERE id = ${organizationId}::uuid FOR UPDATE`
  const held = await tx.organization.findUnique({ where: { id: organizationId } })
  if (!held || held.deletionBeganAt) throw new NotFound('organization')
  return held
}

async function requireOwner(tx: Tx, organizationId: string, userId: string): Promise<void> {
  const row = await tx.membership.findUnique({ where: { organizationId_userId: { organizationId, userId } } })
  if (row?.role !== 'owner') throw new Forbidden()
}
