import type { Invitation as InvitationRow } from '@/prisma/generated/client'
import { audit } from '../audit/audit'
import { requireAccountNotPendingDeletion } from '../auth/account-deletion'
import { requireStrongPassword } from '../auth/password-policy'
import { hashPassword } from '../auth/passwords'
import { now } from '../clock'
import { db, isUniqueViolation, type Tx } from '../db'
import { verifyToken } from '../encryption'
import { Forbidden, NotFound, ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { channels } from '../messaging/channels'
import type { UserActor } from '../principal'
import type { RequestOrigin } from '../security-events'
import { transact } from '../unit-of-work'
import { PENDING_OR_EXPIRED_INVITATION_WHERE } from './pending-invitations'
import type { AssignableRole, InvitationLinkState, MyInvitation, SignUpByInvitation } from './schema'

type InvitationWithOrganization = InvitationRow & { organization: { name: string } }

export async function getInvitationLinkState(token: string): Promise<InvitationLinkState> {
  const id = verifyToken('invitation', token)
  const row = id === null ? null : await db.invitation.findUnique({ where: { id }, include: ORGANIZATION_NAME })
  if (!row) return { state: 'unknown' }
  if (row.acceptedAt !== null) return { state: 'accepted' }
  if (row.withdrawnAt !== null) return { state: 'withdrawn' }
  if (row.expiresAt <= now()) return { state: 'expired' }
  const account = await db.user.findUnique({ where: { email: row.email }, select: { id: true } })
  return {
    state: 'open',
    organization: row.organization.name,
    invitedBy: row.invitedByName,
    role: row.role as AssignableRole,
    email: row.email,
    hasAccount: account !== null,
  }
}

type JoinedOrganization = { userId: string; organizationId: string }

/**
 * Accepts an invitation as the signed-in person, whose address must match; switches this session to the organization.
 * @throws {ValidationError} under `token` for an invalid or expired link
 * @throws {Forbidden} for another address, and for an account scheduled for deletion
 */
export async function acceptInvitationAsUser(person: UserActor, token: string, origin: RequestOrigin) {
  return transact(async ({ tx }) => {
    const invitation = await consumeInvitation(tx, verifyToken('invitation', token))
    if (invitation.email !== person.email)
      throw new Forbidden(localizableMessage('member.otherAddress', { email: invitation.email }))
    return joinWithAccount(tx, invitation, person, origin)
  })
}

async function joinWithAccount(
  tx: Tx,
  invitation: InvitationWithOrganization,
  { userId, sessionId, name }: UserActor,
  origin: RequestOrigin,
): Promise<JoinedOrganization> {
  await requireAccountNotPendingDeletion(tx, userId)
  const joined = await addMembership(tx, invitation, { userId, name }, origin)
  const { organizationId } = joined
  await tx.session.updateMany({ where: { id: sessionId, userId }, data: { organizationId } })
  return joined
}

/**
 * Creates an account for the invited address and accepts the invitation. Following the link confirms the address, unless emails are
 * captured.
 * @throws {ValidationError} under `token` for an invalid or expired link and for an address with an account; under `password` for a weak
 * one
 */
export async function signUpByInvitation(
  token: string,
  { name, password, language }: SignUpByInvitation,
  origin: RequestOrigin,
): Promise<JoinedOrganization & { email: string }> {
  const invitation = await getInvitationLinkState(token)
  if (invitation.state === 'open')
    await requireStrongPassword(password, [name, invitation.email, invitation.organization])
  return createAccountAndAcceptInvitation(token, { name, language, passwordHash: await hashPassword(password) }, origin)
}

type NewAccount = Omit<SignUpByInvitation, 'password'> & {
  passwordHash: string | null
  requiredEmail?: string | null
}

export async function createAccountAndAcceptInvitation(
  token: string,
  { name, passwordHash, language, requiredEmail }: NewAccount,
  origin: RequestOrigin,
): Promise<JoinedOrganization & { email: string }> {
  try {
    return await transact(async ({ tx }) => {
      const invitation = await consumeInvitation(tx, verifyToken('invitation', token))
      const { email } = invitation
      if (requiredEmail !== undefined && requiredEmail !== email)
        throw new Forbidden(localizableMessage('member.otherAddress', { email }))
      const emailVerifiedAt = channels.email === null ? null : now()
      const { id } = await tx.user.create({ data: { name, email, passwordHash, language, emailVerifiedAt } })
      return { ...(await addMembership(tx, invitation, { userId: id, name }, origin)), email }
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ValidationError({ email: [localizableMessage('session.emailTaken')] })
  }
}

const ORGANIZATION_NAME = { organization: { select: { name: true } } } as const

/**
 * Marks the invitation as accepted; only one of two concurrent calls succeeds. @throws {ValidationError} under `token` if it is not open
 */
async function consumeInvitation(tx: Tx, id: string | null): Promise<InvitationWithOrganization> {
  const notOpen = () => new ValidationError({ token: [localizableMessage('session.invitationSpent')] })
  if (id === null) throw notOpen()
  const at = now()
  const where = { id, expiresAt: { gt: at }, ...PENDING_OR_EXPIRED_INVITATION_WHERE }
  const { count } = await tx.invitation.updateMany({ where, data: { acceptedAt: at } })
  if (count === 0) throw notOpen()
  return tx.invitation.findUniqueOrThrow({ where: { id }, include: ORGANIZATION_NAME })
}

async function addMembership(
  tx: Tx,
  { organizationId, role }: InvitationWithOrganization,
  { userId, name }: { userId: string; name: string },
  origin: RequestOrigin,
): Promise<JoinedOrganization> {
  const { count: addedCount } = await tx.membership.createMany({
    data: [{ organizationId, userId, role, createdAt: now() }],
    skipDuplicates: true,
  })
  if (addedCount === 1)
    await audit(organizationId, {
      action: 'member.joined',
      record: { type: 'person', id: userId, name },
      changes: [{ field: 'role', from: null, to: role }],
      actorContext: { actor: { type: 'user', id: userId, name }, origin },
      about: { userId, role },
    })
  return { userId, organizationId }
}

/** Open invitations to the signed-in user's address. Without a link as proof of control, the address must be confirmed. */
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

export async function acceptMyInvitation(
  person: UserActor,
  id: string,
  origin: RequestOrigin,
): Promise<JoinedOrganization> {
  return transact(async ({ tx }) => {
    const ownWhere = await pendingInvitationsWhere(tx, person.userId)
    if (ownWhere === null || (await tx.invitation.count({ where: { id, ...ownWhere } })) === 0)
      throw new NotFound('invitation')
    return joinWithAccount(tx, await consumeInvitation(tx, id), person, origin)
  })
}

async function pendingInvitationsWhere(tx: Tx, userId: string) {
  const { email, emailVerifiedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } })
  return emailVerifiedAt === null ? null : { email, expiresAt: { gt: now() }, ...PENDING_OR_EXPIRED_INVITATION_WHERE }
}
