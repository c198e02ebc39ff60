import { randomUUID } from 'node:crypto'
import { now } from '@/server/clock'
import { db } from '@/server/db'

export type Base = { organizationId: string }

/** One with a reply, one without, of a source; and what is left of one that was removed. */
export async function makeReviews(
  base: Base,
  canary: string,
  { location, contact }: { location: string; contact: string },
) {
  const words = { code: 'refused', values: { status: '400', words: canary } }
  const source = await db.reviewSource.create({
    data: {
      ...base,
      kind: 'feed',
      site: `site-${canary}`,
      name: `Site ${canary}`,
      config: { url: `https://reviews.example.com/${canary}`, locations: {} },
      credentials: `sealed ${canary}`,
      walk: { cursor: canary },
      failure: words,
    },
  })
  const review = async (externalId: string, reply: { replyText?: string; respondedAt?: Date }) =>
    db.review.create({
      data: {
        ...base,
        ...reply,
        source: `site-${canary}`,
        sourceId: source.id,
        externalId: `${externalId}-${canary}`,
        url: `https://reviews.example.com/${canary}/${externalId}`,
        replyReason: words,
        locationId: location,
        contactId: contact,
        authorName: `Author ${canary}`,
        rating: 2,
        text: `Review ${canary}`,
        publishedAt: now(),
      },
    })
  const replied = await review('replied', { replyText: `Reply ${canary}`, respondedAt: now() })
  await db.reviewEvent.create({
    data: { ...base, reviewId: replied.id, at: now(), kind: 'replied', values: { text: canary } },
  })
  await db.removedReview.create({
    data: {
      ...base,
      source: `site-${canary}`,
      externalId: `removed-${canary}`,
      reviewId: randomUUID(),
      removedAt: now(),
    },
  })
  await makeSandbox(base, canary, location)
  return { repliedReview: replied.id, review: (await review('open', {})).id }
}

/** A trial site with a review that has a reply, and behaves well: what it is told shows in its reason alone. */
async function makeSandbox(base: Base, canary: string, location: string): Promise<void> {
  await db.sandboxSite.create({ data: { ...base, behaviour: { reason: `Reason ${canary}` } } })
  await db.sandboxReview.create({
    data: {
      ...base,
      author: `Author ${canary}`,
      rating: 2,
      text: `Review ${canary}`,
      locationId: location,
      publishedAt: now(),
      changedAt: now(),
      replyText: `Reply ${canary}`,
      repliedAt: now(),
      replyState: 'rejected',
      replyReason: `Reason ${canary}`,
    },
  })
}
