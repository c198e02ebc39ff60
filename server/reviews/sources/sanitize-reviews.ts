import {
  addSkippedReviews,
  type ReviewSiteClient,
  type SiteReply,
  type SiteReview,
  type SiteReviewPage,
} from './site-client'
import { createSiteFailure } from './site-failure'

/*
 * Sanitizes what PostgreSQL cannot store: NUL and lone surrogates in text, and years outside 1 to 9999. Such characters are removed from
 * texts; a review with an invalid id, URL or time is skipped.
 */

export function withSanitizedReviews(site: ReviewSiteClient): ReviewSiteClient {
  return {
    ...site,
    list: async (query) => toStorablePage(await site.list(query)),
    get: async (externalId) => {
      const review = await site.get(externalId)
      if (review === null) return null
      if (!isStorable(review)) throw createSiteFailure('misunderstood', { where: 'id' })
      return cleanReview(review)
    },
    reply: async (externalId, text) => cleanReply(await site.reply(externalId, text)),
  }
}

function toStorablePage(page: SiteReviewPage): SiteReviewPage {
  if (page.next !== null && !isStorableText(page.next)) throw createSiteFailure('misunderstood', { where: 'next' })
  const unstorable = page.reviews.findIndex((review) => !isStorable(review))
  const reviews = page.reviews.filter(isStorable)
  // Its index counts only the reviews that were parsed.
  const skipped = { count: page.reviews.length - reviews.length, first: `reviews.${unstorable}` }
  return {
    ...page,
    reviews: reviews.map(cleanReview),
    removed: page.removed.filter(isStorableText),
    newest: page.newest !== null && isStorableTime(page.newest) ? page.newest : null,
    skipped: addSkippedReviews(page.skipped, skipped),
  }
}

function isStorable({ externalId, url, publishedAt, editedAt, reply }: SiteReview): boolean {
  return (
    isStorableText(externalId) &&
    (url === null || isStorableText(url)) &&
    [publishedAt, editedAt, reply?.respondedAt].every((at) => at == null || isStorableTime(at))
  )
}

function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function isStorableTime(at: Date): boolean {
  const year = at.getUTCFullYear()
  return year >= 1 && year <= 9999
}

function cleanReview(review: SiteReview): SiteReview {
  const { text, authorName, reply } = review
  return {
    ...review,
    text: cleanText(text),
    authorName: authorName === null ? null : cleanText(authorName),
    reply: reply && cleanReply(reply),
  }
}

function cleanReply(reply: SiteReply): SiteReply {
  return { ...reply, text: cleanText(reply.text), reason: reply.reason === null ? null : cleanText(reply.reason) }
}

function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
