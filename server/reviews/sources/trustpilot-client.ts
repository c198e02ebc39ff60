import { z } from 'zod'
import { DAY_MS, HOUR_MS, MINUTE_MS, now } from '../../clock'
import type { ReviewSiteClient, SiteReply, SiteReview } from './site-client'
import { createSiteFailure, SiteFailure } from './site-failure'
import {
  nullIfNotFound,
  parseResponse,
  parseValidElements,
  requestSite,
  type SiteRequest,
  type SiteTransport,
} from './site-http'

/*
 * Trustpilot, with an application's key and secret (https://developers.trustpilot.com/grant-type-client-credentials): the private reviews
 * of one business unit; replies are posted in the name of one business user.
 */

export const TRUSTPILOT_API_URL = 'https://api.trustpilot.com/v1'

const PAGE_SIZE = 100
const TOKEN_RENEWAL_MARGIN_MS = HOUR_MS

export const TrustpilotCredentials = z.object({
  apiKey: z.string().min(1),
  apiSecret: z.string().min(1),
  token: z.object({ value: z.string(), endsAt: z.coerce.date() }).optional(),
})
export type TrustpilotCredentials = z.infer<typeof TrustpilotCredentials>

export const TRUSTPILOT_ID_PATTERN = /^[0-9a-f]{24}$/

export const TrustpilotSourceConfig = z.object({
  businessUnitId: z.string().regex(TRUSTPILOT_ID_PATTERN),
  businessUserId: z.string().regex(TRUSTPILOT_ID_PATTERN),
  title: z.string().default(''),
  locationId: z.uuid().nullable(),
})
export type TrustpilotSourceConfig = z.input<typeof TrustpilotSourceConfig>

export type TrustpilotApiAccess = {
  transport: SiteTransport
  credentials: TrustpilotCredentials
  saveCredentials?: ((credentials: TrustpilotCredentials) => Promise<void>) | undefined
  address?: string | undefined
}

const Time = z
  .string()
  .transform((text) => new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`))
  .refine((time) => !Number.isNaN(time.getTime()))

/** https://developers.trustpilot.com/business-units-api */
const TrustpilotReview = z.object({
  id: z.string().min(1),
  stars: z.number().int().min(1).max(5),
  title: z.string().nullish(),
  text: z.string().nullish(),
  createdAt: Time,
  updatedAt: Time.nullish(),
  consumer: z.object({ displayName: z.string().nullish() }).nullish(),
  companyReply: z.object({ text: z.string(), createdAt: Time.nullish() }).nullish(),
})
const Reviews = z.object({ reviews: z.array(z.unknown()) })

export function createTrustpilotClient(config: TrustpilotSourceConfig, access: TrustpilotApiAccess): ReviewSiteClient {
  const { address = TRUSTPILOT_API_URL } = access
  const request = authorizedRequest(access)
  const listUrl = `${address}/private/business-units/${config.businessUnitId}/reviews`
  const reviewUrl = (externalId: string) => `${address}/private/reviews/${encodeURIComponent(externalId)}`

  async function checkAccess() {
    // The private list verifies access to the business unit; the total comes from its public profile.
    await request({ method: 'GET', url: `${listUrl}?perPage=1` })
    const { reviews } = await getTrustpilotBusinessUnit(access, config.businessUnitId)
    return { total: reviews, places: [] }
  }

  const list: ReviewSiteClient['list'] = async ({ cursor, since }) => {
    const page = cursor === null ? 1 : Number(cursor)
    const query = new URLSearchParams({ page: String(page), perPage: String(PAGE_SIZE), orderBy: 'createdat.desc' })
    const { reviews: elements } = parseResponse(Reviews, await request({ method: 'GET', url: `${listUrl}?${query}` }))
    const { read: reviews, skipped } = parseValidElements(TrustpilotReview, elements, 'reviews')
    const isPastSince = since !== null && reviews.some(({ createdAt }) => createdAt < since)
    return {
      reviews: reviews.map((review) => toSiteReview(review, config)),
      removed: [],
      next: elements.length < PAGE_SIZE || isPastSince ? null : String(page + 1),
      total: null,
      newest: reviews[0]?.createdAt ?? null,
      skipped,
    }
  }

  async function get(externalId: string): Promise<SiteReview | null> {
    const body = await nullIfNotFound(request({ method: 'GET', url: reviewUrl(externalId) }))
    return body === null ? null : toSiteReview(parseResponse(TrustpilotReview, body), config)
  }

  async function deleteReply(externalId: string): Promise<void> {
    await nullIfNotFound(request({ method: 'DELETE', url: `${reviewUrl(externalId)}/reply` }))
  }

  /** The API cannot edit a reply: deletes the old one first. */
  async function reply(externalId: string, text: string): Promise<SiteReply> {
    const current = await get(externalId)
    if (current === null) throw createSiteFailure('notFound', {})
    if (current.reply?.text === text) return current.reply
    if (current.reply !== null) await deleteReply(externalId)
    const body = JSON.stringify({ message: text, authorBusinessUserId: config.businessUserId })
    await request({ method: 'POST', url: `${reviewUrl(externalId)}/reply`, body })
    return { text, respondedAt: now(), state: 'live', reason: null }
  }

  // Lists are sorted by creation, so later edits are only found by the daily full comparison.
  return { overlapMs: 2 * DAY_MS, staleAfterReplyMs: 5 * MINUTE_MS, checkAccess, list, get, reply, deleteReply }
}

const BusinessUnit = z.object({
  id: z.string().regex(TRUSTPILOT_ID_PATTERN),
  displayName: z.string(),
  numberOfReviews: z.object({ total: z.number().int() }).optional(),
})

export async function getTrustpilotBusinessUnit(
  { transport, credentials, address = TRUSTPILOT_API_URL }: Omit<TrustpilotApiAccess, 'saveCredentials'>,
  idOrDomain: string,
): Promise<{ id: string; name: string; reviews: number | null }> {
  const path = TRUSTPILOT_ID_PATTERN.test(idOrDomain) ? idOrDomain : `find?${new URLSearchParams({ name: idOrDomain })}`
  const call = {
    method: 'GET',
    url: `${address}/business-units/${path}`,
    headers: { apikey: credentials.apiKey },
  } as const
  const unit = parseResponse(BusinessUnit, await requestSite(transport, call, readErrorMessage))
  return { id: unit.id, name: unit.displayName, reviews: unit.numberOfReviews?.total ?? null }
}

function toSiteReview(review: z.infer<typeof TrustpilotReview>, { locationId }: TrustpilotSourceConfig): SiteReview {
  const { id, stars, title, text, createdAt, updatedAt, consumer, companyReply } = review
  return {
    externalId: id,
    rating: stars,
    text: [title, text].filter(Boolean).join('\n\n'),
    authorName: consumer?.displayName ?? null,
    publishedAt: createdAt,
    editedAt: updatedAt && updatedAt > createdAt ? updatedAt : null,
    url: `https://www.trustpilot.com/reviews/${id}`,
    locationId,
    reply: companyReply
      ? { text: companyReply.text, respondedAt: companyReply.createdAt ?? createdAt, state: 'live', reason: null }
      : null,
  }
}

const TrustpilotError = z.object({ message: z.string().optional(), details: z.string().optional() })

function readErrorMessage(body: unknown): string | undefined {
  const { message, details } = TrustpilotError.safeParse(body).data ?? {}
  return details ?? message
}

function authorizedRequest(access: TrustpilotApiAccess): (call: SiteRequest) => Promise<string> {
  const { address = TRUSTPILOT_API_URL, transport } = access
  let { credentials } = access

  async function freshToken(): Promise<string> {
    const token = await fetchToken(transport, address, credentials)
    credentials = { ...credentials, token }
    await access.saveCredentials?.(credentials)
    return token.value
  }

  return async (call) => {
    const { token: cachedToken } = credentials
    const isFresh =
      cachedToken !== undefined && cachedToken.endsAt.getTime() - TOKEN_RENEWAL_MARGIN_MS > now().getTime()
    const authorized = (token: string) =>
      requestSite(transport, { ...call, headers: { Authorization: `Bearer ${token}` } }, readErrorMessage)
    try {
      return await authorized(isFresh ? cachedToken.value : await freshToken())
    } catch (error) {
      if (!(isFresh && error instanceof SiteFailure && error.code === 'unauthorized')) throw error
      return authorized(await freshToken())
    }
  }
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() })

async function fetchToken(transport: SiteTransport, address: string, { apiKey, apiSecret }: TrustpilotCredentials) {
  const body = await requestSite(
    transport,
    {
      method: 'POST',
      url: `${address}/oauth/oauth-business-users-for-applications/accesstoken`,
      headers: {
        Authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    },
    readErrorMessage,
  )
  const { access_token: value, expires_in: seconds } = parseResponse(Token, body)
  return { value, endsAt: new Date(now().getTime() + seconds * 1000) }
}
