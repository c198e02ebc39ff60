import { skipPendingAlertEmailsOfUser } from '../alerts/record-alert-message-outcome'
import { auditInUserOrganizations } from '../audit/audit'
import { unassignMember } from '../cases/unassign-member'
import { DAY_MS, now } from '../clock'
import { db, type Tx } from '../db'
import { Forbidden, NotFound } from '../errors'
import { lockUser } from '../locks'
import { log } from '../log'
import { withdrawUnauthorizedInvitations } from '../members/pending-invitations'
import { localizableMessage } from '../messages/localizable-message'
import type { SessionUser } from '../principal'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact } from '../unit-of-work'
import { Language } from '../validation/schema'
import { ACCOUNT_DELETION_GRACE_DAYS } from './constants'
import { deletePendingEmailChange } from './credential-changes'
import { deleteOutboxMessagesToUser } from './phone-number'
import { reauthenticate } from './reauthenticate'
import { requireActiveSession } from './sessions'

/*
 * Account deletion. A request ends every session; for a week, signing in allows only to keep the account. Then the user row is deleted with
 * all personal data. Records that the user created stay, and audit logs keep the name as recorded.
 */

export async function requestAccountDeletion(person: SessionUser, { current }: { current: string }) {
  await reauthenticate(person, current)
  const { userId } = person
  return transact(async (work) => {
    const { tx } = work
    const user = await lockPerson(tx, userId)
    await requireActiveSession(tx, person)
    // Organizations that are scheduled for deletion need no new owner.
    const owned = await listOwnedOrganizations(tx, userId, { deletesAt: null })
    if (owned.length > 0)
      throw new Forbidden(localizableMessage('session.stillOwner', { organizations: { all: owned } }))
    const deletesAt = user.deletesAt ?? new Date(now().getTime() + ACCOUNT_DELETION_GRACE_DAYS * DAY_MS)
    await tx.user.update({ where: { id: userId }, data: { deletesAt } })
    await tx.signInChallenge.deleteMany({ where: { userId } })
    await deletePendingEmailChange(tx, userId)
    const { count } = await tx.session.deleteMany({ where: { userId } })
    await auditInUserOrganizations(userId, { action: 'account.deletion_asked', about: { userId, sessions: count } })
    const values = { stage: 'asked', until: deletesAt.toISOString() }
    await queueSystemEmails(work, [{ kind: 'accountDeletion', organizationId: null, userId, values }])
    return { deletesAt: deletesAt.toISOString() }
  })
}

export async function cancelAccountDeletion({ userId }: Pick<SessionUser, 'userId'>): Promise<void> {
  await transact(async (work) => {
    const { tx } = work
    const { deletesAt } = await lockPerson(tx, userId)
    if (deletesAt === null) return
    await tx.user.update({ where: { id: userId }, data: { deletesAt: null } })
    await auditInUserOrganizations(userId, { action: 'account.kept', about: { userId } })
    const values = { stage: 'kept' }
    await queueSystemEmails(work, [{ kind: 'accountDeletion', organizationId: null, userId, values }])
  })
}

const ACCOUNTS_PER_RUN = 500

export async function deleteDueAccounts(): Promise<number> {
  const due = await db.user.findMany({
    where: { deletesAt: { lte: now() } },
    orderBy: { deletesAt: 'asc' },
    take: ACCOUNTS_PER_RUN,
    select: { id: true },
  })
  let deleted = 0
  for (const { id } of due) {
    try {
      if (await deleteAccount(id)) deleted += 1
    } catch (error) {
      log.error({ err: error, userId: id }, 'an account could not be deleted; the next hour tries again')
    }
  }
  return deleted
}

async function deleteAccount(userId: string): Promise<boolean> {
  return transact(async (work) => {
    const { tx } = work
    const person = await lockAndFindPerson(tx, userId)
    // Kept meanwhile, or deleted by another process.
    if (!person || person.deletesAt === null || person.deletesAt > now()) return false
    // The user owns an organization that is scheduled for deletion, which goes first.
    if ((await listOwnedOrganizations(tx, userId)).length > 0) return false
    await auditInUserOrganizations(userId, { action: 'account.deleted', about: { userId } })
    for (const { organizationId } of await tx.membership.findMany({ where: { userId } })) {
      await withdrawUnauthorizedInvitations(tx, organizationId, { userId, role: null })
      await tx.membership.delete({ where: { organizationId_userId: { organizationId, userId } } })
      await unassignMember(tx, organizationId, userId)
    }
    const { name, email } = person
    const language = Language.catch('en').parse(person.language)
    await queueSystemEmails(work, [
      { kind: 'accountDeletion', organizationId: null, address: email, language, values: { stage: 'done', name } },
    ])
    await skipPendingAlertEmailsOfUser(tx, userId)
    await deleteOutboxMessagesToUser(tx, userId)
    await tx.user.delete({ where: { id: userId } })
    return true
  })
}

/**
 * Rejects a user whose account is scheduled for deletion, before they become an owner. Locks the user row, so that an ownership transfer
 * and a concurrent deletion request serialize.
 * @throws {Forbidden}
 */
export async function requireAccountNotPendingDeletion(tx: Tx, userId: string): Promise<void> {
  await lockUser(tx, userId, 'SHARE')
  if ((await tx.user.count({ where: { id: userId, deletesAt: { not: null } } })) > 0)
    throw new Forbidden(localizableMessage('session.leaving'))
}

async function listOwnedOrganizations(tx: Tx, userId: string, filter: { deletesAt?: null } = {}): Promise<string[]> {
  const rows = await tx.membership.findMany({
    where: { userId, role: 'owner', organization: filter },
    select: { organization: { select: { name: true } } },
    orderBy: { createdAt: 'asc' },
  })
  return rows.map(({ organization }) => organization.name)
}

async function lockPerson(tx: Tx, userId: string) {
  const person = await lockAndFindPerson(tx, userId)
  if (!person) throw new NotFound('user')
  return person
}

async function lockAndFindPerson(tx: Tx, userId: string) {
  await lockUser(tx, userId)
  return tx.user.findUnique({
    where: { id: userId },
    select: { name: true, email: true, language: true, deletesAt: true },
  })
}
