import { z } from 'zod'
import { HOUR_MS, MINUTE_MS } from '../../clock'
import { createGoogleRequestFunction, GOOGLE_API_URLS, type GoogleApiAccess } from './google-oauth'
import { getLatestDate, type ReviewSiteClient, type SiteReply, type SiteReview } from './site-client'
import { nullIfNotFound, parseResponse, parseValidElements } from './site-http'

/*
 * Google Business Profile. Reviews and replies use version 4 of the My Business API (`accounts.locations.reviews`); accounts and locations
 * use its successor APIs. https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews
 */

const PAGE_SIZE = 50
const CONCURRENT_PLACES = 10

export const GoogleSourceConfig = z.object({
  locations: z.array(
    z.object({
      name: z.string().regex(/^accounts\/[^/]+\/locations\/[^/]+$/),
      title: z.string(),
      locationId: z.uuid().nullable(),
    }),
  ),
})
export type GoogleSourceConfig = z.infer<typeof GoogleSourceConfig>

const STARS = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 } as const

/** https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews#Review */
const GoogleReply = z.object({
  comment: z.string(),
  updateTime: z.coerce.date().optional(),
  reviewReplyState: z
    .enum(['REVIEW_REPLY_STATE_UNSPECIFIED', 'PENDING', 'REJECTED', 'APPROVED'])
    .optional()
    .catch(undefined),
  policyViolation: z.unknown().optional(),
})

const GoogleReview = z.object({
  name: z.string(),
  reviewId: z.string(),
  reviewer: z.object({ displayName: z.string().optional(), isAnonymous: z.boolean().optional() }).optional(),
  starRating: z.enum(['STAR_RATING_UNSPECIFIED', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']),
  comment: z.string().optional(),
  createTime: z.coerce.date(),
  updateTime: z.coerce.date(),
  reviewReply: GoogleReply.optional(),
})
type GoogleReview = z.infer<typeof GoogleReview>

const Reviews = z.object({
  reviews: z.array(z.unknown()).default([]),
  totalReviewCount: z.number().int().optional(),
  nextPageToken: z.string().optional(),
})

const Cursor = z.object({ place: z.number().int(), token: z.string().optional() })

export function createGoogleReviewsClient(config: GoogleSourceConfig, access: GoogleApiAccess): ReviewSiteClient {
  const { addresses = GOOGLE_API_URLS } = access
  const request = createGoogleRequestFunction(access)

  async function checkAccess() {
    let total = 0
    for (let from = 0; from < config.locations.length; from += CONCURRENT_PLACES) {
      const batch = config.locations.slice(from, from + CONCURRENT_PLACES)
      const counts = await Promise.all(
        batch.map(async ({ name }) => {
          const url = `${addresses.reviews}/${name}/reviews?pageSize=1`
          return parseResponse(Reviews, await request({ method: 'GET', url })).totalReviewCount ?? 0
        }),
      )
      total += counts.reduce((sum, count) => sum + count, 0)
    }
    return { total, places: [] }
  }

  const list: ReviewSiteClient['list'] = async ({ cursor, since }) => {
    const position = cursor === null ? { place: 0 } : Cursor.parse(JSON.parse(cursor))
    const place = config.locations[position.place]
    if (!place)
      return { reviews: [], removed: [], next: null, total: null, newest: null, skipped: { count: 0, first: null } }
    const query = new URLSearchParams({ pageSize: String(PAGE_SIZE), orderBy: 'updateTime desc' })
    if ('token' in position && position.token !== undefined) query.set('pageToken', position.token)
    const url = `${addresses.reviews}/${place.name}/reviews?${query}`
    const page = parseResponse(Reviews, await request({ method: 'GET', url }))
    const { read, skipped } = parseValidElements(GoogleReview, page.reviews, 'reviews')
    const isPastSince = since !== null && read.some(({ updateTime }) => updateTime < since)
    const token = isPastSince ? undefined : page.nextPageToken
    const hasMorePlaces = position.place + 1 < config.locations.length
    const next =
      token === undefined ? (hasMorePlaces ? { place: position.place + 1 } : null) : { place: position.place, token }
    return {
      reviews: read.flatMap((review) => toSiteReview(review, place.locationId)),
      removed: [],
      next: next && JSON.stringify(next),
      total: config.locations.length === 1 ? (page.totalReviewCount ?? null) : null,
      newest: getLatestDate(...read.map(({ updateTime }) => updateTime)),
      skipped,
    }
  }

  async function get(externalId: string): Promise<SiteReview | null> {
    const body = await nullIfNotFound(request({ method: 'GET', url: `${addresses.reviews}/${externalId}` }))
    if (body === null) return null
    const place = config.locations.find(({ name }) => externalId.startsWith(`${name}/`))
    return toSiteReview(parseResponse(GoogleReview, body), place?.locationId ?? null)[0] ?? null
  }

  return {
    overlapMs: HOUR_MS,
    staleAfterReplyMs: 10 * MINUTE_MS,
    checkAccess,
    list,
    get,
    reply: async (externalId, text) => {
      const url = `${addresses.reviews}/${externalId}/reply`
      const body = await request({ method: 'PUT', url, body: JSON.stringify({ comment: text }) })
      return toSiteReply(parseResponse(GoogleReply, body), new Date())
    },
    deleteReply: async (externalId) => {
      await nullIfNotFound(request({ method: 'DELETE', url: `${addresses.reviews}/${externalId}/reply` }))
    },
  }
}

function toSiteReview(review: GoogleReview, locationId: string | null): SiteReview[] {
  if (review.starRating === 'STAR_RATING_UNSPECIFIED') return []
  const { reviewer, createTime, updateTime, reviewReply } = review
  return [
    {
      externalId: review.name,
      rating: STARS[review.starRating],
      text: review.comment ?? '',
      authorName: reviewer?.isAnonymous === true ? null : (reviewer?.displayName ?? null),
      publishedAt: createTime,
      // An owner's reply changes `updateTime` too, so it does not prove an edit by the author.
      editedAt: null,
      url: null,
      locationId,
      reply: reviewReply ? toSiteReply(reviewReply, updateTime) : null,
    },
  ]
}

function toSiteReply(reply: z.infer<typeof GoogleReply>, fallback: Date): SiteReply {
  const state = { PENDING: 'pending', REJECTED: 'rejected', APPROVED: 'live', REVIEW_REPLY_STATE_UNSPECIFIED: 'live' }[
    reply.reviewReplyState ?? 'APPROVED'
  ] as SiteReply['state']
  return {
    text: reply.comment,
    respondedAt: reply.updateTime ?? fallback,
    state,
    reason: state === 'rejected' ? readPolicy(reply.policyViolation) : null,
  }
}

function readPolicy(violation: unknown): string | null {
  if (typeof violation === 'string') return violation
  const { type, reason, description } = (violation ?? {}) as Record<string, unknown>
  const text = [description, reason, type].find((one) => typeof one === 'string')
  return typeof text === 'string' ? text : null
}
