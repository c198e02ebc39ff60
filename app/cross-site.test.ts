import { readdirSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '@/server/db'
import { signToken } from '@/server/encryption'
import { anEmailAddress, anOrganization } from '@/server/testing/factories/basics'
import { aSession } from '@/server/testing/factories/sessions'
import { listStableRows } from '@/server/testing/tenancy/row-snapshots'
import { pickCases } from '@/server/testing/test-length'

/*
 * Cross-site requests with a victim's session: form and JSON posts to every endpoint, and URLs with a redirect parameter. Lists every route
 * handler in the app directory; each needs an entry here.
 */

type Handler = (request: Request, context: { params: Promise<Record<string, unknown>> }) => Promise<Response>

const APP = import.meta.dirname

/**
 * Expected result of a cross-site POST: refused, method not allowed, or an endpoint that uses no session. next-auth checks a CSRF token of
 * its own and only runs inside a server.
 */
type PostResult = 'refused' | 'no method' | 'no session' | 'token'

const EXPECTED_POST: Record<string, PostResult> = {
  '(account)/check-email': 'refused',
  '(account)/forgot-password': 'refused',
  '(account)/invitations/[token]': 'refused',
  '(account)/reset-password/[token]': 'no session',
  '(account)/confirm-reply-to/[token]': 'no session',
  '(account)/email-change/[token]': 'no session',
  '(account)/take-back/[token]': 'no session',
  '(account)/sign-in': 'refused',
  '(account)/sign-in/finish': 'refused',
  '(account)/sign-in/passkey': 'refused',
  '(account)/sign-in/passkey-question': 'refused',
  '(account)/sign-in/provider': 'refused',
  '(account)/sign-in/return': 'no method',
  '(account)/sign-in/second-step': 'refused',
  '(account)/sign-up': 'refused',
  '(account)/verify-email/[token]': 'no session',
  '(dashboard)/surveys/[id]/preview': 'refused',
  '(dashboard)/surveys/[id]/widgets/[widgetId]/try': 'no method',
  '(sandbox)/sandbox/[site]': 'no session',
  '(sandbox)/sandbox/[site]/reviews': 'no session',
  '(sandbox)/sandbox/[site]/reviews/[id]': 'no session',
  '(sandbox)/sandbox/[site]/reviews/[id]/reply': 'no session',
  '(survey)/f/[slug]': 'no session',
  '(survey)/w/[key]': 'no session',
  '(survey)/w/[key]/config': 'no method',
  '(survey)/w/[key]/visitor': 'no session',
  '(survey)/logo/[id]': 'no method',
  '(survey)/s/[token]': 'no session',
  '(survey)/u/[token]': 'no session',
  '(survey)/preferences/[id]': 'no session',
  api: 'no session',
  'api/[...path]': 'no session',
  'api/account': 'no method',
  'api/audit-log': 'no method',
  'api/contacts': 'no method',
  'api/contact-data': 'no method',
  'api/responses': 'no method',
  'api/contact-imports': 'no method',
  'api/auth/[...nextauth]': 'token',
  'api/auth/sign-up': 'refused',
  'api/auth/verify-email': 'refused',
  'api/export': 'no method',
  'api/health': 'no method',
  'api/inngest': 'no session',
  'api/link-domains/ask': 'no method',
  'api/mail-events/[provider]/[token]': 'no session',
  'api/metrics': 'no method',
  'api/review-sources/google': 'no method',
  'api/settings/webhooks': 'no method',
  'api/suppressions': 'no method',
  'api/survey-links': 'no method',
  'api/survey-results': 'no method',
  'api/shared-results': 'no session',
  'api/trpc/[trpc]': 'refused',
  'api/twilio/messages': 'no session',
  'api/twilio/status/[token]': 'no session',
  'api/v1/[[...path]]': 'no session',
  'api/v1/openapi.json': 'no method',
  'api/v1/postman.json': 'no method',
  '.well-known/feedback-link-domain': 'no method',
  'r/[code]': 'no method',
  't/[code]': 'no session',
}

/** Valid fields for every endpoint, so that only the request's origin can cause a refusal. */
const FIELDS = {
  email: anEmailAddress(),
  password: 'long enough',
  name: 'Ada',
  organizationName: 'Engines',
  leave: '1',
  json: 'true',
}

const FOREIGN = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  {},
]
const TYPES = ['application/x-www-form-urlencoded', 'application/json', 'text/plain', 'multipart/form-data; boundary=x']

let organizationId: string
let cookie: string
let token: string

beforeAll(async () => {
  organizationId = await anOrganization({ name: 'Before' })
  const session = await aSession(organizationId)
  cookie = session.cookie
  const { email } = await db.user.findUniqueOrThrow({ where: { id: session.userId } })
  const invitation = await db.invitation.create({
    data: {
      organizationId: await anOrganization(),
      email,
      role: 'member',
      language: 'en',
      invitedById: session.userId,
      invitedByName: 'Ada',
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  })
  token = signToken('invitation', invitation.id)
})

async function send(route: string, method: 'GET' | 'POST', headers: Record<string, string>, { query = '', body = '' }) {
  const params = {
    token,
    id: token,
    slug: 'x',
    site: 'x',
    provider: 'generic',
    trpc: 'account.updateProfile',
    path: ['x'],
    nextauth: ['signout'],
  }
  const segments = route
    .split('/')
    .filter((part) => !part.startsWith('('))
    .map((part) =>
      part.startsWith('[') ? ([params[part.replace(/[[\].]/g, '') as keyof typeof params]].flat()[0] ?? '') : part,
    )
  const { [method]: handler } = (await import(/* @vite-ignore */ path.join(APP, route, 'route.ts'))) as Record<
    string,
    Handler
  >
  const init = method === 'GET' ? { headers } : { method, headers, body }
  return (handler as Handler)(new Request(`http://localhost:3000/${segments.join('/')}${query}`, init), {
    params: Promise.resolve(params),
  })
}

it('the table of cross-site behaviour lists exactly the existing route handlers', () => {
  const routes = readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .map((file) => path.dirname(file))
  expect(Object.keys(EXPECTED_POST).toSorted()).toEqual(routes.toSorted())
})

describe.each(Object.entries(EXPECTED_POST).filter(([, post]) => post === 'refused' || post === 'no method'))(
  'route %s',
  (route, post) => {
    it(`a cross-site POST to the route changes nothing and opens no session: ${post}`, async () => {
      const before = await listStableRows(organizationId)
      const users = await db.user.count({ where: { email: FIELDS.email } })
      // In `npm test` one origin of each kind, and each type of body once or twice.
      for (const [index, from] of FOREIGN.entries())
        for (const type of pickCases(TYPES, index)) {
          const body = type.includes('json') ? JSON.stringify(FIELDS) : new URLSearchParams(FIELDS).toString()
          const response = await send(route, 'POST', { ...from, cookie, 'content-type': type }, { body })
          const isRefused = post === 'no method' ? response.status === 405 : response.status === 403
          expect({ from, type, status: response.status, isRefused }).toMatchObject({ isRefused: true })
          // No request may sign a user in or out.
          expect(response.headers.getSetCookie().filter((set) => /session-token=/.test(set))).toEqual([])
        }
      expect(await listStableRows(organizationId)).toEqual(before)
      expect(await db.user.count({ where: { email: FIELDS.email } })).toBe(users)
    })
  },
)

describe('redirect parameters', () => {
  const EVIL = [
    'https://evil.example/x',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/%2Fevil.example',
    'javascript:alert("evil.example")',
    '/contacts//evil.example',
    'http:evil.example',
  ]
  const NAMES = ['next', 'callbackUrl', 'returnTo', 'return_to', 'redirect', 'redirect_uri', 'to', 'url']

  it.each(Object.keys(EXPECTED_POST).filter((route) => EXPECTED_POST[route] !== 'token'))(
    '%s never redirects to another site, whatever the parameters name',
    async (route) => {
      // In `npm test` every other address with a session.
      for (const [index, evil] of EVIL.entries())
        for (const sentCookie of pickCases([cookie, ''], index)) {
          const parameters = new URLSearchParams(NAMES.map((name) => [name, evil]))
          const headers = { cookie: sentCookie, 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }
          const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
          for (const response of [
            await send(route, 'GET', headers, { query: `?${parameters}` }),
            await send(route, 'POST', form, {
              query: `?${parameters}`,
              body: new URLSearchParams([...parameters]).toString(),
            }),
          ]) {
            const location = response.headers.get('location')
            const origin =
              location === null ? 'http://localhost:3000' : new URL(location, 'http://localhost:3000').origin
            expect({ evil, location, origin }).toMatchObject({ origin: 'http://localhost:3000' })
            const set = decodeURIComponent(response.headers.getSetCookie().join(' '))
            expect({ evil, set: set.includes('evil') }).toEqual({ evil, set: false })
            expect({ evil, body: (await response.text()).includes('evil.example') }).toEqual({ evil, body: false })
          }
        }
    },
  )
})
