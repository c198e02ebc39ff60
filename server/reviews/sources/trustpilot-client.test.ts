import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseNetworks } from '../../outbound/allowed-networks'
import { safeRequest } from '../../outbound/safe-request'
import { aScriptedSite, type ScriptedJsonResponse, type ScriptedSite } from '../../testing/servers/scripted-site'
import { createTrustpilotClient, type TrustpilotApiAccess, type TrustpilotCredentials } from './trustpilot-client'

/* Against a server that responds as Trustpilot's documentation describes. */

const UNIT = '46d6a890ffa235a75b00021d'
const USER = '507f191e810c19729de860ea'
const CONFIG = { businessUnitId: UNIT, businessUserId: USER, locationId: null }
const TOKEN = 'POST /v1/oauth/oauth-business-users-for-applications/accesstoken'

let trustpilot: ScriptedSite
let access: TrustpilotApiAccess
let remembered: TrustpilotCredentials[]
let answers: Record<string, ScriptedJsonResponse[]>

beforeEach(async () => {
  remembered = []
  answers = { [TOKEN]: [{ body: { access_token: 'first', expires_in: '359999' } }] }
  trustpilot = await aScriptedSite(answers, { status: 404, body: { message: 'Not Found' } })
  access = {
    transport: (call) =>
      safeRequest(call, { authorities: trustpilot.authorities, allowed: parseNetworks(['127.0.0.1/32']) }),
    credentials: { apiKey: 'key', apiSecret: 'secret' },
    saveCredentials: async (credentials) => void remembered.push(credentials),
    address: trustpilot.url('/v1'),
  }
})

afterEach(() => trustpilot.close())

const listRequests = () => trustpilot.requestLines()

function aReview(id: string, data: object = {}) {
  return {
    id,
    stars: 4,
    title: 'Quick',
    text: 'And friendly.',
    createdAt: '2026-11-02T13:37:00',
    updatedAt: null,
    consumer: { id: USER, displayName: 'Ada L.' },
    companyReply: null,
    status: 'active',
    ...data,
  }
}

describe('reading Trustpilot reviews', () => {
  it('lists a hundred Trustpilot reviews a page, newest first, with title and text joined', async () => {
    const first = Array.from({ length: 100 }, (_, n) => aReview(`r${n}`))
    first[1] = aReview('r1', {
      title: '',
      updatedAt: '2026-11-03T13:37:00Z',
      companyReply: { text: 'Thanks!', createdAt: '2026-11-04T00:00:00' },
    })
    answers[`GET /v1/private/business-units/${UNIT}/reviews`] = [
      { body: { reviews: first } },
      { body: { reviews: [aReview('last')] } },
    ]
    const site = createTrustpilotClient(CONFIG, access)
    const page = await site.list({ cursor: null, since: null })
    expect(listRequests()[1]).toBe(
      `GET /v1/private/business-units/${UNIT}/reviews?page=1&perPage=100&orderBy=createdat.desc`,
    )
    expect(page.reviews.slice(0, 2)).toMatchObject([
      {
        externalId: 'r0',
        rating: 4,
        text: 'Quick\n\nAnd friendly.',
        publishedAt: new Date('2026-11-02T13:37:00Z'),
        editedAt: null,
        url: 'https://www.trustpilot.com/reviews/r0',
      },
      {
        text: 'And friendly.',
        editedAt: new Date('2026-11-03T13:37:00Z'),
        reply: { text: 'Thanks!', respondedAt: new Date('2026-11-04T00:00:00Z'), state: 'live' },
      },
    ])
    expect(await site.list({ cursor: page.next, since: null })).toMatchObject({ next: null })
    expect(listRequests().at(-1)).toContain('page=2')
  })

  it('stops listing Trustpilot reviews at the first page older than the last known review', async () => {
    const reviews = Array.from({ length: 100 }, (_, n) => aReview(`r${n}`))
    answers[`GET /v1/private/business-units/${UNIT}/reviews`] = [{ body: { reviews } }]
    const page = await createTrustpilotClient(CONFIG, access).list({ cursor: null, since: new Date('2026-11-03') })
    expect(page.next).toBeNull()
  })

  it('reuses the stored Trustpilot token, and requests another one when it is refused', async () => {
    answers[`GET /v1/private/business-units/${UNIT}/reviews`] = [
      { body: { reviews: [] } },
      { status: 401, body: { message: 'Invalid token' } },
      { body: { reviews: [] } },
    ]
    await createTrustpilotClient(CONFIG, access).list({ cursor: null, since: null })
    expect(trustpilot.requests[0]?.headers.authorization).toBe(`Basic ${btoa('key:secret')}`)
    expect(trustpilot.requests[0]?.body.toString()).toBe('grant_type=client_credentials')
    expect(trustpilot.requests[1]?.headers.authorization).toBe('Bearer first')
    const [storedCredentials] = remembered
    expect(storedCredentials?.token?.endsAt.getTime()).toBeGreaterThan(Date.now() + 99 * 3_600_000)

    answers[TOKEN] = [{ body: { access_token: 'second', expires_in: 359999 } }]
    await createTrustpilotClient(CONFIG, {
      ...access,
      ...(storedCredentials ? { credentials: storedCredentials } : {}),
    }).list({
      cursor: null,
      since: null,
    })
    expect(listRequests().filter((line) => line === TOKEN)).toHaveLength(2)
    expect(trustpilot.requests.at(-1)?.headers.authorization).toBe('Bearer second')
  })
})

describe('replying to Trustpilot reviews', () => {
  const REVIEW = 'GET /v1/private/reviews/a'
  const reply = (method: string) => `${method} /v1/private/reviews/a/reply`

  it('posts a Trustpilot reply as the business user, and replaces a reply with a different text', async () => {
    answers[REVIEW] = [{ body: aReview('a') }, { body: aReview('a', { companyReply: { text: 'First.' } }) }]
    answers[reply('POST')] = [{ status: 201, body: {} }]
    answers[reply('DELETE')] = [{ status: 204 }]
    const site = createTrustpilotClient(CONFIG, access)
    expect(await site.reply('a', 'First.')).toMatchObject({ text: 'First.', state: 'live' })
    expect(JSON.parse(trustpilot.requests.at(-1)?.body.toString() ?? '')).toEqual({
      message: 'First.',
      authorBusinessUserId: USER,
    })
    await site.reply('a', 'Second.')
    expect(listRequests().slice(-3)).toEqual([REVIEW, reply('DELETE'), reply('POST')])
  })

  it('does not post a Trustpilot reply that is already there', async () => {
    answers[REVIEW] = [{ body: aReview('a', { companyReply: { text: 'First.', createdAt: '2026-11-04T00:00:00' } }) }]
    await createTrustpilotClient(CONFIG, access).reply('a', 'First.')
    expect(listRequests().at(-1)).toBe(REVIEW)
  })

  it('reports notFound when replying to a review that is gone from Trustpilot', async () => {
    const site = createTrustpilotClient(CONFIG, access)
    await expect(site.reply('a', 'First.')).rejects.toMatchObject({ code: 'notFound' })
    expect(await site.get('a')).toBeNull()
    await expect(site.deleteReply('a')).resolves.toBeUndefined()
  })
})

describe('Trustpilot failures', () => {
  it.each([
    ['rateLimited', 429],
    ['unavailable', 500],
    ['forbidden', 403],
    ['refused', 400],
  ] as const)('reports %s when Trustpilot answers %i, with its details for 400 and 403', async (code, status) => {
    answers[`GET /v1/private/business-units/${UNIT}/reviews`] = [
      { status, body: { message: 'Failed', details: 'The details.', errorCode: 1 } },
    ]
    const failed = createTrustpilotClient(CONFIG, access).list({ cursor: null, since: null })
    const words = code === 'forbidden' || code === 'refused' ? { words: 'The details.' } : {}
    await expect(failed).rejects.toMatchObject({ code, values: words })
  })

  it('reports unauthorized when Trustpilot refuses the API key, without requesting reviews', async () => {
    answers[TOKEN] = [{ status: 401, body: { message: 'Unknown key' } }]
    const failed = createTrustpilotClient(CONFIG, access).list({ cursor: null, since: null })
    await expect(failed).rejects.toMatchObject({ code: 'unauthorized' })
    expect(listRequests()).toEqual([TOKEN])
  })
})
