import type { AlertMessage as MessageRow } from '@/prisma/generated/client'
import { MINUTE_MS } from '../clock'
import { contactName } from '../contacts/contact-name'
import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import { castReason } from '../messaging/outcome/reasons'
import { type Page, readRowsAndTotal, toPage } from '../paging'
import { toAlertStateReason } from './record-alert-message-outcome'
import { type AlertLogEntry, type AlertMessage, AlertStateReason, type ListAlerts } from './schema'

export async function listAlerts(organizationId: string, input: ListAlerts): Promise<Page<AlertLogEntry>> {
  const { ruleId, state } = input
  if (ruleId !== undefined && (await db.alertRule.count({ where: { organizationId, id: ruleId } })) === 0)
    throw new NotFound('alertRule')
  const where = { organizationId, ...(ruleId && { ruleId }), ...(state && { state }) }
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]
  const [rows, total] = await readRowsAndTotal(input, {
    where,
    orderBy,
    findRows: (query) => db.alert.findMany({ ...query, include: { rule: true } }),
    findIds: (query) => db.alert.findMany({ ...query, select: { id: true } }),
    count: () => db.alert.count({ where }),
  })
  const [messages, names] = await Promise.all([
    loadMessages(organizationId, rows),
    loadSubjectNames(organizationId, rows),
  ])
  const data = rows.map((row) => presentAlert(row, messages, names))
  return toPage(data, total, input)
}

type Row = Prisma.AlertGetPayload<{ include: { rule: true } }>

async function loadMessages(organizationId: string, rows: readonly Row[]): Promise<MessageRow[]> {
  const notificationIds = new Set(rows.flatMap(({ notificationId }) => notificationId ?? []))
  const messages = await db.alertMessage.findMany({
    where: { organizationId, notificationId: { in: [...notificationIds] } },
    orderBy: { id: 'asc' },
  })
  const openEmailIds = messages.filter(({ kind, state }) => kind === 'email' && state === 'waiting').map(({ id }) => id)
  const queuedEmails = await db.systemEmail.findMany({
    where: { organizationId, subjectId: { in: openEmailIds } },
    select: { subjectId: true, reason: true },
  })
  const reasons = new Map(
    queuedEmails.map(({ subjectId, reason }) => [subjectId, toAlertStateReason(castReason(reason))]),
  )
  return messages.map((message) => ({ ...message, reason: message.reason ?? reasons.get(message.id) ?? null }))
}

async function loadSubjectNames(organizationId: string, rows: readonly Row[]): Promise<Map<string, string | null>> {
  const ids = rows.flatMap(({ subjectId }) => subjectId ?? [])
  const where = { organizationId, id: { in: ids } }
  const [responses, reviews] = await Promise.all([
    db.response.findMany({ where, select: { id: true, contactId: true } }),
    db.review.findMany({ where, select: { id: true, authorName: true } }),
  ])
  const contacts = await db.contact.findMany({
    where: { organizationId, id: { in: responses.flatMap(({ contactId }) => contactId ?? []) } },
    select: { id: true, firstName: true, lastName: true, email: true },
  })
  const names = new Map(contacts.map(({ id, ...contact }) => [id, contactName(contact)]))
  return new Map([
    ...responses.map(({ id, contactId }) => [id, (contactId && names.get(contactId)) ?? null] as const),
    ...reviews.map(({ id, authorName }) => [id, authorName] as const),
  ])
}

function presentAlert(
  row: Row,
  messages: readonly MessageRow[],
  names: ReadonlyMap<string, string | null>,
): AlertLogEntry {
  const { id, subjectId, notificationId, rule } = row
  const { notifiedAt, pauseMinutes } = rule
  const isPaused = notificationId === null && row.state === 'waiting' && notifiedAt !== null && pauseMinutes > 0
  return {
    id,
    rule: { id: rule.id, name: rule.name },
    subject:
      subjectId === null
        ? null
        : {
            kind: rule.trigger as 'response' | 'review',
            id: subjectId,
            name: names.get(subjectId) ?? null,
            exists: names.has(subjectId),
          },
    state: row.state as AlertLogEntry['state'],
    reason: parseReason(row.reason),
    pausedUntil: isPaused ? new Date(notifiedAt.getTime() + pauseMinutes * MINUTE_MS).toISOString() : null,
    messages: messages
      .filter((message) => notificationId !== null && message.notificationId === notificationId)
      .map(presentMessage),
    createdAt: row.createdAt.toISOString(),
  }
}

function presentMessage(row: MessageRow): AlertMessage {
  return {
    channel: row.kind as AlertMessage['channel'],
    name: row.name,
    state: row.state as AlertMessage['state'],
    reason: parseReason(row.reason),
    attempts: row.attempts,
    sentAt: row.sentAt?.toISOString() ?? null,
  }
}

function parseReason(column: unknown): AlertStateReason | null {
  return AlertStateReason.nullable().catch(null).parse(column)
}
