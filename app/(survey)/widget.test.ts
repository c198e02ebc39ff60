import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/server/db'
import { createSurveyLink, listSurveyLinks } from '@/server/survey-links/survey-links'
import { createPageView } from '@/server/survey-links/view-token'
import type { CreateSurveyWidget } from '@/server/survey-widgets/schema'
import { createSurveyWidget, updateSurveyWidget } from '@/server/survey-widgets/survey-widgets'
import { anOrganization, aSurvey } from '@/server/testing/factories/basics'
import * as linkPage from './f/[slug]/route'
import * as config from './w/[key]/config/route'
import * as page from './w/[key]/route'

const SHOP = 'https://shop.example.com'

let organizationId: string
let surveyId: string

beforeEach(async () => {
  organizationId = await anOrganization({ name: 'Harbour' })
  surveyId = (await aSurvey(organizationId)).id
})

const aWidget = (settings: Partial<CreateSurveyWidget> = {}) =>
  createSurveyWidget(organizationId, { id: surveyId, name: 'Shop', kind: 'popover', origins: [SHOP], ...settings })

async function view(key: string) {
  const response = await page.GET(new Request(`http://localhost/w/${key}`), { params: Promise.resolve({ key }) })
  return {
    status: response.status,
    policy: response.headers.get('content-security-policy'),
    html: await response.text(),
  }
}

async function answer(key: string, id: string) {
  const token = createPageView(id, Date.now() - 20_000).token
  const body = new URLSearchParams({ 'q.nps': '9', _view: token }).toString()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const request = new Request(`http://localhost/w/${key}`, { method: 'POST', body, headers })
  const response = await page.POST(request, { params: Promise.resolve({ key }) })
  return { status: response.status, location: response.headers.get('location'), token }
}

async function readConfig(key: string, origin: string | null) {
  const request = new Request(`http://localhost/w/${key}/config`, origin === null ? {} : { headers: { origin } })
  const response = await config.GET(request, { params: Promise.resolve({ key }) })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('the page of a widget', () => {
  it('is the form of the survey, which only pages of its origins may frame', async () => {
    const { key } = await aWidget({ origins: [SHOP, 'http://localhost:3001'] })
    const { status, policy, html } = await view(key)
    expect([status, html.includes(`action="/w/${key}"`)]).toEqual([200, true])
    expect(policy).toContain(`frame-ancestors 'self' ${SHOP} http://localhost:3001`)
    expect(html).toContain('<script src="/widget-frame.js"')
  })

  it('stores an answer of the channel web by the path of open links, with its quota', async () => {
    const { key, id } = await aWidget({ quota: 1 })
    const { status, location, token } = await answer(key, id)
    expect([status, location]).toEqual([303, `/w/${key}?sent=${token}`])
    expect(await db.response.findMany({ where: { organizationId } })).toMatchObject([
      { contactId: null, channel: 'web', surveyLinkId: id, status: 'completed', npsScore: 9 },
    ])
    expect((await answer(key, id)).status).toBe(410)
  })

  it('404: a widget is no open link, nor a link a widget', async () => {
    const [{ key }, link] = [await aWidget(), await createSurveyLink(organizationId, { id: surveyId, name: 'Receipt' })]
    const params = Promise.resolve({ slug: key })
    const asLink = await linkPage.GET(new Request(`http://localhost/f/${key}`), { params })
    const asWidget = await view(link.slug)
    expect([asLink.status, asWidget.status]).toEqual([404, 404])
    expect(asWidget.policy).toContain("frame-ancestors 'none'")
    const { data } = await listSurveyLinks(organizationId, { id: surveyId, page: 1, limit: 50 })
    expect(data.map(({ id }) => id)).toEqual([link.id])
  })

  it('leaves the page of an open link without framing', async () => {
    const { slug } = await createSurveyLink(organizationId, { id: surveyId, name: 'Receipt' })
    const params = Promise.resolve({ slug })
    const { headers } = await linkPage.GET(new Request(`http://localhost/f/${slug}`), { params })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

describe('the configuration of a widget', () => {
  it('is public for its origins, and may be cached for a minute', async () => {
    const { key } = await aWidget({
      rules: { include: ['/orders/*'] },
      buttonText: { en: 'Tell us', fr: 'Dites-nous' },
    })
    const { status, headers, body } = await readConfig(key, SHOP)
    expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([200, SHOP, 'Origin'])
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(body).toMatchObject({
      active: true,
      kind: 'popover',
      rules: { include: ['/orders/*'], delaySeconds: 5, sharePercent: 100 },
      texts: { en: { open: 'Tell us' }, fr: { open: 'Dites-nous', close: 'Fermer' } },
    })
    expect(JSON.stringify(body).length).toBeLessThan(1000)
  })

  it('403: refuses a foreign origin', async () => {
    const { key } = await aWidget()
    const { status, headers } = await readConfig(key, 'https://copy.example.com')
    expect([status, headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  it('404: unknown for the slug of a link', async () => {
    const { slug } = await createSurveyLink(organizationId, { id: surveyId, name: 'Receipt' })
    expect((await readConfig(slug, SHOP)).status).toBe(404)
  })

  it('says only that a paused widget is not active', async () => {
    const { id, key } = await aWidget()
    await updateSurveyWidget(organizationId, { id: surveyId, widgetId: id, active: false })
    expect((await readConfig(key, SHOP)).body).toEqual({ active: false })
  })
})

describe('a widget', () => {
  it('keeps the rules that an update does not name', async () => {
    const { id } = await aWidget({ rules: { delaySeconds: 9, scrollPercent: 40 } })
    const changed = await updateSurveyWidget(organizationId, {
      id: surveyId,
      widgetId: id,
      rules: { sharePercent: 10 },
    })
    expect(changed.rules).toMatchObject({ delaySeconds: 9, scrollPercent: 40, sharePercent: 10 })
    expect(changed.updatedAt).not.toBe(changed.createdAt)
  })
})
