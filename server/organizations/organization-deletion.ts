import { audit } from '../audit/audit'
import { reauthenticate } from '../auth/reauthenticate'
import { DAY_MS, now } from '../clock'
import { db, type Tx } from '../db'
import { Forbidden, NotFound, ValidationError } from '../errors'
import { lockOrganization } from '../locks'
import { log } from '../log'
import { localizableMessage } from '../messages/localizable-message'
import type { SessionUser } from '../principal'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact, type UnitOfWork } from '../unit-of-work'
import { Language } from '../validation/schema'
import { ORGANIZATION_DELETION_GRACE_DAYS } from './constants'
import { clearTenantColumn, deleteTenantRows, listTenantTables, type TenantTableReferences } from './queries'
import { resumePostponedWork } from './resume-postponed-work'
import type { RequestOrganizationDeletion } from './schema'

/*
 * Deletion of an organization: the owner schedules it; from then on nothing is sent, and for a week the data can be read and exported and
 * the deletion revoked. Then access ends and rows are deleted in batches, so that other organizations are not blocked; the hourly job
 * resumes an interrupted deletion.
 */

export async function requestOrganizationDeletion(
  organizationId: string,
  person: SessionUser,
  { name, current }: RequestOrganizationDeletion,
): Promise<{ deletesAt: string }> {
  await reauthenticate(person, current)
  return transact(async (work) => {
    const organization = await lockActiveOrganization(work.tx, organizationId)
    await requireOwner(work.tx, organizationId, person.userId)
    if (organization.name !== name.trim())
      throw new ValidationError({ name: [localizableMessage('organization.otherName')] })
    const deletesAt = organization.deletesAt ?? new Date(now().getTime() + ORGANIZATION_DELETION_GRACE_DAYS * DAY_MS)
    await work.tx.organization.update({ where: { id: organizationId }, data: { deletesAt } })
    const record = { type: 'organization', id: organizationId, name: organization.name } as const
    await audit(organizationId, { action: 'organization.deletion_asked', record })
    const until = deletesAt.toISOString()
    await notifyAdministrators(work, organizationId, { stage: 'asked', name: organization.name, until })
    return { deletesAt: until }
  })
}

export async function cancelOrganizationDeletion(organizationId: string, { userId }: Pick<SessionUser, 'userId'>) {
  await transact(async (work) => {
    const organization = await lockActiveOrganization(work.tx, organizationId)
    await requireOwner(work.tx, organizationId, userId)
    if (organization.deletesAt === null) return
    await work.tx.organization.update({ where: { id: organizationId }, data: { deletesAt: null } })
    await resumePostponedWork(work, organizationId)
    const record = { type: 'organization', id: organizationId, name: organization.name } as const
    await audit(organizationId, { action: 'organization.kept', record })
    await notifyAdministrators(work, organizationId, { stage: 'kept', name: organization.name })
  })
}

const RUN_BUDGET_MS = 20_000
const STATEMENT_TIMEOUT_MS = 25_000
const ROWS_PER_BATCH = 2000

export async function deleteDueOrganizations(budgetMs = RUN_BUDGET_MS): Promise<number> {
  const due = await db.organization.findMany({
    where: { deletesAt: { lte: now() } },
    orderBy: { deletesAt: 'asc' },
    select: { id: true },
  })
  const until = performance.now() + budgetMs
  let deletedCount = 0
  for (const { id } of due) {
    if (performance.now() >= until) break
    try {
      if (await deleteOrganization(id, until)) deletedCount += 1
    } catch (error) {
      log.error({ err: error, organizationId: id }, 'an organization could not be deleted; the next hour tries again')
    }
  }
  return deletedCount
}

async function deleteOrganization(organizationId: string, until: number): Promise<boolean> {
  if (!(await beginDeletion(organizationId))) return false
  const tables = await listTablesInDeletionOrder()
  for (const { name: table, ownReferences } of tables) {
    const limit = ROWS_PER_BATCH
    for (const column of ownReferences) {
      const reference = { table, column, limit }
      if (!(await runInBatches(until, (tx) => clearTenantColumn(tx, organizationId, reference)))) return false
    }
    if (!(await runInBatches(until, (tx) => deleteTenantRows(tx, organizationId, table, limit)))) return false
  }
  const tablesWithoutForeignKey = tables.filter(({ refersTo }) => !refersTo.includes('organization'))
  await transact(
    async ({ tx }) => {
      // Cascades to rows inserted between the batches. Counter tables without a foreign key go last, because those deletes update them.
      await tx.organization.deleteMany({ where: { id: organizationId } })
      for (const { name } of tablesWithoutForeignKey) await deleteTenantRows(tx, organizationId, name, null)
    },
    { statementMs: STATEMENT_TIMEOUT_MS },
  )
  return true
}

async function beginDeletion(organizationId: string): Promise<boolean> {
  return transact(async (work) => {
    const { tx } = work
    await lockOrganization(tx, organizationId)
    const organization = await tx.organization.findUnique({ where: { id: organizationId } })
    // Revoked at the last moment, or deleted by another process.
    if (!organization?.deletesAt || organization.deletesAt > now()) return false
    if (organization.deletionBeganAt) return true
    await notifyAdministrators(work, organizationId, { stage: 'done', name: organization.name })
    await tx.organization.update({ where: { id: organizationId }, data: { deletionBeganAt: now() } })
    await tx.session.deleteMany({ where: { organizationId } })
    await tx.apiKey.deleteMany({ where: { organizationId } })
    await tx.invitation.deleteMany({ where: { organizationId } })
    await tx.membership.deleteMany({ where: { organizationId } })
    return true
  })
}

/** @param batch changes up to {@link ROWS_PER_BATCH} rows and returns how many. @returns false if the time is over. */
async function runInBatches(until: number, batch: (tx: Tx) => Promise<number>): Promise<boolean> {
  for (let count = ROWS_PER_BATCH; count === ROWS_PER_BATCH; ) {
    if (performance.now() >= until) return false
    count = await transact(({ tx }) => batch(tx), { statementMs: STATEMENT_TIMEOUT_MS })
  }
  return true
}

async function listTablesInDeletionOrder(): Promise<TenantTableReferences[]> {
  const tables = await listTenantTables()
  const byName = new Map(tables.map((table) => [table.name, table]))
  return sortReferencingTablesFirst(new Map(tables.map(({ name, refersTo }) => [name, refersTo]))).flatMap(
    (name) => byName.get(name) ?? [],
  )
}

export function sortReferencingTablesFirst(refersTo: ReadonlyMap<string, readonly string[]>): string[] {
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

/** Addresses the emails directly, because the organization and its memberships may be gone when they are sent. */
async function notifyAdministrators(
  work: UnitOfWork,
  organizationId: string,
  values: { stage: 'asked' | 'kept' | 'done'; name: string; until?: string },
): Promise<void> {
  const administrators = await work.tx.membership.findMany({
    where: { organizationId, role: { in: ['owner', 'admin'] } },
    select: { user: { select: { email: true, language: true } } },
  })
  await queueSystemEmails(
    work,
    administrators.map(({ user }) => ({
      kind: 'organizationDeletion',
      organizationId: null,
      address: user.email,
      language: Language.catch('en').parse(user.language),
      values,
    })),
  )
}

async function lockActiveOrganization(tx: Tx, organizationId: string) {
  await lockOrganization(tx, organizationId)
  const organization = await tx.organization.findUnique({ where: { id: organizationId } })
  if (!organization || organization.deletionBeganAt) throw new NotFound('organization')
  return organization
}

async function requireOwner(tx: Tx, organizationId: string, userId: string): Promise<void> {
  const row = await tx.membership.findUnique({ where: { organizationId_userId: { organizationId, userId } } })
  if (row?.role !== 'owner') throw new Forbidden()
}
