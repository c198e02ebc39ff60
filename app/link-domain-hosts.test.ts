import { readdirSync } from 'node:fs'
import path from 'node:path'
import { NextRequest } from 'next/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { config, proxy } from '@/proxy'
import { db } from '@/server/db'
import { env } from '@/server/env'
import { aLinkDomain } from '@/server/link-domains/link-domain-fixture'
import { findOrganizationOfHost } from '@/server/link-domains/request-host'
import { anOrganization } from '@/server/testing/factories/basics'
import { aSurveyRequest } from '@/server/testing/factories/responses'
import { aSession } from '@/server/testing/factories/sessions'
import { GET as viewSurvey } from './(survey)/s/[token]/route'

/* Every route handler and page of the app, at the link domain of an organization. */

type Handler = (request: Request, context: { params: Promise<Record<string, unknown>> }) => Promise<Response>

const APP = import.meta.dirname
const ROUTES = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'route.ts')
  .map((file) => path.dirname(file))
  .sort()

const SERVED = [
  '(survey)/f/[slug]',
  '(survey)/logo/[id]',
  '(survey)/preferences/[id]',
  '(survey)/s/[token]',
  '(survey)/u/[token]',
  '(survey)/w/[key]',
  '(survey)/w/[key]/config',
  '(survey)/w/[key]/visitor',
  '.well-known/feedback-link-domain',
  'api/health',
  't/[code]',
]

let domain: string
let organizationId: string
let cookie: string

beforeAll(async () => {
  organizationId = await anOrganization()
  domain = await aLinkDomain(organizationId)
  cookie = (await aSession(organizationId)).cookie
})

async function send(route: string, host: string, method = 'GET') {
  const handlers: Record<string, unknown> = await import(/* @vite-ignore */ path.join(APP, route, 'route.ts'))
  const pathname = route
    .split('/')
    .filter((part) => !part.startsWith('('))
    .map((part) => (part.startsWith('[') ? 'x' : part))
    .join('/')
  const request = new Request(`http://${host}/${pathname}`, { method, headers: { host, cookie } })
  const names = ['token', 'id', 'slug', 'key', 'code', 'site', 'provider', 'trpc']
  const params = { ...Object.fromEntries(names.map((name) => [name, 'x'])), path: ['x'], nextauth: ['session'] }
  const response = await (handlers[method] as Handler)(request, { params: Promise.resolve(params) })
  return { status: response.status, text: await response.text(), cookie: response.headers.get('set-cookie') }
}

const NOT_FOUND = '{"error":{"code":"NOT_FOUND","message":"Path not found."}}'

describe('a link domain', () => {
  it.each(ROUTES.filter((route) => !SERVED.includes(route)))('404: does not serve %s', async (route) => {
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect(await send(route, domain, method)).toEqual({ status: 404, text: NOT_FOUND, cookie: null })
  })

  it.each(SERVED)('serves %s as the host of the service does', async (route) => {
    const { host } = new URL(env.baseUrl)
    const [there, here] = [await send(route, domain), await send(route, host)]
    expect(there.status).toBe(here.status)
    expect(there.text).not.toBe(NOT_FOUND)
  })

  it('404: shows the page of an unknown link in place of every page of the App Router', async () => {
    const matcher = new RegExp(`^${config.matcher[0]}$`)
    for (const pathname of ['/', '/contacts', '/settings/link-domain', '/docs', '/shared/x', '/r/x']) {
      expect([pathname, matcher.test(pathname)]).toEqual([pathname, true])
      const request = new NextRequest(`http://${domain}${pathname}`, { headers: { host: domain, cookie } })
      expect((await proxy(request)).headers.get('x-middleware-rewrite')).toBe(`http://${domain}/f/-`)
    }
    expect((await send('(survey)/f/[slug]', domain)).status).toBe(404)
  })
})

describe('the organization of a host', () => {
  it('is found with a port, in capitals and with a dot at the end', async () => {
    for (const host of [domain, `${domain}:8443`, domain.toUpperCase(), `${domain}.`])
      expect(await findOrganizationOfHost(host)).toBe(organizationId)
  })

  it('is none for other hosts, nor for that of the service, whatever an organization adds', async () => {
    const own = new URL(env.baseUrl).host
    const other = await anOrganization()
    await db.linkDomain.create({
      data: { organizationId: other, domain: own, ownershipCode: 'x', nextCheckAt: new Date(), verifiedAt: new Date() },
    })
    for (const host of [
      own,
      `${own}:80`,
      null,
      'other.example',
      'localhost:3000',
      '127.0.0.1',
      '[::1]:3000',
      `${'a.'.repeat(200)}b`,
    ])
      expect([host, await findOrganizationOfHost(host)]).toEqual([host, null])
  })

  it('is none for a domain that DNS never named, so that no one can block a name of the service', async () => {
    const other = await anOrganization()
    const name = 'service.internal.example'
    await db.linkDomain.create({
      data: { organizationId: other, domain: name, ownershipCode: 'x', nextCheckAt: new Date() },
    })
    expect(await findOrganizationOfHost(name)).toBeNull()
  })
})

describe('a page for customers', () => {
  it('200: is shown at the link domain of its organization, and at every host that is no link domain', async () => {
    const view = await aSurveyPage(organizationId)
    for (const host of [domain, new URL(env.baseUrl).host, 'old.shop.example'])
      expect([host, (await view(host)).status]).toEqual([host, 200])
  })

  it('404: is not shown at the link domain of another organization, whose page it would seem to be', async () => {
    const view = await aSurveyPage(await anOrganization({ name: 'Stranger' }))
    const response = await view(domain)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('Stranger')
  })
})

async function aSurveyPage(ofOrganizationId: string) {
  const { token } = await aSurveyRequest(ofOrganizationId)
  return (host: string) =>
    viewSurvey(new Request(`http://${host}/s/${token}`, { headers: { host } }), { params: Promise.resolve({ token }) })
}
