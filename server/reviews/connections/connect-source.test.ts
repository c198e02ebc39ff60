import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { db } from '../../db'
import { ValidationError } from '../../errors'
import { parseNetworks } from '../../outbound/allowed-networks'
import { aLocation, anOrganization, aSubscription } from '../../testing/factories/basics'
import { aMember } from '../../testing/factories/sessions'
import { aFeedSite, type FeedSite } from '../../testing/servers/feed-site'
import { aScriptedSite } from '../../testing/servers/scripted-site'
import { replyToReview } from '../replies/review-replies'
import type { SiteConnectionOptions } from '../sources/create-site-client'
import { syncSource } from '../sync/sync-source'
import { connectSource, reconnectSource } from './connect-source'
import { disconnectSource, getSource, listSources, requestSync, updateSource } from './manage-review-sources'
import { previewSite } from './resolve-site-credentials-and-config'
import type { SitePlace } from './schema'

let site: FeedSite
let options: SiteConnectionOptions
let organizationId: string
let person: { organizationId: string; userId: string }

beforeEach(async () => {
  site = await aFeedSite()
  options = { authorities: site.authorities, allowed: parseNetworks(['127.0.0.1/32']) }
  organizationId = await anOrganization()
  person = { organizationId, userId: (await aMember(organizationId, 'owner')).userId }
})

afterEach(() => site.close())

const access = (data: { url?: string; token?: string } = {}) =>
  ({ kind: 'feed', url: site.url, token: site.token, ...data }) as const
const connect = (data: { url?: string; announcesHistory?: boolean; places?: SitePlace[] } = {}) =>
  connectSource(person, { ...access(), name: 'Avis du Port', announcesHistory: true, places: [], ...data }, options)

async function runSync(id: string, until = Date.now() + 60_000): Promise<void> {
  await db.reviewSource.updateMany({ where: { id, nextSyncAt: { not: null } }, data: { nextSyncAt: new Date() } })
  await syncSource(organizationId, id, until, options)
}

const reviews = () => db.review.findMany({ where: { organizationId }, orderBy: { externalId: 'asc' } })
const readErrors = async (attempt: Promise<unknown>) => {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ValidationError)
  return (error as ValidationError).details
}

describe('site preview', () => {
  it('previews the number of reviews and the places of a review site without connecting it', async () => {
    site.putReview('a', { location: 'Harbour Street' })
    site.putReview('b', { location: 'Airport' })
    site.putReview('c', { location: 'Airport' })
    const preview = await previewSite(person, access(), options)
    expect(preview.total).toBe(3)
    expect(preview.places.map(({ name }) => name)).toEqual(['Airport', 'Harbour Street'])
    expect(await listSources(organizationId)).toEqual([])
  })

  it('reports a failed preview of a review site under the field that caused it, with a readable message', async () => {
    expect(await readErrors(previewSite(person, access({ token: 'wrong' }), options))).toEqual({
      token: ['The site does not accept these credentials.'],
    })
    site.faults.push({ status: 503 })
    expect(await readErrors(previewSite(person, access(), options))).toEqual({
      url: ['The site could not answer (status 503).'],
    })
    expect(await readErrors(previewSite(person, access({ url: `${site.url}/nowhere` }), options))).toEqual({
      url: ['The site does not know what was asked for.'],
    })
    const closed = { authorities: site.authorities }
    expect(await readErrors(previewSite(person, access(), closed))).toEqual({
      url: ['This address leads to a private network. Use a public one.'],
    })
  })
})

describe('connectSource', () => {
  it('imports the history of a connected source at its mapped locations, and never exposes credentials', async () => {
    const { id: airport } = await aLocation(organizationId, { name: 'Airport' })
    site.putReview('a', { location: 'Airport' })
    site.putReview('b', { location: 'Elsewhere' })
    const source = await connect({ places: [{ name: 'Airport', title: 'Airport', locationId: airport }] })
    expect(source).toMatchObject({
      site: 'avis-du-port',
      name: 'Avis du Port',
      status: 'connected',
      total: 2,
      reviews: 0,
    })
    expect(JSON.stringify(await listSources(organizationId))).not.toContain(site.token)
    const row = await db.reviewSource.findUniqueOrThrow({ where: { id: source.id } })
    expect(JSON.stringify(row)).not.toContain(site.token)
    await runSync(source.id)
    expect((await reviews()).map(({ locationId }) => locationId)).toEqual([airport, null])
    expect(await getSource(organizationId, source.id)).toMatchObject({ reviews: 2, total: 2, progress: null })
  })

  it('does not announce the history of a source connected silently, but announces later reviews', async () => {
    await aSubscription(organizationId, ['new_review'])
    site.putReview('before', { publishedAt: '2026-01-01T00:00:00Z' })
    const { id } = await connect({ announcesHistory: false })
    await runSync(id)
    expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(0)
    site.putReview('after', { publishedAt: new Date(Date.now() + 60_000).toISOString() })
    await runSync(id)
    expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(1)
  })

  it('refuses to connect a site twice, or with a location of another organization', async () => {
    await connect()
    expect(await readErrors(connect())).toEqual({ url: ['This is already connected.'] })
    expect(await readErrors(connect({ url: `${site.url}/` }))).toEqual({ url: ['This is already connected.'] })
    const { id: foreign } = await aLocation(await anOrganization())
    const places = [{ name: 'Airport', title: 'Airport', locationId: foreign }]
    expect(await readErrors(connect({ url: `${site.url}?other`, places }))).toEqual({
      'places.0.locationId': ['There is no location with this id.'],
    })
  })

  it('creates one source when the same site is connected several times concurrently', async () => {
    const outcomes = await Promise.allSettled([connect(), connect(), connect()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await listSources(organizationId)).toHaveLength(1)
  })
})

describe('connected sources', () => {
  it('moves existing reviews when their place is mapped to another location', async () => {
    const { id: locationId } = await aLocation(organizationId)
    site.putReview('a', { location: 'Airport' })
    const { id } = await connect()
    await runSync(id)
    await updateSource(organizationId, {
      id,
      name: 'Reviews',
      places: [{ name: 'Airport', title: 'Airport', locationId }],
    })
    await runSync(id)
    expect((await reviews())[0]).toMatchObject({ locationId })
    expect(await getSource(organizationId, id)).toMatchObject({
      name: 'Reviews',
      places: [{ name: 'Airport', locationId }],
    })
  })

  it('syncs a source at once on request, but not before the Retry-After of its site has passed', async () => {
    const { id } = await connect()
    await runSync(id)
    const { nextSyncAt } = await requestSync(organizationId, id)
    expect(Date.parse(nextSyncAt ?? '')).toBeLessThanOrEqual(Date.now())
    site.faults.push({ status: 429, headers: { 'Retry-After': '600' } })
    await runSync(id)
    const paused = await requestSync(organizationId, id)
    expect(Date.parse(paused.nextSyncAt ?? '')).toBeGreaterThan(Date.now() + 500_000)
  })

  it('runs a sync requested during another sync after that one', async () => {
    const { id } = await connect()
    await runSync(id)
    site.beforeNextResponse = async () => {
      await requestSync(organizationId, id)
    }
    await runSync(id)
    const { nextSyncAt } = await getSource(organizationId, id)
    expect(Date.parse(nextSyncAt ?? '')).toBeLessThanOrEqual(Date.now())
    await syncSource(organizationId, id, Date.now() + 60_000, options)
    expect(Date.parse((await getSource(organizationId, id)).nextSyncAt ?? '')).toBeGreaterThan(Date.now())
  })
})

describe('disconnecting and reconnecting a source', () => {
  it('keeps the reviews of a disconnected source, deletes its credentials, and makes pending replies local', async () => {
    site.putReview('a')
    const { id } = await connect()
    await runSync(id)
    const [review] = await reviews()
    await replyToReview(organizationId, { id: review?.id ?? '', text: 'Thank you.' })
    expect(await disconnectSource(organizationId, { id, removeReviews: false })).toEqual({ id, reviews: 1 })
    expect(await db.reviewSource.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'disconnected',
      credentials: null,
      nextSyncAt: null,
    })
    expect((await reviews())[0]).toMatchObject({ replyText: 'Thank you.', replyState: 'local', replyDueAt: null })
  })

  it('resumes the former source when its address is connected again, and announces no review twice', async () => {
    await aSubscription(organizationId, ['new_review'])
    site.putReview('a')
    const { id } = await connect()
    await runSync(id)
    await disconnectSource(organizationId, { id, removeReviews: false })
    expect((await connect()).id).toBe(id)
    await runSync(id)
    expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(1)
  })

  it('marks a source with a refused token for reconnection, and resumes it with a valid token', async () => {
    site.putReview('a')
    const { id } = await connect()
    site.token = 'another'
    await runSync(id)
    expect(await getSource(organizationId, id)).toMatchObject({
      status: 'reconnect',
      failure: { code: 'unauthorized' },
    })
    expect(
      await readErrors(reconnectSource(organizationId, { kind: 'feed', id, token: 'wrong' }, options)),
    ).toHaveProperty('token')
    await reconnectSource(organizationId, { kind: 'feed', id, token: 'another' }, options)
    await runSync(id)
    expect(await getSource(organizationId, id)).toMatchObject({ status: 'connected', failure: null, reviews: 1 })
  })

  it('removes a source with all its reviews, and does not announce them again on reconnect', async () => {
    await aSubscription(organizationId, ['new_review'])
    for (let n = 0; n < 12; n += 1) site.putReview(`r${n}`)
    const { id } = await connect()
    await runSync(id)
    await disconnectSource(organizationId, { id, removeReviews: true })
    expect(await getSource(organizationId, id)).toMatchObject({ status: 'removing', reviews: 12 })
    await runSync(id)
    expect(await reviews()).toEqual([])
    expect(await listSources(organizationId)).toEqual([])
    const { id: next } = await connect()
    await runSync(next)
    expect(await reviews()).toHaveLength(12)
    expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(12)
  })
})

it('connects Trustpilot by domain under its display name, and reports an unknown domain or refused key', async () => {
  const unit = '46d6a890ffa235a75b00021d'
  const trustpilot = await aScriptedSite(
    {
      'GET /v1/business-units/find': { body: { id: unit, displayName: 'Harbour & Co', numberOfReviews: { total: 7 } } },
      [`GET /v1/business-units/${unit}`]: {
        body: { id: unit, displayName: 'Harbour & Co', numberOfReviews: { total: 812 } },
      },
      'POST /v1/oauth/oauth-business-users-for-applications/accesstoken': {
        body: { access_token: 'first', expires_in: '359999' },
      },
      [`GET /v1/private/business-units/${unit}/reviews`]: { body: { reviews: [] } },
    },
    { status: 404, body: { message: 'Not Found' } },
  )
  try {
    const trustpilotOptions = {
      ...options,
      authorities: trustpilot.authorities,
      trustpilotAddress: trustpilot.url('/v1'),
    }
    const keys = {
      kind: 'trustpilot',
      apiKey: 'key',
      apiSecret: 'secret',
      businessUserId: '507f191e810c19729de860ea',
    } as const
    const input = { ...keys, businessUnit: 'Harbour.example' }
    expect(await previewSite(person, input, trustpilotOptions)).toEqual({
      total: 812,
      title: 'Harbour & Co',
      places: [],
    })
    expect(trustpilot.requestLines()[0]).toBe('GET /v1/business-units/find?name=harbour.example')
    expect(trustpilot.requests[0]?.headers.apikey).toBe('key')
    const source = await connectSource(
      person,
      { ...input, locationId: null, announcesHistory: true },
      trustpilotOptions,
    )
    expect(source).toMatchObject({ kind: 'trustpilot', site: 'trustpilot', name: 'Harbour & Co', total: 812 })
    trustpilot.responses['GET /v1/business-units/find'] = { status: 404, body: { message: 'Not Found' } }
    expect(await readErrors(previewSite(person, input, trustpilotOptions))).toEqual({
      businessUnit: ['The site does not know what was asked for.'],
    })
    trustpilot.responses['POST /v1/oauth/oauth-business-users-for-applications/accesstoken'] = { status: 401, body: {} }
    expect(await readErrors(previewSite(person, { ...keys, businessUnit: unit }, trustpilotOptions))).toEqual({
      apiKey: ['The site does not accept these credentials.'],
    })
  } finally {
    await trustpilot.close()
  }
})

it('deletes the trial site on disconnect, and keeps its old reviews without a source after a reconnect', async () => {
  const { id } = await connectSource(person, { kind: 'sandbox', announcesHistory: true }, options)
  await db.review.create({
    data: { organizationId, source: 'sandbox', sourceId: id, externalId: 'a', rating: 5, publishedAt: new Date() },
  })
  await disconnectSource(organizationId, { id, removeReviews: false })
  expect(await db.sandboxSite.count({ where: { organizationId } })).toBe(0)
  expect((await connectSource(person, { kind: 'sandbox', announcesHistory: true }, options)).id).toBe(id)
  expect(await reviews()).toMatchObject([{ externalId: 'a', sourceId: null }])
})
