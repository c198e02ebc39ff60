import { now } from '../clock'
import { db, type Tx } from '../db'
import { NotFound } from '../errors'
import type { Actor } from '../principal'
import type { Origin } from '../security-events'
import { transact } from '../unit-of-work'
import { enter, type Joined, useUp } from './accept-invitation'
import { OPEN } from './open-invitations'
import type { GivenRole, OwnInvitation } from './schema'

/*
 * What somebody who is signed in was invited to. Whoever has the mail in hand proves by its link that the address is theirs; here
 * a confirmed address does, since anybody can make an account with anybody's.
 */

type Person = Extract<Actor, { type: 'user' }>

/** Those that a person can accept now, newest first; none to an address that is not confirmed. */
export async function listOwnInvitations(userId: string): Promise<OwnInvitation[]> {
  const theirs = await openTo(db, userId)
  if (theirs === null) return []
  const rows = await db.invitation.findMany({
    where: { ...theirs, organization: { memberships: { none: { userId } } } },
    include: { organization: { select: { name: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(({ id, organization, role, invitedByName, expiresAt }) => ({
    id,
    organization: organization.name,
    role: role as GivenRole,
    invitedBy: invitedByName,
    expiresAt: expiresAt.toISOString(),
  }))
}

/**
 * Lets a person join; this browser looks at the organization from now on.
 * @throws {NotFound} for one that is not theirs, or not open any more. @throws {Forbidden} for whoever is about to go.
 */
export async function acceptInvitation(person: Person, id: string, origin: Origin): Promise<Joined> {
  return transact(async ({ tx }) => {
    const theirs = await openTo(tx, person.userId)
    if (theirs === null || (await tx.invitation.count({ where: { id, ...theirs } })) === 0)
      throw new NotFound('invitation')
    return enter(tx, await useUp(tx, id), person, origin)
  })
}

async function openTo(tx: Tx, userId: string) {
  const { email, emailVerifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } })
  return emailVerifiedAt === null ? null : { email, expiresAt: { gt: now() }, ...OPEN }
}
