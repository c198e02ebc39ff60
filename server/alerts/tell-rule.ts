import { v7 as uuidv7 } from 'uuid'
import { MINUTE_MS, now } from '../clock'
import { Prisma } from '../db'
import { alertsQueued } from '../jobs/events'
import { lockRow } from '../locks'
import { queueSystemEmails } from '../system-emails/queue'
import { transact, type Work } from '../unit-of-work'
import { setAside } from './set-aside'
import { sumUp } from './states'

const ALONE_AT_ONCE = 25

/**
 * Creates the notifications of a rule if its pause has ended: one for all pending alerts, or one per alert if the rule has no pause. The
 * messages are rows of the same transaction, so a crash neither loses nor duplicates any.
 */
export async function tellRule(organizationId: string, ruleId: string): Promise<void> {
  await transact(async (work) => {
    const { tx, wake } = work
    await lockRow(tx, 'alert_rule', organizationId, ruleId, 'NO KEY UPDATE')
    const rule = await tx.alertRule.findFirst({ where: { organizationId, id: ruleId } })
    if (!rule) return
    // Matched while the rule was being disabled.
    if (!rule.active) return setAside(tx, organizationId, ruleId)
    if (isPausing(rule)) return
    const isAlone = rule.pauseMinutes === 0
    const waiting = await tx.alert.findMany({
      where: { organizationId, ruleId, notificationId: null, state: 'waiting' },
      orderBy: { id: 'asc' },
      select: { id: true },
      ...(isAlone ? { take: ALONE_AT_ONCE } : {}),
    })
    if (waiting.length === 0) return
    const ids = waiting.map(({ id }) => id)
    for (const told of isAlone ? ids.map((id) => [id]) : [ids]) await tellOnce(work, organizationId, ruleId, told)
    await tx.alertRule.update({
      where: { organizationId, id: ruleId },
      data: { notifiedAt: now(), updatedAt: rule.updatedAt },
    })
    wake(alertsQueued(organizationId))
  })
}

function isPausing({ notifiedAt, pauseMinutes }: { notifiedAt: Date | null; pauseMinutes: number }): boolean {
  return notifiedAt !== null && notifiedAt.getTime() + pauseMinutes * MINUTE_MS > now().getTime()
}

export async function tellOnce(
  work: Work,
  organizationId: string,
  ruleId: string,
  alertIds: readonly string[],
): Promise<void> {
  const { tx } = work
  const notificationId = uuidv7()
  const count =
    (await writeToPeople(work, organizationId, ruleId, notificationId)) +
    (await writePosts(work, organizationId, ruleId, notificationId))
  await tx.alert.updateMany({
    where: { organizationId, id: { in: [...alertIds] } },
    data: {
      notificationId,
      state: count > 0 ? 'waiting' : 'skipped',
      reason: count > 0 ? Prisma.DbNull : { code: 'noWay', values: {} },
    },
  })
  if (count > 0) await sumUp(tx, organizationId, notificationId)
}

async function writeToPeople(
  work: Work,
  organizationId: string,
  ruleId: string,
  notificationId: string,
): Promise<number> {
  const { tx } = work
  const { userIds, smsUserIds } = await tx.alertRule.findFirstOrThrow({ where: { organizationId, id: ruleId } })
  const people = await tx.user.findMany({
    where: { id: { in: [...userIds, ...smsUserIds] } },
    select: { id: true, name: true, memberships: { where: { organizationId }, select: { role: true } } },
  })
  const at = now()
  const base = { organizationId, ruleId, notificationId, createdAt: at }
  const written = [...userIds.map(toMail), ...smsUserIds.map(toText)].map(({ userId, ...message }) => {
    const person = people.find(({ id }) => id === userId)
    // Do not record the names of non-members.
    const isMember = person !== undefined && person.memberships.length > 0
    return { ...base, ...message, id: uuidv7(), userId, isMember, name: isMember ? person.name : '' }
  })
  await tx.alertMessage.createMany({
    data: written.map(({ isMember, isText, ...message }) =>
      isMember
        ? { ...message, nextAttemptAt: isText ? at : null }
        : { ...message, state: 'skipped', reason: { code: 'notMember', values: {} } },
    ),
  })
  const queued = written.filter(({ isMember, isText }) => isMember && !isText)
  await queueSystemEmails(
    work,
    queued.map(({ id, userId }) => ({ kind: 'alert', organizationId, userId, subjectId: id })),
  )
  return written.length
}

const toMail = (userId: string) => ({ userId, kind: 'email', isText: false })
const toText = (userId: string) => ({ userId, kind: 'sms', isText: true })

async function writePosts(
  { tx }: Work,
  organizationId: string,
  ruleId: string,
  notificationId: string,
): Promise<number> {
  const channels = await tx.alertChannel.findMany({ where: { organizationId, ruleId }, orderBy: { id: 'asc' } })
  const at = now()
  const base = { organizationId, ruleId, notificationId, createdAt: at, nextAttemptAt: at }
  await tx.alertMessage.createMany({
    data: channels.map(({ id: channelId, kind, hint: name }) => ({ ...base, id: uuidv7(), channelId, kind, name })),
  })
  return channels.length
}
