import type { ResponseReply as Row } from '@/prisma/generated/client'
import { db } from '../../db'
import { castReason } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
import { ResponseReply } from '../schema'

export async function presentReplies(organizationId: string, rows: readonly Row[]): Promise<ResponseReply[]> {
  const pendingIds = rows.flatMap(({ id, status }) => (status === 'waiting' ? [id] : []))
  const emails =
    pendingIds.length === 0
      ? []
      : await db.systemEmail.findMany({
          where: { organizationId, kind: 'caseReply', subjectId: { in: pendingIds }, endedAt: null },
          select: { subjectId: true, reason: true, claimedAt: true },
        })
  // An email with a claim is being sent, so it has no reason to wait.
  const reasons = new Map(
    emails.map(({ subjectId, reason, claimedAt }) => [subjectId, claimedAt ? null : castReason(reason)]),
  )
  return rows.map((row) => presentReply(row, reasons.get(row.id) ?? null))
}

export function presentReply(row: Row, pendingReason: Reason | null = null): ResponseReply {
  const { id, authorId, authorName, subject, text, recipient, createdAt } = row
  return {
    id,
    authorId,
    authorName,
    subject,
    text,
    recipient,
    status: ResponseReply.shape.status.parse(row.status),
    reason: row.status === 'waiting' ? pendingReason : castReason(row.reason),
    mayRetry: mayRetry(row),
    createdAt: createdAt.toISOString(),
  }
}

export function mayRetry({ status, sentAt, text }: Pick<Row, 'status' | 'sentAt' | 'text'>): boolean {
  return status === 'failed' && sentAt === null && text !== ''
}
