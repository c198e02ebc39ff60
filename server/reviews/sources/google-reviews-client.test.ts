import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseNetworks } from '../../outbound/allowed-networks'
import { safeRequest } from '../../outbound/safe-request'
import { aFakeGoogle, googleUrlsAt } from '../../testing/servers/fake-google'
import type { ScriptedSite } from '../../testing/servers/scripted-site'
import {
  buildGoogleConsentUrl,
  exchangeGoogleCode,
  GOOGLE_SCOPE,
  type GoogleApiAccess,
  type GoogleApiUrls,
} from './google-oauth'
import { createGoogleReviewsClient } from './google-reviews-client'
import { listGooglePlaces } from './list-google-places'

/* Against a server that responds as Google's documentation describes. */

const PLACE = 'accounts/1/locations/2'
const CONFIG = { locations: [{ name: PLACE, title: 'Harbour Street', locationId: null }] }

let google: ScriptedSite
let access: GoogleApiAccess & { addresses: GoogleApiUrls }
let answers: ScriptedSite['responses']

beforeEach(async () => {
  google = await aFakeGoogle()
  answers = google.responses
  access = {
    transport: (call) =>
      safeRequest(call, { authorities: google.authorities, allowed: parseNetworks(['127.0.0.1/32']) }),
    client: { clientId: 'client', clientSecret: 'client-secret' },
    credentials: { refreshToken: '1//refresh' },
    addresses: googleUrlsAt(google),
  }
})

afterEach(() => google.close())

const listRequests = () => google.requestLines()
const formOf = (index: number) => google.formData(index)

function aReview(id: string, data: object = {}) {
  return {
    name: `${PLACE}/reviews/${id}`,
    reviewId: id,
    reviewer: { displayName: 'Ada L.', profilePhotoUrl: 'https://example.com/ada.png' },
    starRating: 'FIVE',
    comment: 'Good coffee.',
    createTime: '2026-11-01T09:30:00.123456Z',
    updateTime: '2026-11-02T09:30:00Z',
    ...data,
  }
}

describe('reading Google reviews', () => {
  it('lists fifty Google reviews a page, newest change first, with rating, text, author and reply', async () => {
    answers[`GET /v4/${PLACE}/reviews`] = {
      body: {
        reviews: [
          aReview('a', {
            starRating: 'TWO',
            reviewReply: { comment: 'Sorry.', updateTime: '2026-11-03T00:00:00Z', reviewReplyState: 'PENDING' },
          }),
          aReview('b', { reviewer: { isAnonymous: true }, comment: undefined }),
          aReview('c', {
            reviewReply: { comment: 'No!', reviewReplyState: 'REJECTED', policyViolation: { type: 'OFFENSIVE' } },
          }),
          aReview('d', { starRating: 'STAR_RATING_UNSPECIFIED' }),
        ],
        averageRating: 3.7,
        totalReviewCount: 4,
        nextPageToken: 'page2',
      },
    }
    const page = await createGoogleReviewsClient(CONFIG, access).list({ cursor: null, since: null })
    expect(listRequests()).toEqual(['POST /token', `GET /v4/${PLACE}/reviews?pageSize=50&orderBy=updateTime+desc`])
    expect(google.requests[1]?.headers.authorization).toBe('Bearer ya29.first')
    expect(formOf(0)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: '1//refresh',
      client_id: 'client',
      client_secret: 'client-secret',
    })
    expect(page).toMatchObject({
      total: 4,
      newest: new Date('2026-11-02T09:30:00Z'),
      removed: [],
      reviews: [
        {
          externalId: `${PLACE}/reviews/a`,
          rating: 2,
          text: 'Good coffee.',
          authorName: 'Ada L.',
          publishedAt: new Date('2026-11-01T09:30:00.123Z'),
          reply: { text: 'Sorry.', state: 'pending', reason: null },
        },
        { rating: 5, text: '', authorName: null, reply: null },
        { reply: { text: 'No!', state: 'rejected', reason: 'OFFENSIVE' } },
      ],
    })

    await createGoogleReviewsClient(CONFIG, access).list({ cursor: page.next, since: null })
    expect(listRequests().at(-1)).toContain('pageToken=page2')
  })

  it('continues with the next Google place after the first page older than the last known review', async () => {
    const other = 'accounts/1/locations/3'
    answers[`GET /v4/${PLACE}/reviews`] = { body: { reviews: [aReview('a')], nextPageToken: 'more' } }
    const config = { locations: [...CONFIG.locations, { name: other, title: 'Station', locationId: null }] }
    const { next, total } = await createGoogleReviewsClient(config, access).list({
      cursor: null,
      since: new Date('2026-11-03'),
    })
    expect(total).toBeNull()
    expect(JSON.parse(next ?? '')).toEqual({ place: 1 })
    answers[`GET /v4/${other}/reviews`] = { body: {} }
    expect(await createGoogleReviewsClient(config, access).list({ cursor: next, since: null })).toMatchObject({
      reviews: [],
      next: null,
    })
  })

  it('returns null for a review that is gone from Google', async () => {
    expect(await createGoogleReviewsClient(CONFIG, access).get(`${PLACE}/reviews/gone`)).toBeNull()
  })
})

describe('replying to Google reviews', () => {
  it('returns Google’s moderation state for a reply, and accepts deleting a reply that is already gone', async () => {
    answers[`PUT /v4/${PLACE}/reviews/a/reply`] = {
      body: { comment: 'Thank you!', updateTime: '2026-11-04T00:00:00Z', reviewReplyState: 'PENDING' },
    }
    const site = createGoogleReviewsClient(CONFIG, access)
    expect(await site.reply(`${PLACE}/reviews/a`, 'Thank you!')).toEqual({
      text: 'Thank you!',
      respondedAt: new Date('2026-11-04T00:00:00Z'),
      state: 'pending',
      reason: null,
    })
    expect(JSON.parse(google.requests.at(-1)?.body.toString() ?? '')).toEqual({ comment: 'Thank you!' })
    await site.deleteReply(`${PLACE}/reviews/a`)
    expect(listRequests().at(-1)).toBe(`DELETE /v4/${PLACE}/reviews/a/reply`)
  })
})

describe('Google failures', () => {
  it.each([
    ['rateLimited', 429, { 'Retry-After': '30' }],
    ['unavailable', 503, {}],
    ['forbidden', 403, {}],
    ['refused', 400, {}],
  ] as const)('reports %s when Google answers %i', async (code, status, headers) => {
    const body = { error: { code: status, message: 'Quota exceeded.', status: 'X' } }
    answers[`GET /v4/${PLACE}/reviews`] = { status, headers, body }
    const failed = createGoogleReviewsClient(CONFIG, access).list({ cursor: null, since: null })
    await expect(failed).rejects.toMatchObject({ code, retryAfterMs: status === 429 ? 30_000 : null })
  })

  it('requests a new Google access token only once when Google refuses the token', async () => {
    answers[`GET /v4/${PLACE}/reviews`] = { status: 401, body: { error: { message: 'Invalid Credentials' } } }
    await expect(createGoogleReviewsClient(CONFIG, access).list({ cursor: null, since: null })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(listRequests().filter((line) => line === 'POST /token')).toHaveLength(2)
  })

  it('reports revoked when Google rejects the refresh token with invalid_grant', async () => {
    answers['POST /token'] = {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    }
    await expect(createGoogleReviewsClient(CONFIG, access).list({ cursor: null, since: null })).rejects.toMatchObject({
      code: 'revoked',
    })
  })

  it('reports which field of a Google response is not as documented', async () => {
    answers[`GET /v4/${PLACE}/reviews`] = { body: { reviews: 'none' } }
    await expect(createGoogleReviewsClient(CONFIG, access).list({ cursor: null, since: null })).rejects.toMatchObject({
      code: 'misunderstood',
      values: { where: 'reviews' },
    })
  })

  it('skips a Google review that is not as documented, and reports its path', async () => {
    const reviews = [aReview('a', { starRating: 'SIX' }), aReview('b', {})]
    answers[`GET /v4/${PLACE}/reviews`] = { body: { reviews } }
    const page = await createGoogleReviewsClient(CONFIG, access).list({ cursor: null, since: null })
    expect(page.reviews).toHaveLength(1)
    expect(page.skipped).toEqual({ count: 1, first: 'reviews.0.starRating' })
  })
})

describe('connecting to Google', () => {
  it('builds a Google consent URL with PKCE, state and offline access', () => {
    const signIn = { state: 'state', codeChallenge: 'challenge', redirectUri: 'https://us.example/back' }
    const url = new URL(buildGoogleConsentUrl(access.client, signIn))
    expect(url.origin).toBe('https://accounts.google.com')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'client',
      redirect_uri: 'https://us.example/back',
      response_type: 'code',
      scope: GOOGLE_SCOPE,
      state: 'state',
      code_challenge: 'challenge',
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    })
  })

  it('exchanges a Google code for a refresh token, and reports a missing scope or an invalid code', async () => {
    answers['POST /token'] = { body: { access_token: 'a', refresh_token: '1//new', scope: `openid ${GOOGLE_SCOPE}` } }
    const code = { code: 'code', codeVerifier: 'verifier', redirectUri: 'https://us.example/back' }
    expect(await exchangeGoogleCode(access, code)).toEqual({ refreshToken: '1//new' })
    expect(formOf(0)).toMatchObject({ grant_type: 'authorization_code', code: 'code', code_verifier: 'verifier' })
    answers['POST /token'] = { body: { access_token: 'a', refresh_token: '1//new', scope: 'openid' } }
    await expect(exchangeGoogleCode(access, code)).rejects.toMatchObject({ code: 'forbidden' })
    answers['POST /token'] = { status: 400, body: { error: 'invalid_grant', error_description: 'Bad Request' } }
    await expect(exchangeGoogleCode(access, code)).rejects.toMatchObject({ code: 'revoked' })
  })

  it('lists Google places with title, address and account', async () => {
    answers['GET /v1a/accounts'] = { body: { accounts: [{ name: 'accounts/1', accountName: 'Harbour & Co' }] } }
    answers['GET /v1l/accounts/1/locations'] = {
      body: {
        locations: [
          {
            name: 'locations/2',
            title: 'Harbour Street',
            storefrontAddress: { addressLines: ['1 Quay'], locality: 'Port' },
          },
        ],
      },
    }
    expect(await listGooglePlaces(access)).toEqual([
      { name: PLACE, title: 'Harbour Street', address: '1 Quay, Port', account: 'Harbour & Co' },
    ])
    expect(listRequests().at(-1)).toContain('readMask=name%2Ctitle%2CstorefrontAddress')
  })
})
