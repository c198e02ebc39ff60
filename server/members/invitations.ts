import { v7 as uuidv7 } from 'uuid'
import type { Invitation as InvitationRow, Prisma } from '@/prisma/generated/client'
import { audit } from '../audit/audit'
import { DAY_MS, now } from '../clock'
import { db } from '../db'
import { NotFound, RateLimitExceeded, ValidationError } from '../errors'
import { Language } from '../fields/schema'
import { sentence } from '../messages/sentence'
import { readReason } from '../outgoing/reasons'
import type { Actor } from '../principal'
import { queueSystemEmails } from '../system-emails/queue'
import { countIn, makeBucket } from '../throttle/throttle'
import { transact, type Work } from '../unit-of-work'
import { requireAdministrator } from './members'
import { OPEN, recordOf } from './open-invitations'
import type { GivenRole, Invitation, Invite } from './schema'
import { INVITATION_DAYS, INVITATIONS_OPEN_MAX } from './vocabulary'

type Person = Extract<Actor, { type: 'user' }>

const DAY_SECONDS = 24 * 60 * 60
/** Limits abuse as a mail relay. */
const PER_DAY = 100
const PER_ADDRESS_AND_DAY = 5

/** Open and expired invitations, newest first. */
export async function listInvitations(organizationId: string): Promise<Invitation[]> {
  const rows = await db.invitation.findMany({
    where: { organizationId, acceptedAt: null, withdrawnAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: INVITATIONS_OPEN_MAX,
  })
  const mails = await db.systemEmail.findMany({
    where: { organizationId, kind: 'invitation', subjectId: { in: rows.map(({ id }) => id) } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { subjectId: true, endedAt: true, sentAt: true, reason: true },
  })
  const lastOf = new Map(mails.map((mail) => [mail.subjectId, mail]))
  return rows.map((row) => present(row, lastOf.get(row.id)))
}

/**
 * Invites an address by email. A repeated invitation sends another email and updates the role.
 * @throws {ValidationError} under `email` for a member, and at the limit of open invitations
 * @throws {RateLimitExceeded}
 * @throws {Forbidden} if the inviter is no longer an admin
 */
export async function invite(organizationId: string, { email, role }: Invite, by: Person): Promise<Invitation> {
  await countMail(organizationId, email)
  const id = await transact(async (work) => {
    const { tx } = work
    await requireAdministrator(tx, organizationId, by.userId)
    if (await tx.membership.findFirst({ where: { organizationId, user: { email } }, select: { userId: true } }))
      throw new ValidationError({ email: [sentence('member.isMember')] })
    const data = { role, expiresAt: expiry(), invitedById: by.userId, invitedByName: by.name }
    const held = await tx.invitation.findFirst({ where: { organizationId, email, ...OPEN } })
    const valid = { organizationId, ...OPEN, expiresAt: { gt: now() } }
    if (!held && (await tx.invitation.count({ where: valid })) >= INVITATIONS_OPEN_MAX)
      throw new ValidationError({ email: [sentence('member.invitationsMany', { maximum: INVITATIONS_OPEN_MAX })] })
    const inviter = await tx.user.findUniqueOrThrow({ where: { id: by.userId }, select: { language: true } })
    const row = held
      ? await tx.invitation.update({ where: { id: held.id, organizationId }, data })
      : await tx.invitation.create({ data: { ...data, id: uuidv7(), organizationId, email, ...inviter } })
    await audit(organizationId, {
      action: held ? 'member.invitation_resent' : 'member.invited',
      record: recordOf(row),
      changes: [{ field: 'role', from: held?.role ?? null, to: role }],
    })
    await queueMail(work, row)
    return row.id
  })
  return read(organizationId, id)
}

/**
 * Resends the email and renews the expiry.
 * @throws {NotFound} for an accepted or withdrawn invitation @throws {RateLimitExceeded} @throws {Forbidden}
 */
export async function resendInvitation(organizationId: string, id: string, by: Person): Promise<Invitation> {
  const known = await db.invitation.findFirst({ where: { organizationId, id, ...OPEN }, select: { email: true } })
  if (!known) throw new NotFound('invitation')
  await countMail(organizationId, known.email)
  await transact(async (work) => {
    const { tx } = work
    await requireAdministrator(tx, organizationId, by.userId)
    const [row] = await tx.invitation.updateManyAndReturn({
      where: { organizationId, id, ...OPEN },
      data: { expiresAt: expiry() },
    })
    if (!row) throw new NotFound('invitation')
    await audit(organizationId, { action: 'member.invitation_resent', record: recordOf(row) })
    await queueMail(work, row)
  })
  return read(organizationId, id)
}

/** Revokes the invitation and its link. @throws {NotFound} @throws {Forbidden} */
export async function withdrawInvitation(
  organizationId: string,
  id: string,
  by: Person,
): Promise<{ id: string; withdrawn: true }> {
  await transact(async ({ tx }) => {
    await requireAdministrator(tx, organizationId, by.userId)
    const [row] = await tx.invitation.updateManyAndReturn({
      where: { organizationId, id, ...OPEN },
      data: { withdrawnAt: now() },
    })
    if (!row) throw new NotFound('invitation')
    await audit(organizationId, { action: 'member.invitation_withdrawn', record: recordOf(row) })
  })
  return { id, withdrawn: true }
}

function expiry(): Date {
  return new Date(now().getTime() + INVITATION_DAYS * DAY_MS)
}

async function countMail(organizationId: string, email: string): Promise<void> {
  const retryAfter = await countIn([
    makeBucket(`invitations ${organizationId}`, DAY_SECONDS, PER_DAY),
    makeBucket(`invitation ${organizationId} ${email}`, DAY_SECONDS, PER_ADDRESS_AND_DAY),
  ])
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
}

/** Reuses an email that is still queued. */
async function queueMail(work: Work, { id, organizationId, email, language }: InvitationRow): Promise<void> {
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

async function read(organizationId: string, id: string): Promise<Invitation> {
  const found = (await listInvitations(organizationId)).find((invitation) => invitation.id === id)
  if (!found) throw new NotFound('invitation')
  return found
}

type Mail = { endedAt: Date | null; sentAt: Date | null; reason: Prisma.JsonValue | null }

function present(row: InvitationRow, mail: Mail | undefined): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role as GivenRole,
    invitedBy: row.invitedByName,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isExpired: row.expiresAt <= now(),
    mail: mailState(mail),
  }
}

function mailState(mail: Mail | undefined): Invitation['mail'] {
  if (!mail || mail.endedAt === null) return 'waiting'
  if (mail.sentAt === null) return 'failed'
  return readReason(mail.reason)?.code === 'captured' ? 'kept' : 'sent'
}
