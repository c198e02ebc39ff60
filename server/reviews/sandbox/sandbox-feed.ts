import type { SandboxReview as SandboxReviewRow } from '@/prisma/generated/client'
import { DAY_MS, now } from '../../clock'
import { db, type Prisma } from '../../db'
import { NotFound } from '../../errors'
import type { FeedPageBody, FeedReplyBody, FeedReviewBody } from '../sources/review-feed-client'
import { presentSandboxReply, type SandboxSite } from './sandbox-site'

/* The sandbox's feed protocol (docs/review-feed.md). */

const PAGE_SIZE = 10

export const REMOVED_REVIEW_RETENTION_DAYS = 30

type FeedQuery = { limit: number; since: Date | null; cursor: string | null }

export async function getSandboxFeedPage({ organizationId }: SandboxSite, query: FeedQuery): Promise<FeedPageBody> {
  const size = Math.min(query.limit, PAGE_SIZE)
  const cursor = readCursor(query.cursor)
  const earliest = new Date(now().getTime() - REMOVED_REVIEW_RETENTION_DAYS * DAY_MS)
  const [rows, total] = await Promise.all([
    db.sandboxReview.findMany({
      where: {
        AND: [
          { organizationId, OR: [{ removedAt: null }, { removedAt: { gte: earliest } }] },
          query.since === null ? {} : { changedAt: { gte: query.since } },
          cursor === null ? {} : afterCursor(cursor),
        ],
      },
      orderBy: [{ changedAt: 'desc' }, { id: 'desc' }],
      take: size + 1,
    }),
    db.sandboxReview.count({ where: { organizationId, removedAt: null } }),
  ])
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { reviews: page.map(present), next: rows.length > size && last ? toCursor(last) : null, total }
}

export async function getSandboxFeedReview({ organizationId }: SandboxSite, id: string): Promise<FeedReviewBody> {
  return presentReview(await requireReview(organizationId, id))
}

export async function postSandboxReply(
  { organizationId, holdsReplies }: SandboxSite,
  id: string,
  text: string,
): Promise<FeedReplyBody> {
  const review = await requireReview(organizationId, id)
  const isSame = review.replyText === text && review.replyState !== 'rejected'
  const at = now()
  const replyState = holdsReplies ? 'pending' : 'live'
  const data = { replyText: text, repliedAt: at, changedAt: at, replyState, replyReason: null }
  const where = { organizationId, id, removedAt: null }
  const [row] = isSame ? [review] : await db.sandboxReview.updateManyAndReturn({ where, data })
  const reply = row && replyBody(row)
  if (!reply) throw new NotFound('review')
  return reply
}

export async function deleteSandboxReply({ organizationId }: SandboxSite, id: string): Promise<void> {
  const { replyText } = await requireReview(organizationId, id)
  if (replyText === null) return
  await db.sandboxReview.updateMany({
    where: { organizationId, id },
    data: { replyText: null, repliedAt: null, replyState: null, replyReason: null, changedAt: now() },
  })
}

async function requireReview(organizationId: string, id: string): Promise<SandboxReviewRow> {
  const row = await db.sandboxReview.findFirst({ where: { organizationId, id, removedAt: null } })
  if (!row) throw new NotFound('review')
  return row
}

type Cursor = { changedAt: Date; id: string }

function toCursor({ changedAt, id }: Cursor): string {
  return `${changedAt.toISOString()},${id}`
}

function readCursor(text: string | null): Cursor | null {
  const [at = '', id = ''] = text?.split(',') ?? []
  const changedAt = new Date(at)
  return Number.isNaN(changedAt.getTime()) || !/^[\da-f-]{36}$/.test(id) ? null : { changedAt, id }
}

function afterCursor({ changedAt, id }: Cursor): Prisma.SandboxReviewWhereInput {
  return { OR: [{ changedAt: { lt: changedAt } }, { changedAt, id: { lt: id } }] }
}

function present(row: SandboxReviewRow): FeedPageBody['reviews'][number] {
  return row.removedAt === null
    ? presentReview(row)
    : { id: row.id, removed: true, updatedAt: row.changedAt.toISOString() }
}

function presentReview(row: SandboxReviewRow): FeedReviewBody {
  return {
    id: row.id,
    rating: row.rating,
    text: row.text,
    author: row.author,
    location: row.locationId,
    publishedAt: row.publishedAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    updatedAt: row.changedAt.toISOString(),
    reply: replyBody(row),
  }
}

function replyBody(row: SandboxReviewRow): FeedReplyBody | null {
  const reply = presentSandboxReply(row)
  return reply && { text: reply.text, publishedAt: reply.at.toISOString(), state: reply.state, reason: reply.reason }
}
