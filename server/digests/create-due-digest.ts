import { v7 as uuidv7 } from 'uuid'
import { now } from '../clock'
import { db, type Tx } from '../db'
import { makeReason } from '../messaging/outcome/reasons'
import type { Reason } from '../messaging/outcome/schema'
import { resolveSendingRestriction } from '../organizations/sending-restriction'
import { addDays } from '../responses/response-stats'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact, type UnitOfWork } from '../unit-of-work'
import { type DigestContent, emptyWeekReason, loadDigestContent } from './digest-content'
import { wantsDigest } from './digest-preference'
import { type DueDigestWeek, loadDueDigestWeek } from './queries'
import type { DigestSkipReason } from './schema'

const MISSED_WEEKS_MAX = 12

/**
 * Completes the due week of an organization: queues its digest, or logs why not. Idempotent, and safe to call concurrently. The week,
 * the digest and its mails are written in one transaction, so a crash before the commit sends nothing and one after it loses nothing; of
 * two concurrent calls the second finds the week completed.
 */
export async function createDueDigest(organizationId: string, at = now()): Promise<void> {
  const due = await loadDueDigestWeek(organizationId, at)
  if (!due) return
  const outcome = await loadContentOrReason(organizationId, due, at)
  await transact(async (work) => {
    if (!(await claimWeek(work.tx, organizationId, due))) return
    await recordMissedWeeks(work.tx, organizationId, due)
    if (!due.existedDuringWeek) return
    const base = { organizationId, week: new Date(due.week), createdAt: now() }
    if ('reason' in outcome) await work.tx.digest.create({ data: { ...base, reason: outcome.reason } })
    else await insertDigestAndQueueEmails(work, { ...base, sendsUntil: due.sendsUntil, isPreview: false }, outcome)
  })
}

async function loadContentOrReason(
  organizationId: string,
  due: DueDigestWeek,
  at: Date,
): Promise<DigestContent | { reason: DigestSkipReason }> {
  if (due.sendsUntil <= at) return { reason: 'late' }
  const organization = await db.organization.findUnique({
    where: { id: organizationId },
    select: { verifiedAt: true, suspendedAt: true, deletesAt: true, memberships: { include: { user: true } } },
  })
  const hold = organization && resolveSendingRestriction(organization)
  if (hold) return { reason: hold }
  if (!organization?.memberships.some((row) => findDigestRecipientSkipReason(row) === null))
    return { reason: 'noReader' }
  const week = await loadDigestContent(organizationId, due.week, at)
  const reason = emptyWeekReason(week.figures)
  return reason === null ? week : { reason }
}

/** Compare-and-set on digest_week: only one of two concurrent calls succeeds. */
async function claimWeek(tx: Tx, organizationId: string, { from, week, zone }: DueDigestWeek): Promise<boolean> {
  const { count } = await tx.organization.updateMany({
    where: { id: organizationId, digestWeek: new Date(addDays(from, -7)), timeZone: zone },
    data: { digestWeek: new Date(week) },
  })
  return count > 0
}

async function recordMissedWeeks(tx: Tx, organizationId: string, { from, week }: DueDigestWeek): Promise<void> {
  const missed = []
  const createdAt = now()
  for (let monday = from; monday < week; monday = addDays(monday, 7))
    missed.push({ organizationId, week: new Date(monday), reason: 'late', createdAt })
  await tx.digest.createMany({ data: missed.slice(-MISSED_WEEKS_MAX) })
}

type NewDigest = { organizationId: string; week: Date; sendsUntil: Date; isPreview: boolean; createdAt: Date }

/**
 * Writes a digest with one copy per member, skipped ones with their reason, and queues the mails.
 * @param previewUserId only recipient of a preview.
 */
export async function insertDigestAndQueueEmails(
  work: UnitOfWork,
  digest: NewDigest,
  { figures, responseIds }: DigestContent,
  previewUserId?: string,
): Promise<void> {
  const { tx } = work
  const { organizationId, createdAt } = digest
  const digestId = uuidv7()
  await tx.digest.create({ data: { id: digestId, ...digest, figures, responseIds } })
  const recipients = await tx.membership.findMany({
    where: { organizationId, ...(previewUserId === undefined ? {} : { userId: previewUserId }) },
    include: { user: { select: { id: true, name: true, deletesAt: true } } },
    orderBy: { createdAt: 'asc' },
  })
  const copies = recipients.map((recipient) => {
    const reason = previewUserId === undefined ? findDigestRecipientSkipReason(recipient) : null
    return { id: uuidv7(), userId: recipient.user.id, name: recipient.user.name, reason }
  })
  await tx.digestMail.createMany({
    data: copies.map(({ reason, ...copy }) => {
      const skipped = reason === null ? {} : { state: 'skipped', reason }
      return { ...copy, organizationId, digestId, createdAt, ...skipped }
    }),
  })
  const emails = copies
    .filter(({ reason }) => reason === null)
    .map(({ id, userId }) => ({ kind: 'weeklyDigest' as const, organizationId, userId, subjectId: id }))
  await queueSystemEmails(work, emails)
}

type Recipient = { role: string; weeklyDigest: boolean | null; user: { deletesAt: Date | null } }

export function findDigestRecipientSkipReason(recipient: Recipient): Reason | null {
  if (!wantsDigest(recipient)) return makeReason('notWanted')
  return recipient.user.deletesAt === null ? null : makeReason('leaving')
}
