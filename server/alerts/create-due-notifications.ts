import { v7 as uuidv7 } from 'uuid'
import { MINUTE_MS, now } from '../clock'
import { Prisma, type Tx } from '../db'
import { lockRow } from '../locks'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact, type UnitOfWork } from '../unit-of-work'
import { updateNotificationAlertStates } from './record-alert-message-outcome'

const INDIVIDUAL_NOTIFICATIONS_PER_RUN = 25

/**
 * Creates the notifications of a rule if its pause has ended: one for all pending alerts, or one per alert if the rule has no pause. The
 * messages are rows of the same transaction, so a crash neither loses nor duplicates any.
 */
export async function createDueNotifications(organizationId: string, ruleId: string): Promise<void> {
  await transact(async (work) => {
    const { tx, signal } = work
    await lockRow(tx, 'alert_rule', organizationId, ruleId, 'NO KEY UPDATE')
    const rule = await tx.alertRule.findFirst({ where: { organizationId, id: ruleId } })
    if (!rule) return
    // Matched while the rule was being disabled.
    if (!rule.active) return skipPendingAlertsOfDisabledRule(tx, organizationId, ruleId)
    const { notifiedAt, pauseMinutes } = rule
    if (notifiedAt !== null && notifiedAt.getTime() + pauseMinutes * MINUTE_MS > now().getTime()) return
    const isIndividual = pauseMinutes === 0
    const pendingAlerts = await tx.alert.findMany({
      where: { organizationId, ruleId, notificationId: null, state: 'waiting' },
      orderBy: { id: 'asc' },
      select: { id: true },
      ...(isIndividual ? { take: INDIVIDUAL_NOTIFICATIONS_PER_RUN } : {}),
    })
    if (pendingAlerts.length === 0) return
    const ids = pendingAlerts.map(({ id }) => id)
    for (const alertIds of isIndividual ? ids.map((id) => [id]) : [ids])
      await createNotification(work, organizationId, ruleId, alertIds)
    await tx.alertRule.update({
      where: { organizationId, id: ruleId },
      data: { notifiedAt: now(), updatedAt: rule.updatedAt },
    })
    signal({ queue: 'alerts/alerts', organizationId })
  })
}

export async function skipPendingAlertsOfDisabledRule(tx: Tx, organizationId: string, ruleId: string): Promise<void> {
  await tx.alert.updateMany({
    where: { organizationId, ruleId, notificationId: null, state: 'waiting' },
    data: { state: 'skipped', reason: { code: 'ruleOff', values: {} } },
  })
}

export async function createNotification(
  work: UnitOfWork,
  organizationId: string,
  ruleId: string,
  alertIds: readonly string[],
): Promise<void> {
  const { tx } = work
  const notificationId = uuidv7()
  const count =
    (await createMemberMessages(work, organizationId, ruleId, notificationId)) +
    (await createChannelMessages(work, organizationId, ruleId, notificationId))
  await tx.alert.updateMany({
    where: { organizationId, id: { in: [...alertIds] } },
    data: {
      notificationId,
      state: count > 0 ? 'waiting' : 'skipped',
      reason: count > 0 ? Prisma.DbNull : { code: 'noWay', values: {} },
    },
  })
  if (count > 0) await updateNotificationAlertStates(tx, organizationId, notificationId)
}

async function createMemberMessages(
  work: UnitOfWork,
  organizationId: string,
  ruleId: string,
  notificationId: string,
): Promise<number> {
  const { tx } = work
  const { userIds, smsUserIds } = await tx.alertRule.findFirstOrThrow({ where: { organizationId, id: ruleId } })
  const users = await tx.user.findMany({
    where: { id: { in: [...userIds, ...smsUserIds] } },
    select: { id: true, name: true, memberships: { where: { organizationId }, select: { role: true } } },
  })
  const at = now()
  const base = { organizationId, ruleId, notificationId, createdAt: at }
  const recipients = [
    ...userIds.map((userId) => ({ userId, kind: 'email' })),
    ...smsUserIds.map((userId) => ({ userId, kind: 'sms' })),
  ]
  const messages = recipients.map(({ userId, kind }) => {
    const user = users.find(({ id }) => id === userId)
    // Do not record the names of non-members.
    const isMember = user !== undefined && user.memberships.length > 0
    return { ...base, kind, id: uuidv7(), userId, isMember, name: isMember ? user.name : '' }
  })
  await tx.alertMessage.createMany({
    data: messages.map(({ isMember, ...message }) =>
      isMember
        ? { ...message, nextAttemptAt: message.kind === 'sms' ? at : null }
        : { ...message, state: 'skipped', reason: { code: 'notMember', values: {} } },
    ),
  })
  const emails = messages
    .filter(({ isMember, kind }) => isMember && kind === 'email')
    .map(({ id, userId }) => ({ kind: 'alert' as const, organizationId, userId, subjectId: id }))
  await queueSystemEmails(work, emails)
  return messages.length
}

async function createChannelMessages(
  { tx }: UnitOfWork,
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
