import type { CapturedMessage as Row } from '@/prisma/generated/client'
import { now } from '../clock'
import { db, type Prisma, type Tx } from '../db'
import { NotFound } from '../errors'
import { type Page, parseSortParameter, readRowsAndTotal, toPage } from '../paging'
import { listRolesUpTo, type Role } from '../principal'
import { channels } from './channels'
import type { Message } from './message'
import { searchOutboxMessageIds } from './queries'
import type { ListOutboxMessages, OutboxMessage, OutboxMessageDetail } from './schema'

const PREVIEW_CHARACTERS = 140

/**
 * Stores messages in the Outbox instead of sending them, in the caller's transaction, so that each is stored exactly once.
 * @property contactId the recipient, if it is a contact; the message is deleted with it.
 * @property userId the recipient, if it is a user's own number; the message is deleted with it, and visible to that user only.
 * @property mentionedContactIds contacts that the message mentions to others; it is deleted with each of them.
 * @property visibleTo the lowest role that can see it.
 */
export async function storeInOutbox(tx: Tx, organizationId: string, messages: NewOutboxMessage[]): Promise<void> {
  if (messages.length === 0) return
  await tx.capturedMessage.createMany({
    data: messages.map(({ message, contactId, userId = null, mentionedContactIds = [], visibleTo = 'member' }) => ({
      organizationId,
      contactId,
      userId,
      namedContactIds: [...mentionedContactIds],
      visibleTo,
      createdAt: now(),
      channel: message.channel,
      ...messageColumns(message),
    })),
  })
}

type NewOutboxMessage = {
  message: Message
  contactId: string | null
  userId?: string
  mentionedContactIds?: readonly string[]
  visibleTo?: Role
}

export function getOutboxChannels(): { email: boolean; sms: boolean } {
  return { email: channels.email === null, sms: channels.sms === null }
}

const SORTED_BY = { created: 'createdAt', recipient: 'recipient' } as const

export type OutboxViewer = { role: Role; userId: string }

function visibilityFilter(organizationId: string, { role, userId }: OutboxViewer): Prisma.CapturedMessageWhereInput {
  return { organizationId, visibleTo: { in: [...listRolesUpTo(role)] }, OR: [{ userId: null }, { userId }] }
}

export async function listOutboxMessages(
  organizationId: string,
  reader: OutboxViewer,
  input: ListOutboxMessages,
): Promise<Page<OutboxMessage>> {
  const { channel, search } = input
  const where = {
    ...visibilityFilter(organizationId, reader),
    ...(channel === undefined ? {} : { channel }),
    ...(search ? { id: { in: await searchOutboxMessageIds(organizationId, reader, search) } } : {}),
  }
  const { key, direction } = parseSortParameter(input.sort ?? '-created')
  const orderBy: Prisma.CapturedMessageOrderByWithRelationInput[] = [{ [SORTED_BY[key]]: direction }, { id: direction }]
  const [rows, total] = await readRowsAndTotal(input, {
    where,
    orderBy,
    findRows: (query) => db.capturedMessage.findMany(query),
    findIds: (query) => db.capturedMessage.findMany({ ...query, select: { id: true } }),
    count: () => db.capturedMessage.count({ where }),
  })
  return toPage(rows.map(present), total, input)
}

export async function deleteOutboxMessages(
  organizationId: string,
  reader: OutboxViewer,
  ids: readonly string[],
): Promise<{ deleted: number }> {
  const { count } = await db.capturedMessage.deleteMany({
    where: { ...visibilityFilter(organizationId, reader), id: { in: [...ids] } },
  })
  return { deleted: count }
}

export async function getOutboxMessage(
  organizationId: string,
  reader: OutboxViewer,
  id: string,
): Promise<OutboxMessageDetail> {
  const row = await db.capturedMessage.findFirst({ where: { ...visibilityFilter(organizationId, reader), id } })
  if (!row) throw new NotFound('message')
  const { preview: _, ...common } = present(row)
  return { ...common, text: row.text, html: row.html, headers: row.headers as Record<string, string> }
}

function messageColumns(message: Message) {
  if (message.channel === 'sms')
    return { sender: message.from, recipient: message.to, subject: null, text: message.text, html: null }
  const { from, to, replyTo, subject, text, html, messageId, headers } = message
  return {
    sender: `${from.name} <${from.address}>`,
    recipient: to.address,
    subject,
    text,
    html,
    headers: {
      'Message-ID': messageId,
      ...(replyTo ? { 'Reply-To': `${replyTo.name} <${replyTo.address}>` } : {}),
      ...headers,
    } satisfies Prisma.InputJsonObject,
  }
}

function present(row: Row): OutboxMessage {
  const { id, channel, sender, recipient, subject, text, createdAt } = row
  return {
    id,
    channel: channel === 'sms' ? 'sms' : 'email',
    sender,
    recipient,
    subject,
    preview: text.replace(/\s+/g, ' ').trim().slice(0, PREVIEW_CHARACTERS),
    createdAt: createdAt.toISOString(),
  }
}
