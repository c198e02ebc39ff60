import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/server/db'
import { decideFlaggedResponses } from '@/server/survey-links/decide-flagged-responses'
import type { CreateSurveyLink } from '@/server/survey-links/schema'
import { createSurveyLink, updateSurveyLink } from '@/server/survey-links/survey-links'
import { createPageView } from '@/server/survey-links/view-token'
import { aContact, anEmailAddress, anOrganization, aSubscription, aSurvey } from '@/server/testing/factories/basics'
import { GET, POST } from './f/[slug]/route'
import { OPTIONAL_TEXT_QUESTION } from './public-page-test-client'

let organizationId: string
let surveyId: string

beforeEach(async () => {
  organizationId = await anOrganization({ name: 'Harbour' })
  surveyId = (await aSurvey(organizationId, { questions: [OPTIONAL_TEXT_QUESTION] })).id
})

const aLink = (settings: Partial<CreateSurveyLink> = {}) =>
  createSurveyLink(organizationId, { id: surveyId, name: 'Receipt', ...settings })
type Link = Awaited<ReturnType<typeof aLink>>

/** As shown a while ago: people need time to answer. */
const aView = (link: Link, secondsAgo = 20) => createPageView(link.id, Date.now() - secondsAgo * 1000)

async function request(link: { slug: string }, form?: Record<string, string>, { query = '', headers = {} } = {}) {
  const body = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form).toString() }
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const url = `http://localhost/f/${link.slug}${query}`
  const handler = form === undefined ? GET : POST
  const answer = await handler(new Request(url, { ...body, headers: { ...type, ...headers } }), {
    params: Promise.resolve({ slug: link.slug }),
  })
  const html = await answer.text()
  return { status: answer.status, headers: answer.headers, html, page: /data-page="(\w+)"/.exec(html)?.[1] }
}
const answer = (link: Link, score: string, more: Record<string, string> = {}, view = aView(link)) =>
  request(link, { 'q.nps': score, _view: view.token, ...more })
const listRows = () => db.response.findMany({ where: { organizationId }, orderBy: { createdAt: 'asc' } })

describe('an open link', () => {
  it('leads to the page of the owner’s choice once the answers are stored, and remembers the device', async () => {
    const redirectUrl = 'https://example.com/welcome'
    await db.survey.update({ where: { id: surveyId }, data: { thanks: { positive: { redirectUrl } } } })
    const link = await aLink({ oncePerDevice: true })
    const view = aView(link)
    const { status, headers } = await answer(link, '9', {}, view)
    expect([status, headers.get('location')]).toEqual([303, redirectUrl])
    expect(headers.get('set-cookie')).toContain('answered-')
    const stayed = await answer(link, '9', { _stay: '1' }, view)
    expect(stayed.html).toContain(`href="${redirectUrl}" rel="noreferrer" data-redirect`)
    const low = await answer(link, '3')
    expect(low.headers.get('location')).toMatch(/^\/f\//)
  })

  it('takes the answers of the form as it is shown, without scripts, as a response without a contact, with its events', async () => {
    await aSubscription(organizationId, ['new_response', 'detractor_response'])
    const link = await aLink()
    const { html } = await request(link)
    const token = /name="_view" value="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(html).toContain(`action="/f/${link.slug}"`)
    const view = aView(link)
    expect(token).toHaveLength(view.token.length)
    const { status, headers } = await answer(link, '3', { 'q.why': 'Cold' }, view)
    expect([status, headers.get('location')]).toEqual([303, `/f/${link.slug}?sent=${view.token}`])
    const thanks = await request(link, undefined, { query: `?sent=${view.token}` })
    expect(thanks.html).toContain('We are sorry we fell short.')
    expect(thanks.html).toContain(`href="/f/${link.slug}"`)
    expect(await listRows()).toMatchObject([
      {
        id: view.id,
        contactId: null,
        channel: 'link',
        surveyLinkId: link.id,
        surveyVersion: 1,
        status: 'completed',
        npsScore: 3,
        caseState: 'open',
      },
    ])
    const deliveries = await db.webhookDelivery.findMany({ where: { organizationId } })
    expect(deliveries.map(({ kind }) => kind).toSorted()).toEqual(['detractor_response', 'new_response'])
    expect(JSON.parse(deliveries[0]?.body ?? '')).toMatchObject([{ contactId: null, surveyLinkId: link.id }])
    expect(await db.surveyLink.findUnique({ where: { id: link.id } })).toMatchObject({ answers: 1, flagged: 0 })
  })

  it('stores the seconds since the page was shown', async () => {
    const link = await aLink()
    await answer(link, '9', {}, aView(link, 600))
    await answer(link, '8', {}, aView(link, 90_000))
    const [known, tooLong] = await listRows()
    expect(known?.secondsToComplete).toBeGreaterThanOrEqual(600)
    expect(known?.secondsToComplete).toBeLessThan(660)
    expect(tooLong).toMatchObject({ npsScore: 8, secondsToComplete: null })
  })

  it('answers once for each view: the same answers again are thanked for, others are not stored', async () => {
    const link = await aLink()
    const view = aView(link)
    const both = await Promise.all([answer(link, '9', {}, view), answer(link, '9', {}, view)])
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    expect((await answer(link, '2', {}, view)).page).toBe('already')
    expect((await answer(link, '10')).status).toBe(303)
    expect((await listRows()).map(({ npsScore }) => npsScore)).toEqual([9, 10])
  })

  it('stores what was answered so far, and continues the view in another language', async () => {
    const link = await aLink()
    const view = aView(link)
    expect((await request(link, { 'q.nps': '4', _view: view.token, _save: '1' })).status).toBe(204)
    expect(await listRows()).toMatchObject([{ id: view.id, status: 'partial', npsScore: 4 }])
    const { html } = await request(link, undefined, { query: `?lang=fr&view=${view.token}` })
    expect(html).toContain('<html lang="fr">')
    expect(html.match(/value="(\d+)" checked/)?.[1]).toBe('4')
    await answer(link, '5', {}, view)
    expect(await listRows()).toMatchObject([{ id: view.id, status: 'completed', npsScore: 5 }])
  })

  it('follows Accept-Language', async () => {
    const link = await aLink()
    const { html } = await request(link, undefined, { headers: { 'accept-language': 'fr-CA' } })
    expect(html).toContain('<html lang="fr">')
  })

  it('400: shows the form again for a token of another link, and stores nothing', async () => {
    const [link, other] = [await aLink(), await aLink()]
    const { status, html } = await answer(link, '9', { 'q.why': 'Warm' }, aView(other))
    expect(status).toBe(400)
    expect(html).toContain('Warm</textarea>')
    expect(html).toContain('Please send your answers again')
    expect(await listRows()).toEqual([])
  })

  it('410: takes no answers once it is closed, ended, full, or its survey archived, and says so', async () => {
    const link = await aLink({ quota: 1 })
    const early = aView(link)
    await answer(link, '9')
    expect(await request(link)).toMatchObject({ status: 410, page: 'full' })
    expect(await answer(link, '9', {}, early)).toMatchObject({ status: 410, page: 'full' })
    const update = (settings: object) =>
      updateSurveyLink(organizationId, { id: surveyId, linkId: link.id, ...settings })
    expect(await update({ quota: null, closesOn: '2020-01-01' })).toMatchObject({ state: 'ended' })
    expect(await request(link)).toMatchObject({ status: 410, page: 'closed' })
    await update({ closesOn: null, active: false })
    expect(await answer(link, '9', {}, early)).toMatchObject({ status: 410, page: 'closed' })
    await update({ active: true })
    await db.survey.update({ where: { id: surveyId }, data: { status: 'archived' } })
    expect(await request(link)).toMatchObject({ status: 410, page: 'archived' })
    expect(await request({ slug: 'no-such-link' })).toMatchObject({ status: 404, page: 'unknownLink' })
    expect(await listRows()).toHaveLength(1)
  })

  it('never takes more answers than its quota, however many come at once', async () => {
    const link = await aLink({ quota: 3 })
    const results = await Promise.all(Array.from({ length: 12 }, (_, score) => answer(link, String(score % 11))))
    expect(results.filter(({ status }) => status === 303)).toHaveLength(3)
    expect(results.filter(({ page }) => page === 'full')).toHaveLength(9)
    expect(await listRows()).toHaveLength(3)
  })

  it('asks a device once if its owner wants that, and sets no cookie otherwise', async () => {
    const free = await answer(await aLink(), '9')
    expect(free.headers.get('set-cookie')).toBeNull()
    const link = await aLink({ oncePerDevice: true })
    const cookie = (await answer(link, '9')).headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/)
    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await request(link, undefined, { headers })).page).toBe('answered')
    const again = await request(link, { 'q.nps': '9', _view: aView(link).token }, { headers })
    expect(again.page).toBe('answered')
    expect(await listRows()).toHaveLength(2)
  })
})

describe('a PIN', () => {
  it('is asked for before the form, and its guesses are bounded', async () => {
    const link = await aLink({ pin: '4711' })
    expect(await request(link)).toMatchObject({ status: 200, page: 'pin' })
    const right = await request(link, { _pin: ' 4711 ' })
    const token = /name="_view" value="([^"]+)"/.exec(right.html)?.[1] ?? ''
    expect(right.page).toBe('form')
    expect((await request(link, { 'q.nps': '9' })).page).toBe('pin')
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const guesses: number[] = []
    for (let guess = 0; guess < 11; guess += 1)
      guesses.push((await request(link, { _pin: `${guess}` }, { headers })).status)
    expect(guesses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    expect((await request(link, { _pin: '4711' }, { headers })).status).toBe(429)
    expect((await request(link, { _pin: '4711' })).status).toBe(200)
    expect((await request(link, { 'q.nps': '9', _view: token })).status).toBe(303)
  })
})

describe('name and address', () => {
  it('make a contact only for an address that is not one yet, and change none', async () => {
    const link = await aLink({ asksContact: 'required' })
    const known = await aContact(organizationId, { firstName: 'Ada', unsubscribed: true })
    expect((await answer(link, '9')).html).toContain('Please enter your email address.')
    expect((await answer(link, '9', { _email: 'ada@' })).html).toContain('This is not an email address.')
    await answer(link, '9', { _name: 'Mallory', _email: known.email.toUpperCase() })
    const email = anEmailAddress()
    await answer(link, '2', { _name: 'Grace', _email: email })
    const created = await db.contact.findFirstOrThrow({ where: { organizationId, email } })
    expect(created).toMatchObject({ firstName: 'Grace', createdVia: 'link' })
    expect(await db.contact.findUnique({ where: { id: known.id } })).toMatchObject({
      firstName: 'Ada',
      unsubscribed: true,
    })
    expect((await listRows()).map(({ contactId }) => contactId)).toEqual([known.id, created.id])
  })
})

describe('what looks like a machine', () => {
  it('is stored as flagged, counts nowhere and causes nothing, until a member accepts it', async () => {
    await aSubscription(organizationId, ['new_response'])
    const link = await aLink({ asksContact: 'optional' })
    const email = anEmailAddress()
    await answer(link, '1', { _topic: 'Buy', _email: email })
    await answer(link, '10', {}, aView(link, 0))
    await answer(link, '8')
    expect(await listRows()).toMatchObject([
      { flag: 'honeypot', status: 'flagged', contactId: null, caseState: null },
      { flag: 'fast', status: 'flagged' },
      { flag: null, status: 'completed' },
    ])
    expect(await db.contact.count({ where: { organizationId } })).toBe(0)
    expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(1)
    expect(await db.surveyLink.findUnique({ where: { id: link.id } })).toMatchObject({ answers: 1, flagged: 2 })
    const [first, second] = (await listRows()).map(({ id }) => id)
    expect(await decideFlaggedResponses(organizationId, [first ?? ''], 'accept')).toBe(1)
    expect(await decideFlaggedResponses(organizationId, [first ?? '', second ?? ''], 'delete')).toBe(1)
    const contact = await db.contact.findFirstOrThrow({ where: { organizationId, email } })
    expect(await db.response.findUnique({ where: { id: first ?? '' } })).toMatchObject({
      status: 'completed',
      flag: null,
      flaggedContact: null,
      contactId: contact.id,
      caseState: 'open',
    })
    expect(await db.response.findUnique({ where: { id: second ?? '' } })).toBeNull()
    expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(2)
    expect(await db.surveyLink.findUnique({ where: { id: link.id } })).toMatchObject({ answers: 2, flagged: 0 })
  })

  it('does not get the people behind the same address flagged', async () => {
    const link = await aLink()
    const headers = { 'x-forwarded-for': '203.0.113.10' }
    const send = (form: Record<string, string>) =>
      request(link, { 'q.nps': '9', _view: aView(link).token, ...form }, { headers })
    for (let n = 0; n < 31; n += 1) await send({ _topic: 'Buy' })
    await send({})
    expect((await listRows()).map(({ flag }) => flag)).toEqual([...Array.from({ length: 31 }, () => 'honeypot'), null])
  })
})
