import { now } from '../clock'
import { db, type Tx } from '../db'
import { NotFound } from '../errors'
import type { UserActor } from '../principal'
import type { Origin } from '../security-events'
import { transact } from '../unit-of-work'
import { consumeInvitation, type JoinedOrganization, joinWithAccount } from './accept-invitation'
import { PENDING_INVITATION } from './pending-invitations'
import type { AssignableRole, MyInvitation } from './schema'

/*
 * Invitations to the signed-in person. A link in an email proves control of the address; here the address must be confirmed, because an
 * account can be created with any address.
 */

export async function listMyInvitations(userId: string): Promise<MyInvitation[]> {
  const ownWhere = await pendingInvitationsWhere(db, userId)
  if (ownWhere === null) return []
  const rows = await db.invitation.findMany({
    where: { ...ownWhere, organization: { memberships: { none: { userId } } } },
    include: { organization: { select: { name: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(({ id, organization, role, invitedByName, expiresAt }) => ({
    id,
    organization: organization.name,
    role: role as AssignableRole,
    invitedBy: invitedByName,
    expiresAt: expiresAt.toISOString(),
  }))
}

export async function acceptMyInvitation(person: UserActor, id: string, origin: Origin): Promise<JoinedOrganization> {
  return transact(async ({ tx }) => {
    const ownWhere = await pendingInvitationsWhere(tx, person.userId)
    if (ownWhere === null || (await tx.invitation.count({ where: { id, ...ownWhere } })) === 0)
      throw new NotFound('invitation')
    return joinWithAccount(tx, await consumeInvitation(tx, id), person, origin)
  })
}

async function pendingInvitationsWhere(tx: Tx, userId: string) {
  const { email, emailVerifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } })
  return emailVerifiedAt === null ? null : { email, expiresAt: { gt: now() }, ...PENDING_INVITATION }
}
