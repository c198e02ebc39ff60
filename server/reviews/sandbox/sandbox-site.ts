import type { SandboxReview as SandboxReviewRow } from '@/prisma/generated/client'
import { now } from '../../clock'
import { db, type Prisma } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { acquireCountLimitLock } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import { transact } from '../../unit-of-work'
import { type SandboxModeration, SandboxReplyState, type SandboxReviewInput, type SandboxSettings } from './schema'

/*
 * The review site for trials, from its visitors' side. Independent of the product's reviews: the product syncs it over HTTP like any other
 * site.
 */

const REVIEWS_MAX = 100

export type SandboxSite = {
  organizationId: string
  name: string
  isDown: boolean
  holdsReplies: boolean
  locations: { id: string; name: string }[]
}

export async function findSandboxSite(organizationId: string): Promise<SandboxSite | null> {
  const row = await db.sandboxSite.findUnique({
    where: { organizationId },
    select: {
      isDown: true,
      holdsReplies: true,
      organization: {
        select: {
          name: true,
          locations: { where: { removedAt: null }, select: { id: true, name: true }, orderBy: { name: 'asc' } },
        },
      },
    },
  })
  if (!row) return null
  const { organization, ...settings } = row
  return { organizationId, ...organization, ...settings }
}

export type SandboxReview = ReturnType<typeof present>

export async function listSandboxReviews(organizationId: string): Promise<SandboxReview[]> {
  const rows = await db.sandboxReview.findMany({
    where: { organizationId, removedAt: null },
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map(present)
}

export async function createSandboxReview(organizationId: string, words: SandboxReviewInput): Promise<string> {
  await requireLocation(organizationId, words.locationId)
  return transact(async ({ tx }) => {
    await acquireCountLimitLock(tx, organizationId, 'sandbox_review')
    if ((await tx.sandboxReview.count({ where: { organizationId, removedAt: null } })) >= REVIEWS_MAX)
      throw new ValidationError({ text: [localizableMessage('review.sandboxFull', { maximum: REVIEWS_MAX })] })
    const at = now()
    const data = { organizationId, ...words, publishedAt: at, changedAt: at }
    return (await tx.sandboxReview.create({ data })).id
  })
}

export async function editSandboxReview(organizationId: string, id: string, words: SandboxReviewInput): Promise<void> {
  await requireLocation(organizationId, words.locationId)
  await updateReview(organizationId, id, { ...words, editedAt: now() })
}

/** Erases the text and author, keeping the row for the feed. @throws {NotFound} */
export async function removeSandboxReview(organizationId: string, id: string): Promise<void> {
  const erased = { author: '', text: '', replyText: null, repliedAt: null, replyState: null, replyReason: null }
  await updateReview(organizationId, id, { ...erased, removedAt: now() })
}

export async function moderateSandboxReply(organizationId: string, id: string, verdict: SandboxModeration) {
  const data = { replyState: verdict.verdict, replyReason: verdict.verdict === 'rejected' ? verdict.reason : null }
  await updateReview(organizationId, id, data, { replyState: 'pending' })
}

export async function updateSandboxSettings(organizationId: string, settings: SandboxSettings): Promise<void> {
  await db.sandboxSite.updateMany({ where: { organizationId }, data: settings })
}

async function updateReview(
  organizationId: string,
  id: string,
  data: Prisma.SandboxReviewUncheckedUpdateManyInput,
  where: Prisma.SandboxReviewWhereInput = {},
): Promise<void> {
  const { count } = await db.sandboxReview.updateMany({
    where: { ...where, organizationId, id, removedAt: null },
    data: { ...data, changedAt: now() },
  })
  if (count === 0) throw new NotFound('review')
}

async function requireLocation(organizationId: string, id: string | null): Promise<void> {
  if (id !== null && (await db.location.count({ where: { organizationId, id, removedAt: null } })) === 0)
    throw new ValidationError({ locationId: [localizableMessage('contact.noLocation')] })
}

function present(row: SandboxReviewRow) {
  const { id, author, rating, text, locationId, publishedAt, editedAt } = row
  return { id, author, rating, text, locationId, publishedAt, editedAt, reply: presentSandboxReply(row) }
}

export function presentSandboxReply({ replyText, repliedAt, replyState, replyReason }: SandboxReviewRow) {
  if (replyText === null || repliedAt === null) return null
  return { text: replyText, at: repliedAt, state: SandboxReplyState.parse(replyState), reason: replyReason || null }
}
