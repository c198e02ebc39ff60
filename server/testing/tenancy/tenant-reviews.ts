import { randomUUID } from 'node:crypto'
import { now } from '@/server/clock'
import { encryptSecret } from '@/server/encryption'
import type { RowBatch } from './row-batch'

export type TenantColumns = { organizationId: string }

export const TRUSTPILOT_BUSINESS_UNIT_ID = '46d6a890ffa235a75b00021d'
export const GOOGLE_LOCATION_RESOURCE_NAME = 'accounts/1/locations/2'

export const buildReviewLinkColumns = (canary: string, location: string) => ({
  reviewLinks: [{ label: `Link ${canary}`, url: `https://reviews.example.com/${canary}`, locationId: location }],
  showsReviewLinks: true,
})

export function addReviews(
  rows: RowBatch,
  base: TenantColumns,
  canary: string,
  { location, contact, user }: { location: string; contact: string; user: string },
) {
  const refusal = { code: 'refused', values: { status: '400', words: canary } }
  const feedSource = rows.add('ReviewSource', {
    ...base,
    kind: 'feed',
    site: `site-${canary}`,
    skippedFirst: `reviews.0.${canary}`,
    name: `Site ${canary}`,
    config: { url: `https://reviews.example.com/${canary}`, locations: { Harbour: location } },
    credentials: `sealed ${canary}`,
    syncCursor: { cursor: canary },
    failure: refusal,
  })
  const review = (externalId: string, reply: { replyText?: string; respondedAt?: Date; replyState?: string }) =>
    rows.add('Review', {
      ...base,
      ...reply,
      source: `site-${canary}`,
      sourceId: feedSource,
      externalId: `${externalId}-${canary}`,
      url: `https://reviews.example.com/${canary}/${externalId}`,
      replyReason: refusal,
      locationId: location,
      contactId: contact,
      authorName: `Author ${canary}`,
      rating: 2,
      text: `Review ${canary}`,
      publishedAt: now(),
    })
  const replied = review('replied', { replyText: `Reply ${canary}`, respondedAt: now() })
  rows.add('ReviewEvent', { ...base, reviewId: replied, at: now(), kind: 'replied', values: { text: canary } })
  rows.add('RemovedReview', {
    ...base,
    source: `site-${canary}`,
    externalId: `removed-${canary}`,
    reviewId: randomUUID(),
    removedAt: now(),
  })
  rows.add('DeletedRecord', { ...base, kind: `deleted-${canary}`, id: randomUUID(), deletedAt: now() })
  const sources = makeSources(rows, base, canary, { location, user })
  const failed = review('failed', { replyText: `Reply ${canary}`, respondedAt: now(), replyState: 'failed' })
  const template = rows.add('ReplyTemplate', {
    ...base,
    name: `Template ${canary}`,
    texts: { en: `Text ${canary}`, fr: '' },
  })
  return {
    ...sources,
    feedSource,
    template,
    repliedReview: replied,
    failedReply: failed,
    review: review('open', {}),
  }
}

function makeSources(
  rows: RowBatch,
  base: TenantColumns,
  canary: string,
  { location, user }: { location: string; user: string },
) {
  makeSandbox(rows, base, canary, location)
  const source = (kind: string, config: object) =>
    rows.add('ReviewSource', { ...base, kind, site: kind, name: `${kind} ${canary}`, config })
  const google = source('google', {
    locations: [{ name: GOOGLE_LOCATION_RESOURCE_NAME, title: `Place ${canary}`, locationId: location }],
  })
  const trustpilot = source('trustpilot', {
    businessUnitId: TRUSTPILOT_BUSINESS_UNIT_ID,
    businessUserId: TRUSTPILOT_BUSINESS_UNIT_ID,
    locationId: location,
  })
  const sandbox = source('sandbox', {})
  const id = randomUUID()
  const sealedCredentials = encryptSecret('review-consent', JSON.stringify({ refreshToken: canary }), id)
  const consent = { ...base, userId: user, verifier: `sealed ${canary}` }
  rows.add('ReviewConsent', { ...consent, id, stateHash: `state ${canary}`, credentials: sealedCredentials })
  rows.add('ReviewConsent', { ...consent, stateHash: `another ${canary}`, credentials: `sealed ${canary}` })
  return { googleSource: google, trustpilotSource: trustpilot, sandboxSource: sandbox, consent: id }
}

function makeSandbox(rows: RowBatch, base: TenantColumns, canary: string, location: string): void {
  rows.add('SandboxSite', base)
  rows.add('SandboxReview', {
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
  })
}
