import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handleGoogleReviewsCallback } from '../../api/session/google-reviews-callback'
import { db } from '../../db'
import { parseNetworks } from '../../outbound/allowed-networks'
import { aLocation, anOrganization } from '../../testing/factories/basics'
import { aSession } from '../../testing/factories/sessions'
import { aFakeGoogle, googleUrlsAt } from '../../testing/servers/fake-google'
import type { ScriptedSite } from '../../testing/servers/scripted-site'
import type { SiteConnectionOptions } from '../sources/create-site-client'
import { GOOGLE_SCOPE } from '../sources/google-oauth'
import { syncSource } from '../sync/sync-source'
import { connectSource, handleGoogleConsentRedirect } from './connect-source'
import { startGoogleConsent } from './google-consent'
import { listGooglePlacesOfConsent, listPlacesWithUsageForSource } from './list-places-with-usage'
import { disconnectSource, getSource, listSources, updateSource } from './manage-review-sources'

const PLACE = 'accounts/1/locations/2'
const AIRPORT = 'accounts/1/locations/3'
const place = (name: string) => ({ name, title: name, locationId: null })

let google: ScriptedSite
let options: SiteConnectionOptions
let session: Awaited<ReturnType<typeof aSession>>
let person: { organizationId: string; userId: string }

beforeEach(async () => {
  google = await aFakeGoogle()
  options = {
    authorities: google.authorities,
    allowed: parseNetworks(['127.0.0.1/32']),
    google: { client: { clientId: 'client', clientSecret: 'client-secret' }, addresses: googleUrlsAt(google) },
  }
  google.responses['POST /token'] = { body: { access_token: 'a', refresh_token: '1//refresh', scope: GOOGLE_SCOPE } }
  google.responses['GET /v1a/accounts'] = { body: { accounts: [{ name: 'accounts/1', accountName: 'Harbour & Co' }] } }
  google.responses['GET /v1l/accounts/1/locations'] = {
    body: {
      locations: [
        { name: 'locations/2', title: 'Harbour Street' },
        { name: 'locations/3', title: 'Airport' },
      ],
    },
  }
  google.responses[`GET /v4/${PLACE}/reviews`] = { body: { reviews: [], totalReviewCount: 812 } }
  const organizationId = await anOrganization()
  session = await aSession(organizationId)
  person = { organizationId, userId: session.userId }
})

afterEach(() => google.close())

/** Simulates an owner's consent. @returns the URL that Google redirects back to. */
async function consent(sourceId: string | null = null): Promise<URL> {
  const { url } = await startGoogleConsent(person, sourceId, options)
  const state = new URL(url).searchParams.get('state') ?? ''
  return new URL(`http://localhost/api/review-sources/google?${new URLSearchParams({ state, code: '4/code' })}`)
}

async function followRedirect(url: URL, cookie = session.cookie): Promise<string> {
  const answer = await handleGoogleReviewsCallback(
    new Request(url, { headers: { cookie, 'x-forwarded-for': '192.0.2.9' } }),
    options,
  )
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  return answer.headers.get('Location') ?? ''
}

async function consentCode(sourceId: string): Promise<{ state: string; code: string }> {
  const { searchParams } = await consent(sourceId)
  return { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' }
}

async function completeConsent(): Promise<string> {
  const location = await followRedirect(await consent())
  return location.replace('/settings/review-sources/google/', '')
}

const connect = (consentId: string, locationId: string | null = null) =>
  connectSource(
    person,
    {
      kind: 'google',
      consentId,
      places: [{ name: PLACE, title: 'Harbour Street', locationId }],
      announcesHistory: true,
    },
    options,
  )

describe('Google consent', () => {
  it('exchanges the Google code with its PKCE verifier, and redirects to the choice of places', async () => {
    const { url } = await startGoogleConsent(person, null, options)
    const parameters = new URL(url).searchParams
    const redirect = new URL('http://localhost/api/review-sources/google')
    redirect.search = new URLSearchParams({ state: parameters.get('state') ?? '', code: '4/code' }).toString()
    const location = await followRedirect(redirect)
    expect(location).toMatch(/^\/settings\/review-sources\/google\/[\da-f-]{36}$/)
    const form = google.formData(0)
    expect(form).toMatchObject({
      grant_type: 'authorization_code',
      code: '4/code',
      redirect_uri: parameters.get('redirect_uri'),
    })
    expect(
      createHash('sha256')
        .update(form.code_verifier ?? '')
        .digest('base64url'),
    ).toBe(parameters.get('code_challenge'))
    const row = await db.reviewConsent.findFirstOrThrow({ where: person })
    expect(JSON.stringify(row)).not.toMatch(/1\/\/refresh/)
    expect(JSON.stringify(row)).not.toContain(parameters.get('state'))
  })

  it('accepts a Google consent once, only from the user who started it, and within 15 minutes', async () => {
    const redirect = await consent()
    const colleague = await aSession(person.organizationId)
    expect(await followRedirect(redirect, colleague.cookie)).toBe('/settings/review-sources?google=over')
    expect(await followRedirect(redirect)).toContain('/google/')
    expect(await followRedirect(redirect)).toBe('/settings/review-sources?google=over')
    const late = await consent()
    await db.reviewConsent.updateMany({ where: person, data: { createdAt: new Date(Date.now() - 16 * 60_000) } })
    expect(await followRedirect(late)).toBe('/settings/review-sources?google=over')
    expect(google.requests).toHaveLength(1)
  })

  it('redirects a failed Google consent with its reason, and to sign-in without a session', async () => {
    const denied = new URL('http://localhost/api/review-sources/google?error=access_denied&state=x')
    expect(await followRedirect(denied)).toBe('/settings/review-sources?google=denied')
    google.responses['POST /token'] = { status: 400, body: { error: 'invalid_grant' } }
    expect(await followRedirect(await consent())).toBe('/settings/review-sources?google=refused')
    google.responses['POST /token'] = { body: { access_token: 'a', refresh_token: '1//r', scope: 'openid' } }
    expect(await followRedirect(await consent())).toBe('/settings/review-sources?google=refused')
    const member = await aSession(person.organizationId, 'member')
    expect(await followRedirect(await consent(), member.cookie)).toBe('/settings/review-sources?google=failed')
    expect(await followRedirect(await consent(), '')).toContain('/sign-in')
  })
})

describe('Google places', () => {
  it('lists the consented Google places, matched to locations by name regardless of case', async () => {
    const { id } = await aLocation(person.organizationId, { name: 'harbour street' })
    const places = await listGooglePlacesOfConsent(person, await completeConsent(), options)
    expect(places).toMatchObject([
      { name: PLACE, title: 'Harbour Street', account: 'Harbour & Co', locationId: id, isTaken: false },
      { name: 'accounts/1/locations/3', title: 'Airport', locationId: null },
    ])
  })

  it('connects the chosen Google places with the grant of a consent, which cannot be used again', async () => {
    const { id: locationId } = await aLocation(person.organizationId)
    const consentId = await completeConsent()
    const { id } = await connect(consentId, locationId)
    expect(await getSource(person.organizationId, id)).toMatchObject({ kind: 'google', site: 'google', total: 812 })
    await expect(listGooglePlacesOfConsent(person, consentId, options)).rejects.toMatchObject({
      details: { consentId: ['This connection was not finished in time. Start again.'] },
    })
    google.responses[`GET /v4/${PLACE}/reviews`] = {
      body: {
        reviews: [
          {
            name: `${PLACE}/reviews/a`,
            reviewId: 'a',
            starRating: 'FOUR',
            createTime: '2026-11-01T00:00:00Z',
            updateTime: '2026-11-01T00:00:00Z',
          },
        ],
        totalReviewCount: 1,
      },
    }
    await syncSource(person.organizationId, id, Date.now() + 60_000, options)
    const { organizationId } = person
    expect(await db.review.findMany({ where: { organizationId } })).toMatchObject([
      { source: 'google', locationId, rating: 4 },
    ])
  })

  it('refuses to connect a Google place that another source already reads', async () => {
    await connect(await completeConsent())
    const again = await completeConsent()
    expect((await listGooglePlacesOfConsent(person, again, options))[0]).toMatchObject({ name: PLACE, isTaken: true })
    await expect(connect(again)).rejects.toMatchObject({ details: { places: ['This is already connected.'] } })
    const [source] = await listSources(person.organizationId)
    expect((await listPlacesWithUsageForSource(person.organizationId, source?.id ?? '', options))[0]).toMatchObject({
      isRead: true,
    })
  })

  it('refuses to add a Google place that another source reads, or to reconnect a source with it', async () => {
    const { organizationId } = person
    const refusal = { details: { places: ['This is already connected.'] } }
    const first = await connect(await completeConsent())
    google.responses[`GET /v4/${AIRPORT}/reviews`] = { body: { reviews: [], totalReviewCount: 3 } }
    const second = await connectSource(
      person,
      { kind: 'google', consentId: await completeConsent(), places: [place(AIRPORT)], announcesHistory: true },
      options,
    )
    const both = { id: second.id, name: second.name, places: [place(PLACE), place(AIRPORT)] }
    await expect(updateSource(organizationId, both)).rejects.toMatchObject(refusal)
    await disconnectSource(organizationId, { id: first.id, removeReviews: false })
    expect((await updateSource(organizationId, both)).places).toHaveLength(2)
    await expect(handleGoogleConsentRedirect(person, await consentCode(first.id), options)).rejects.toMatchObject(
      refusal,
    )
    expect(await getSource(organizationId, first.id)).toMatchObject({ status: 'disconnected' })
    expect((await updateSource(organizationId, { ...both, id: first.id, name: 'Former' })).name).toBe('Former')
  })
})

it('marks a source with a revoked Google grant for reconnection, and audits its reconnection', async () => {
  const { organizationId } = person
  const { id } = await connect(await completeConsent())
  google.responses['POST /token'] = {
    status: 400,
    body: { error: 'invalid_grant', error_description: 'Token has been revoked.' },
  }
  await syncSource(organizationId, id, Date.now() + 60_000, options)
  expect(await getSource(organizationId, id)).toMatchObject({
    status: 'reconnect',
    failure: { code: 'revoked' },
    nextSyncAt: null,
  })
  google.responses['POST /token'] = { body: { access_token: 'b', refresh_token: '1//second', scope: GOOGLE_SCOPE } }
  expect(await followRedirect(await consent(id))).toBe(`/settings/review-sources/${id}`)
  expect(await getSource(organizationId, id)).toMatchObject({ status: 'connected', failure: null })
  const auditEvents = await db.auditEvent.findMany({ where: { organizationId, action: 'review_source.reconnected' } })
  expect(auditEvents).toMatchObject([
    { actorType: 'user', actorId: person.userId, actorName: 'Grace Hopper', recordId: id, address: '192.0.2.9' },
  ])
  await syncSource(organizationId, id, Date.now() + 60_000, options)
  expect(google.formData(google.requests.length - 2)).toMatchObject({ refresh_token: '1//second' })
})
