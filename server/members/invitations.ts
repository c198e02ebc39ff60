import { v7 as uuidv7 } from 'uuid'
import type { Invitation as InvitationRow, SystemEmail } from '@/prisma/generated/client'
import { audit } from '../audit/audit'
import { DAY_MS, now } from '../clock'
import { db } from '../db'
import { NotFound, ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { castReason } from '../messaging/outcome/reasons'
import type { UserActor } from '../principal'
import { defineBucket, enforceBuckets } from '../rate-limit/rate-limit'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact, type UnitOfWork } from '../unit-of-work'
import { Language } from '../validation/schema'
import { INVITATION_VALID_DAYS, PENDING_INVITATIONS_MAX } from './constants'
import { requireAdministrator } from './members'
import { PENDING_OR_EXPIRED_INVITATION_WHERE, toInvitationAuditRecord } from './pending-invitations'
import type { AssignableRole, Invitation, InviteMember } from './schema'

const DAY_SECONDS = 24 * 60 * 60
const INVITATIONS_PER_DAY = 100
const INVITATIONS_PER_ADDRESS_AND_DAY = 5

export async function listInvitations(organizationId: string): Promise<Invitation[]> {
  const rows = await db.invitation.findMany({
    where: { organizationId, acceptedAt: null, withdrawnAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: PENDING_INVITATIONS_MAX,
  })
  const emails = await db.systemEmail.findMany({
    where: { organizationId, kind: 'invitation', subjectId: { in: rows.map(({ id }) => id) } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { subjectId: true, endedAt: true, sentAt: true, reason: true },
  })
  const latestEmails = new Map(emails.map((email) => [email.subjectId, email]))
  return rows.map((row) => present(row, latestEmails.get(row.id)))
}

/**
 * Invites an address by email. A repeated invitation sends another email and updates the role.
 * @throws {ValidationError} under `email` for a member, and at the limit of open invitations
 * @throws {RateLimitExceeded}
 * @throws {Forbidden} if the inviter is no longer an admin
 */
export async function inviteMember(organizationId: string, { email, role }: InviteMember, actor: UserActor) {
  await requireInvitationQuota(organizationId, email)
  const id = await transact(async (work) => {
    const { tx } = work
    await requireAdministrator(tx, organizationId, actor.userId)
    if (await tx.membership.findFirst({ where: { organizationId, user: { email } }, select: { userId: true } }))
      throw new ValidationError({ email: [localizableMessage('member.isMember')] })
    const data = { role, expiresAt: expiry(), invitedById: actor.userId, invitedByName: actor.name }
    const pending = await tx.invitation.findFirst({
      where: { organizationId, email, ...PENDING_OR_EXPIRED_INVITATION_WHERE },
    })
    const openWhere = { organizationId, ...PENDING_OR_EXPIRED_INVITATION_WHERE, expiresAt: { gt: now() } }
    if (!pending && (await tx.invitation.count({ where: openWhere })) >= PENDING_INVITATIONS_MAX)
      throw new ValidationError({
        email: [localizableMessage('member.invitationsMany', { maximum: PENDING_INVITATIONS_MAX })],
      })
    const inviter = await tx.user.findUniqueOrThrow({ where: { id: actor.userId }, select: { language: true } })
    const row = pending
      ? await tx.invitation.update({ where: { id: pending.id, organizationId }, data })
      : await tx.invitation.create({ data: { ...data, id: uuidv7(), organizationId, email, ...inviter } })
    await audit(organizationId, {
      action: pending ? 'member.invitation_resent' : 'member.invited',
      record: toInvitationAuditRecord(row),
      changes: [{ field: 'role', from: pending?.role ?? null, to: role }],
    })
    await queueInvitationEmail(work, row)
    return row.id
  })
  return findInvitation(organizationId, id)
}

export async function resendInvitation(organizationId: string, id: string, actor: UserActor): Promise<Invitation> {
  const pending = await db.invitation.findFirst({
    where: { organizationId, id, ...PENDING_OR_EXPIRED_INVITATION_WHERE },
    select: { email: true },
  })
  if (!pending) throw new NotFound('invitation')
  await requireInvitationQuota(organizationId, pending.email)
  await transact(async (work) => {
    const { tx } = work
    await requireAdministrator(tx, organizationId, actor.userId)
    const [row] = await tx.invitation.updateManyAndReturn({
      where: { organizationId, id, ...PENDING_OR_EXPIRED_INVITATION_WHERE },
      data: { expiresAt: expiry() },
    })
    if (!row) throw new NotFound('invitation')
    await audit(organizationId, { action: 'member.invitation_resent', record: toInvitationAuditRecord(row) })
    await queueInvitationEmail(work, row)
  })
  return findInvitation(organizationId, id)
}

export async function withdrawInvitation(
  organizationId: string,
  id: string,
  actor: UserActor,
): Promise<{ id: string; withdrawn: true }> {
  await transact(async ({ tx }) => {
    await requireAdministrator(tx, organizationId, actor.userId)
    const [row] = await tx.invitation.updateManyAndReturn({
      where: { organizationId, id, ...PENDING_OR_EXPIRED_INVITATION_WHERE },
      data: { withdrawnAt: now() },
    })
    if (!row) throw new NotFound('invitation')
    await audit(organizationId, { action: 'member.invitation_withdrawn', record: toInvitationAuditRecord(row) })
  })
  return { id, withdrawn: true }
}

function expiry(): Date {
  return new Date(now().getTime() + INVITATION_VALID_DAYS * DAY_MS)
}

async function requireInvitationQuota(organizationId: string, email: string): Promise<void> {
  await enforceBuckets([
    defineBucket(`invitations ${organizationId}`, DAY_SECONDS, INVITATIONS_PER_DAY),
    defineBucket(`invitation ${organizationId} ${email}`, DAY_SECONDS, INVITATIONS_PER_ADDRESS_AND_DAY),
  ])
}

async function queueInvitationEmail(work: UnitOfWork, { id, organizationId, email, language }: InvitationRow) {
  await queueSystemEmails(work, [
    {
      kind: 'invitation',
      organizationId,
      address: email,
      language: Language.catch('en').parse(language),
      subjectId: id,
      groupKey: `invitation ${id}`,
    },
  ])
}

async function findInvitation(organizationId: string, id: string): Promise<Invitation> {
  const match = (await listInvitations(organizationId)).find((invitation) => invitation.id === id)
  if (!match) throw new NotFound('invitation')
  return match
}

type InvitationEmail = Pick<SystemEmail, 'endedAt' | 'sentAt' | 'reason'>

function present(row: InvitationRow, email: InvitationEmail | undefined): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role as AssignableRole,
    invitedBy: row.invitedByName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isExpired: row.expiresAt <= now(),
    mail: emailState(email),
  }
}

function emailState(email: InvitationEmail | undefined): Invitation['mail'] {
  if (!email || email.endedAt === null) return 'waiting'
  if (email.sentAt === null) return 'failed'
  return castReason(email.reason)?.code === 'captured' ? 'kept' : 'sent'
}
