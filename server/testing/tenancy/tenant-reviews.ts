import { randomUUID } from 'node:crypto'
import { now } from '@/server/clock'
import { db } from '@/server/db'
import { encryptSecret } from '@/server/encryption'

export type Base = { organizationId: string }

/** A business unit and a place that every tenant reads: what one of them does with it is no business of the others. */
export const TRUSTPILOT_UNIT = '46d6a890ffa235a75b00021d'
export const GOOGLE_PLACE = 'accounts/1/locations/2'

/** One with a reply, one without, of a source; and what is left of one that was removed. */
export async function makeReviews(
  base: Base,
  canary: string,
  { location, contact, user }: { location: string; contact: string; user: string },
) {
  const words = { code: 'refused', values: { status: '400', words: canary } }
  const source = await db.reviewSource.create({
    data: {
      ...base,
      kind: 'feed',
      site: `site-${canary}`,
      name: `Site ${canary}`,
      config: { url: `https://reviews.example.com/${canary}`, locations: { Harbour: location } },
      credentials: `sealed ${canary}`,
      walk: { cursor: canary },
      failure: words,
    },
  })
  const review = async (externalId: string, reply: { replyText?: string; respondedAt?: Date; replyState?: string }) =>
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
  await db.organization.update({
    where: { id: base.organizationId },
    data: {
      reviewLinks: [{ label: `Link ${canary}`, url: `https://reviews.example.com/${canary}`, locationId: location }],
      showsReviewLinks: true,
    },
  })
  const sources = await makeSources(base, canary, { location, user })
  const failed = await review('failed', { replyText: `Reply ${canary}`, respondedAt: now(), replyState: 'failed' })
  const { id: template } = await db.replyTemplate.create({
    data: { ...base, name: `Template ${canary}`, texts: { en: `Text ${canary}`, fr: '' } },
  })
  return {
    ...sources,
    feedSource: source.id,
    template,
    repliedReview: replied.id,
    failedReply: failed.id,
    review: (await review('open', {})).id,
  }
}

/** The other kinds of source, and a consent whose places are being chosen. */
async function makeSources(base: Base, canary: string, { location, user }: { location: string; user: string }) {
  await makeSandbox(base, canary, location)
  const source = async (kind: string, config: object) =>
    db.reviewSource.create({ data: { ...base, kind, site: kind, name: `${kind} ${canary}`, config } })
  const google = await source('google', {
    locations: [{ name: GOOGLE_PLACE, title: `Place ${canary}`, locationId: location }],
  })
  const trustpilot = await source('trustpilot', {
    businessUnitId: TRUSTPILOT_UNIT,
    businessUserId: TRUSTPILOT_UNIT,
    locationId: location,
  })
  const sandbox = await source('sandbox', {})
  const id = randomUUID()
  const granted = encryptSecret('review-consent', JSON.stringify({ refreshToken: canary }), id)
  const consent = { ...base, userId: user, verifier: `sealed ${canary}` }
  await db.reviewConsent.createMany({
    data: [
      { ...consent, id, stateHash: `state ${canary}`, credentials: granted },
      { ...consent, stateHash: `another ${canary}`, credentials: `sealed ${canary}` },
    ],
  })
  return { googleSource: google.id, trustpilotSource: trustpilot.id, sandboxSource: sandbox.id, consent: id }
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
