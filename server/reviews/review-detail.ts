import { z } from 'zod'
import type { ReviewEvent, Review as ReviewRecord } from '@/prisma/generated/client'
import { loadMemberNames } from '../cases/case-filters'
import { contactName } from '../contacts/contact-name'
import { db } from '../db'
import { NotFound } from '../errors'
import { GOOGLE_REPLY_MAX_BYTES, type SiteKind, type SourceStatus } from './constants'
import { INCLUDE_LOCATION, presentReviewListItem, toReplyState } from './reviews'
import type { ReviewDetail, ReviewHistoryItem } from './schema'

const HISTORY_MAX = 200

/** A review with its reply, source and history (oldest first). @throws {NotFound} */
export async function getReviewDetail(organizationId: string, id: string): Promise<ReviewDetail> {
  const row = await db.review.findFirst({
    where: { id, organizationId },
    include: {
      ...INCLUDE_LOCATION,
      reviewSource: { select: { id: true, name: true, kind: true, status: true } },
      events: { orderBy: [{ at: 'desc' }, { id: 'desc' }], take: HISTORY_MAX },
    },
  })
  if (!row) throw new NotFound('review')
  const { reviewSource: site } = row
  return {
    ...presentReviewListItem(row),
    text: row.text,
    editedAt: row.editedAt?.toISOString() ?? null,
    url: row.url,
    reply: presentReply(row),
    contact: await findContact(organizationId, row.contactId),
    isRemoving: row.replyState === 'removing',
    site: site && { ...site, kind: site.kind as SiteKind, status: site.status as SourceStatus },
    replyMaxBytes: row.source === 'google' ? GOOGLE_REPLY_MAX_BYTES : null,
    history: await presentHistory(organizationId, row.events.toReversed()),
  }
}

async function findContact(organizationId: string, id: string | null): Promise<ReviewDetail['contact']> {
  const contact = id && (await db.contact.findFirst({ where: { organizationId, id } }))
  return contact ? { id: contact.id, name: contactName(contact) } : null
}

const Reason = z.object({ code: z.string(), values: z.record(z.string(), z.string()) })

function presentReply(row: ReviewRecord): ReviewDetail['reply'] {
  const { replyText, respondedAt, replyReason, replyDueAt } = row
  const state = toReplyState(row)
  if (replyText === null || respondedAt === null || state === null) return null
  return {
    text: replyText,
    respondedAt: respondedAt.toISOString(),
    state,
    reason: Reason.nullable().catch(null).parse(replyReason),
    dueAt: replyDueAt?.toISOString() ?? null,
  }
}

async function presentHistory(organizationId: string, events: readonly ReviewEvent[]): Promise<ReviewHistoryItem[]> {
  const userIds = events.map(({ userId }) => userId)
  const names = await loadMemberNames(organizationId, userIds)
  return events.map(({ id, at, kind, values, userId }) => ({
    id,
    at: at.toISOString(),
    kind,
    values: z.record(z.string(), z.unknown()).parse(values),
    by: (userId && names.get(userId)) ?? null,
  }))
}
