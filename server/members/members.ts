import { audit, listFieldChanges } from '../audit/audit'
import { requireAccountNotPendingDeletion } from '../auth/account-deletion'
import { reauthenticate } from '../auth/reauthenticate'
import { unassignMember } from '../cases/unassign-member'
import { db, type Tx } from '../db'
import { Forbidden, NotFound, ValidationError } from '../errors'
import { lockOrganization } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import type { Role, SessionUser } from '../principal'
import { transact } from '../unit-of-work'
import { ROLES } from './constants'
import { withdrawUnauthorizedInvitations } from './pending-invitations'
import type { AssignableRole, ChangeRole, Member, TransferOwnership } from './schema'

/*
 * Membership of an organization. Every change locks the organization row first, so that changes serialize and one owner always remains.
 */

/** For the member role: omits two-factor state and last activity, which would identify easy targets. */
export async function listMembersWithoutSecurityDetails(organizationId: string): Promise<Member[]> {
  const members = await listMembers(organizationId)
  return members.map((member) => ({ ...member, lastSeenAt: null, hasSecondFactor: null }))
}

export async function listMembers(organizationId: string): Promise<Member[]> {
  const rows = await db.membership.findMany({
    where: { organizationId },
    include: {
      user: {
        select: {
          name: true,
          email: true,
          authenticatorApp: { select: { confirmedAt: true } },
          _count: { select: { passkeys: true } },
        },
      },
    },
  })
  return rows
    .map(({ userId, user, role, createdAt, lastSeenAt }) => ({
      userId,
      name: user.name,
      email: user.email,
      hasSecondFactor: user._count.passkeys > 0 || (user.authenticatorApp?.confirmedAt ?? null) !== null,
      role: role as Role,
      joinedAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    }))
    .toSorted((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role) || one.name.localeCompare(other.name))
}

export async function changeRole(
  organizationId: string,
  { userId, role }: ChangeRole,
  actor: Pick<SessionUser, 'userId'>,
): Promise<Member[]> {
  await transact(async ({ tx }) => {
    await requireAdministrator(tx, organizationId, actor.userId)
    const member = await lockMember(tx, organizationId, userId)
    if (member.role === 'owner') throw new Forbidden(localizableMessage('member.ownerStays'))
    if (member.role !== role) await updateRole(tx, organizationId, member, role)
  })
  return listMembers(organizationId)
}

/**
 * Removes a member, or lets one leave: ends their sessions, revokes their invitations and unassigns their cases. Records that they created
 * stay.
 * @throws {NotFound} @throws {Forbidden} for an owner
 */
export async function removeMember(
  organizationId: string,
  userId: string,
  actor: Pick<SessionUser, 'userId'>,
): Promise<{ userId: string; removed: true }> {
  await transact(async ({ tx }) => {
    if (userId !== actor.userId) await requireAdministrator(tx, organizationId, actor.userId)
    const { role, name } = await lockMember(tx, organizationId, userId)
    if (role === 'owner') throw new Forbidden(localizableMessage('member.ownerStays'))
    await tx.membership.delete({ where: { organizationId_userId: { organizationId, userId } } })
    await unassignMember(tx, organizationId, userId)
    await tx.session.deleteMany({ where: { organizationId, userId } })
    await withdrawUnauthorizedInvitations(tx, organizationId, { userId, role: null })
    await audit(organizationId, {
      action: userId === actor.userId ? 'member.left' : 'member.removed',
      record: { type: 'person', id: userId, name },
      changes: [{ field: 'role', from: role, to: null }],
    })
  })
  return { userId, removed: true }
}

/**
 * Transfers ownership to another member; the former owner, who confirms with their password, becomes an admin.
 * @throws {NotFound} @throws {Forbidden} for a non-owner, and if the new owner's account is scheduled for deletion
 * @throws {ValidationError} for a transfer to oneself, and under `current` for a wrong password @throws {RateLimitExceeded}
 */
export async function transferOwnership(
  organizationId: string,
  actor: SessionUser,
  { userId: toUserId, current }: TransferOwnership,
): Promise<Member[]> {
  if (toUserId === actor.userId) throw new ValidationError({ userId: [localizableMessage('member.transferToSelf')] })
  await reauthenticate(actor, current)
  await transact(async ({ tx }) => {
    const newOwner = await lockMember(tx, organizationId, toUserId)
    const owner = await lockMember(tx, organizationId, actor.userId)
    if (owner.role !== 'owner') throw new Forbidden()
    await requireAccountNotPendingDeletion(tx, toUserId)
    if (newOwner.role !== 'owner') await updateRole(tx, organizationId, newOwner, 'owner')
    await updateRole(tx, organizationId, owner, 'admin')
  })
  return listMembers(organizationId)
}

type LockedMember = { userId: string; role: Role; name: string }

async function lockMember(tx: Tx, organizationId: string, userId: string): Promise<LockedMember> {
  await lockOrganization(tx, organizationId, 'NO KEY UPDATE')
  const row = await tx.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true, user: { select: { name: true } } },
  })
  if (!row) throw new NotFound('member')
  return { userId, role: row.role as Role, name: row.user.name }
}

/** Re-checks the role under a lock, because it may have changed since the request began. @throws {Forbidden} */
export async function requireAdministrator(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await lockOrganization(tx, organizationId, 'NO KEY UPDATE')
  const row = await tx.membership.findUnique({ where: { organizationId_userId: { organizationId, userId } } })
  if (row?.role !== 'owner' && row?.role !== 'admin') throw new Forbidden()
}

async function updateRole(
  tx: Tx,
  organizationId: string,
  { userId, role: from, name }: LockedMember,
  role: AssignableRole | 'owner',
): Promise<void> {
  await tx.membership.update({ where: { organizationId_userId: { organizationId, userId } }, data: { role } })
  await withdrawUnauthorizedInvitations(tx, organizationId, { userId, role })
  await audit(organizationId, {
    action: 'member.role_changed',
    record: { type: 'person', id: userId, name },
    changes: listFieldChanges<{ role: Role }>({ role: from }, { role }),
    about: { userId, role },
  })
}
