import { z } from 'zod'
import { HOUR_MS, MINUTE_MS } from '../../clock'
import { SiteFailure, siteFailure } from './failure'
import type { ReviewSite, SitePage, SiteReply, SiteReview } from './site'
import { askSite, readAnswer, type SiteCall, type Transport } from './site-http'

/*
 * Google Business Profile. Reviews and replies are version 4 of the My Business API (`accounts.locations.reviews`), accounts and
 * locations the APIs that followed it. https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews
 */

/** Where Google is reached; tests have one of their own. */
export type GoogleAddresses = { reviews: string; accounts: string; locations: string; token: string; consent: string }

export const GOOGLE: GoogleAddresses = {
  reviews: 'https://mybusiness.googleapis.com/v4',
  accounts: 'https://mybusinessaccountmanagement.googleapis.com/v1',
  locations: 'https://mybusinessbusinessinformation.googleapis.com/v1',
  token: 'https://oauth2.googleapis.com/token',
  consent: 'https://accounts.google.com/o/oauth2/v2/auth',
}

export const GOOGLE_SCOPE = 'https://www.googleapis.com/auth/business.manage'

/** The most that one page may have. */
const PAGE_SIZE = 50

export type GoogleClient = { clientId: string; clientSecret: string }

export const GoogleCredentials = z.object({ refreshToken: z.string().min(1) })
export type GoogleCredentials = z.infer<typeof GoogleCredentials>

/** The places whose reviews are read, and which of ours each is. */
export const GoogleConfig = z.object({
  locations: z.array(
    z.object({
      /** `accounts/1/locations/2` */
      name: z.string().regex(/^accounts\/[^/]+\/locations\/[^/]+$/),
      title: z.string(),
      locationId: z.uuid().nullable(),
    }),
  ),
})
export type GoogleConfig = z.infer<typeof GoogleConfig>

export type GoogleAccess = {
  transport: Transport
  client: GoogleClient
  credentials: GoogleCredentials
  addresses?: GoogleAddresses
}

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
  reviews: z.array(GoogleReview).default([]),
  totalReviewCount: z.number().int().optional(),
  nextPageToken: z.string().optional(),
})

/** Where a walk through several places stands. */
const Cursor = z.object({ place: z.number().int(), token: z.string().optional() })

/** The reviews of the places that an owner chose, by the name that Google gives each. */
export function openGoogle(config: GoogleConfig, access: GoogleAccess): ReviewSite {
  const { addresses = GOOGLE } = access
  const ask = googleCaller(access)

  async function list({ cursor, since }: { cursor: string | null; since: Date | null }): Promise<SitePage> {
    const at = cursor === null ? { place: 0 } : Cursor.parse(JSON.parse(cursor))
    const place = config.locations[at.place]
    if (!place) return { reviews: [], removed: [], next: null, total: null, newest: null }
    const query = new URLSearchParams({ pageSize: String(PAGE_SIZE), orderBy: 'updateTime desc' })
    if ('token' in at && at.token !== undefined) query.set('pageToken', at.token)
    const page = readAnswer(
      Reviews,
      await ask({ method: 'GET', url: `${addresses.reviews}/${place.name}/reviews?${query}` }),
    )
    const isOver = since !== null && page.reviews.some(({ updateTime }) => updateTime < since)
    const token = isOver ? undefined : page.nextPageToken
    const hasMorePlaces = at.place + 1 < config.locations.length
    const next = token === undefined ? (hasMorePlaces ? { place: at.place + 1 } : null) : { place: at.place, token }
    return {
      reviews: page.reviews.flatMap((review) => toSiteReview(review, place.locationId)),
      removed: [],
      next: next && JSON.stringify(next),
      total: config.locations.length === 1 ? (page.totalReviewCount ?? null) : null,
      newest: page.reviews.reduce<Date | null>(
        (latest, { updateTime }) => (latest === null || updateTime > latest ? updateTime : latest),
        null,
      ),
    }
  }

  async function get(externalId: string): Promise<SiteReview | null> {
    try {
      const body = await ask({ method: 'GET', url: `${addresses.reviews}/${externalId}` })
      const place = config.locations.find(({ name }) => externalId.startsWith(`${name}/`))
      return toSiteReview(readAnswer(GoogleReview, body), place?.locationId ?? null)[0] ?? null
    } catch (error) {
      if (error instanceof SiteFailure && error.code === 'notFound') return null
      throw error
    }
  }

  return {
    overlapMs: HOUR_MS,
    settlesMs: 10 * MINUTE_MS,
    list,
    get,
    reply: async (externalId, text) => {
      const url = `${addresses.reviews}/${externalId}/reply`
      const body = await ask({ method: 'PUT', url, body: JSON.stringify({ comment: text }) })
      return toSiteReply(readAnswer(GoogleReply, body), new Date())
    },
    deleteReply: async (externalId) => {
      try {
        await ask({ method: 'DELETE', url: `${addresses.reviews}/${externalId}/reply` })
      } catch (error) {
        if (!(error instanceof SiteFailure && error.code === 'notFound')) throw error
      }
    },
  }
}

/** A review without stars is none that we could show. */
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
      // An owner's reply moves it too, so a later time alone does not say that its author changed it.
      editedAt: null,
      url: null,
      locationId,
      reply: reviewReply ? toSiteReply(reviewReply, updateTime) : null,
    },
  ]
}

function toSiteReply(reply: z.infer<typeof GoogleReply>, otherwise: Date): SiteReply {
  const state = { PENDING: 'pending', REJECTED: 'rejected', APPROVED: 'live', REVIEW_REPLY_STATE_UNSPECIFIED: 'live' }[
    reply.reviewReplyState ?? 'APPROVED'
  ] as SiteReply['state']
  return {
    text: reply.comment,
    respondedAt: reply.updateTime ?? otherwise,
    state,
    reason: state === 'rejected' ? readPolicy(reply.policyViolation) : null,
  }
}

/** What of Google's policies a reply goes against: a name, or an object with one. */
function readPolicy(violation: unknown): string | null {
  if (typeof violation === 'string') return violation
  const { type, reason, description } = (violation ?? {}) as Record<string, unknown>
  const said = [description, reason, type].find((one) => typeof one === 'string')
  return typeof said === 'string' ? said : null
}

const Account = z.object({ name: z.string(), accountName: z.string().optional() })
const Accounts = z.object({ accounts: z.array(Account).default([]), nextPageToken: z.string().optional() })
const Place = z.object({
  name: z.string(),
  title: z.string().optional(),
  storefrontAddress: z
    .object({ addressLines: z.array(z.string()).optional(), locality: z.string().optional() })
    .optional(),
})
const Places = z.object({ locations: z.array(Place).default([]), nextPageToken: z.string().optional() })

export type GooglePlace = { name: string; title: string; address: string; account: string }

/** Every place of every account that the grant reaches. */
export async function listGooglePlaces(access: GoogleAccess): Promise<GooglePlace[]> {
  const { addresses = GOOGLE } = access
  const ask = googleCaller(access)
  const places: GooglePlace[] = []
  for await (const { accounts } of pages(Accounts, ask, `${addresses.accounts}/accounts`, { pageSize: '20' }))
    for (const account of accounts) {
      const url = `${addresses.locations}/${account.name}/locations`
      for await (const { locations } of pages(Places, ask, url, {
        pageSize: '100',
        readMask: 'name,title,storefrontAddress',
      }))
        for (const { name, title, storefrontAddress: { addressLines = [], locality = '' } = {} } of locations)
          places.push({
            name: `${account.name}/${name}`,
            title: title ?? name,
            address: [...addressLines, locality].filter(Boolean).join(', '),
            account: account.accountName ?? account.name,
          })
    }
  return places
}

async function* pages<T extends { nextPageToken?: string | undefined }>(
  schema: z.ZodType<T>,
  ask: (call: SiteCall) => Promise<string>,
  url: string,
  query: Record<string, string>,
): AsyncGenerator<T> {
  let token: string | undefined
  do {
    const asked = new URLSearchParams({ ...query, ...(token === undefined ? {} : { pageToken: token }) })
    const page = readAnswer(schema, await ask({ method: 'GET', url: `${url}?${asked}` }))
    yield page
    token = page.nextPageToken
  } while (token !== undefined && token !== '')
}

/** Google's errors: https://cloud.google.com/apis/design/errors */
const GoogleError = z.object({ error: z.object({ message: z.string().optional() }) })

function wordsOf(body: unknown): string | undefined {
  return GoogleError.safeParse(body).data?.error.message
}

/** Calls with an access token that is fetched with the first of them, and once more when it is refused. */
function googleCaller(access: GoogleAccess): (call: SiteCall) => Promise<string> {
  let token: string | undefined
  const authorized = async (call: SiteCall) => {
    token ??= await fetchAccessToken(access)
    return askSite(access.transport, { ...call, headers: { Authorization: `Bearer ${token}` } }, wordsOf)
  }
  return async (call) => {
    try {
      return await authorized(call)
    } catch (error) {
      if (!(error instanceof SiteFailure && error.code === 'unauthorized')) throw error
      token = undefined
      return authorized(call)
    }
  }
}

const Token = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
})
/** RFC 6749, 5.2 */
const TokenError = z.object({ error: z.string(), error_description: z.string().optional() })

async function fetchAccessToken({ transport, client, credentials, addresses = GOOGLE }: GoogleAccess): Promise<string> {
  const answer = await askToken(transport, addresses, {
    grant_type: 'refresh_token',
    refresh_token: credentials.refreshToken,
    client_id: client.clientId,
    client_secret: client.clientSecret,
  })
  return answer.access_token
}

/** @throws {SiteFailure} `revoked` when the grant is over: taken back, expired, or of another client (RFC 6749, 5.2). */
async function askToken(transport: Transport, addresses: GoogleAddresses, form: Record<string, string>) {
  let said: string | undefined
  try {
    const body = await askSite(
      transport,
      {
        method: 'POST',
        url: addresses.token,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      },
      (answer) => {
        const { error, error_description: words } = TokenError.safeParse(answer).data ?? {}
        said = error
        return words ?? error
      },
    )
    return readAnswer(Token, body)
  } catch (error) {
    if (error instanceof SiteFailure && said === 'invalid_grant') throw siteFailure('revoked', {})
    throw error
  }
}

export type GoogleSignIn = { state: string; codeChallenge: string; redirectUri: string }

/** Where an owner says yes: authorization code with PKCE (RFC 7636), and a grant that lasts. */
export function googleConsentUrl(
  { clientId }: Pick<GoogleClient, 'clientId'>,
  { state, codeChallenge, redirectUri }: GoogleSignIn,
  addresses: GoogleAddresses = GOOGLE,
): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: GOOGLE_SCOPE,
    state,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
    // Without both, Google gives no refresh token to somebody who said yes before.
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: 'true',
  })
  return `${addresses.consent}?${query}`
}

/**
 * Exchanges the code of the consent for a grant.
 * @throws {SiteFailure} `revoked` for a code that is used or over; `forbidden` when the owner did not allow reviews.
 */
export async function exchangeGoogleCode(
  { transport, client, addresses = GOOGLE }: Omit<GoogleAccess, 'credentials'>,
  { code, codeVerifier, redirectUri }: { code: string; codeVerifier: string; redirectUri: string },
): Promise<GoogleCredentials> {
  const answer = await askToken(transport, addresses, {
    grant_type: 'authorization_code',
    code,
    code_verifier: codeVerifier,
    redirect_uri: redirectUri,
    client_id: client.clientId,
    client_secret: client.clientSecret,
  })
  if (answer.scope !== undefined && !answer.scope.split(' ').includes(GOOGLE_SCOPE))
    throw siteFailure('forbidden', { words: '' })
  if (answer.refresh_token === undefined) throw siteFailure('revoked', {})
  return { refreshToken: answer.refresh_token }
}
