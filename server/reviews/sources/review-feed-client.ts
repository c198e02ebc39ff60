import { z } from 'zod'
import { MINUTE_MS } from '../../clock'
import { isAbsoluteUrl } from '../../validation/is-absolute-url'
import { getLatestDate, type ReviewSiteClient, type SiteReply, type SiteReview } from './site-client'
import {
  nullIfNotFound,
  parseResponse,
  parseValidElements,
  requestSite,
  type SiteRequest,
  type SiteTransport,
} from './site-http'

/* Any site that implements our feed protocol (docs/review-feed.md): four calls, JSON, a bearer token. The sandbox implements it too. */

const PAGE_SIZE = 100

export const FeedCredentials = z.object({ token: z.string().min(1).max(500) })
export type FeedCredentials = z.infer<typeof FeedCredentials>

export const FeedSourceConfig = z.object({ url: z.string(), locations: z.record(z.string(), z.uuid().nullable()) })
export type FeedSourceConfig = z.infer<typeof FeedSourceConfig>

type FeedAccess = { transport: SiteTransport; credentials: FeedCredentials }

type FeedWithLocationLookup = { url: string; findLocationId: (place: string) => string | null }

export function toFeedWithLocationLookup({ url, locations }: FeedSourceConfig): FeedWithLocationLookup {
  const locationIds = new Map(Object.entries(locations))
  return { url, findLocationId: (place) => locationIds.get(place) ?? null }
}

const Time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

const FeedReply = z.object({
  text: z.string(),
  publishedAt: Time,
  state: z.enum(['live', 'pending', 'rejected']).default('live'),
  reason: z.string().max(500).nullish(),
})

const FeedReview = z.object({
  id: z.string().min(1).max(200),
  rating: z.number().int().min(1).max(5),
  text: z.string().max(20_000).default(''),
  author: z.string().max(200).nullish(),
  location: z.string().max(200).nullish(),
  // An empty address counts as missing.
  url: z
    .string()
    .max(2000)
    .refine((text) => text === '' || (/^https?:/i.test(text) && isAbsoluteUrl(text)))
    .nullish(),
  publishedAt: Time,
  editedAt: Time.nullish(),
  updatedAt: Time,
  reply: FeedReply.nullish(),
})

const Removed = z.object({ id: z.string().min(1).max(200), removed: z.literal(true), updatedAt: Time })

const Element = z.union([Removed, FeedReview])
const INT4_MAX = 2_147_483_647
const Page = z.object({
  reviews: z.array(z.unknown()).max(1000),
  next: z.string().max(1000).nullish(),
  total: z.number().int().min(0).max(INT4_MAX).nullish().catch(null),
})
export const FeedPage = Page.extend({ reviews: z.array(Element).max(1000) })

export type FeedReviewBody = z.input<typeof FeedReview>
export type FeedReplyBody = z.input<typeof FeedReply>
export type FeedPageBody = z.input<typeof FeedPage>

function readPage(body: string) {
  const { reviews, ...page } = parseResponse(Page, body)
  const { read, skipped } = parseValidElements(Element, reviews, 'reviews')
  return { ...page, reviews: read, skipped }
}

export function createReviewFeedClient(
  place: FeedWithLocationLookup,
  { transport, credentials }: FeedAccess,
): ReviewSiteClient {
  const buildUrl = (path: string, query: Record<string, string> = {}) => {
    const url = new URL(place.url)
    url.pathname = url.pathname.replace(/(?<!\/)\/*$/, path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  }
  const request = (call: SiteRequest) =>
    requestSite(transport, { ...call, headers: { Authorization: `Bearer ${credentials.token}` } }, readErrorMessage)
  const reviewPath = (externalId: string) => `/reviews/${encodeURIComponent(externalId)}`

  return {
    overlapMs: 5 * MINUTE_MS,
    staleAfterReplyMs: 0,
    checkAccess: async () => {
      const page = readPage(await request({ method: 'GET', url: buildUrl('/reviews', { limit: String(PAGE_SIZE) }) }))
      const places = page.reviews.flatMap((review) => ('removed' in review ? [] : (review.location ?? [])))
      return { total: page.total ?? null, places: [...new Set(places)].sort() }
    },
    list: async ({ cursor, since }) => {
      const url = buildUrl('/reviews', {
        limit: String(PAGE_SIZE),
        ...(cursor === null ? {} : { cursor }),
        ...(since === null ? {} : { since: since.toISOString() }),
      })
      const page = readPage(await request({ method: 'GET', url }))
      const isPastSince = since !== null && page.reviews.some(({ updatedAt }) => updatedAt < since)
      return {
        reviews: page.reviews.flatMap((review) => ('removed' in review ? [] : [toSiteReview(review, place)])),
        removed: page.reviews.flatMap((review) => ('removed' in review ? [review.id] : [])),
        next: isPastSince ? null : (page.next ?? null),
        total: page.total ?? null,
        newest: getLatestDate(...page.reviews.map(({ updatedAt }) => updatedAt)),
        skipped: page.skipped,
      }
    },
    get: async (externalId) => {
      const body = await nullIfNotFound(request({ method: 'GET', url: buildUrl(reviewPath(externalId)) }))
      return body === null ? null : toSiteReview(parseResponse(FeedReview, body), place)
    },
    reply: async (externalId, text) => {
      const url = buildUrl(`${reviewPath(externalId)}/reply`)
      const body = await request({ method: 'PUT', url, body: JSON.stringify({ text }) })
      return toSiteReply(parseResponse(FeedReply, body))
    },
    deleteReply: async (externalId) => {
      await nullIfNotFound(request({ method: 'DELETE', url: buildUrl(`${reviewPath(externalId)}/reply`) }))
    },
  }
}

function toSiteReview(review: z.infer<typeof FeedReview>, { findLocationId }: FeedWithLocationLookup): SiteReview {
  const { id, rating, text, author, location, url, publishedAt, editedAt, reply } = review
  return {
    externalId: id,
    rating,
    text,
    authorName: author ?? null,
    publishedAt,
    editedAt: editedAt ?? null,
    url: url || null,
    locationId: location == null ? null : findLocationId(location),
    reply: reply ? toSiteReply(reply) : null,
  }
}

function toSiteReply({ text, publishedAt, state, reason }: z.infer<typeof FeedReply>): SiteReply {
  return { text, respondedAt: publishedAt, state, reason: state === 'rejected' ? (reason ?? null) : null }
}

const FeedError = z.object({ error: z.object({ message: z.string() }) })

function readErrorMessage(body: unknown): string | undefined {
  return FeedError.safeParse(body).data?.error.message
}
