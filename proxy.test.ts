import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { NextRequest } from 'next/server'
import { describe, expect, it } from 'vitest'
import { config, proxy } from './proxy'

const APP = join(import.meta.dirname, 'app')
const MATCHER = new RegExp(`^${config.matcher[0]}$`)

const headersOf = async (path: string) => (await proxy(new NextRequest(`http://localhost:3000${path}`))).headers

describe('page headers', () => {
  it('a page allows only scripts with a nonce that is new in each request and passed to Next', async () => {
    const [first, second] = [await headersOf('/'), await headersOf('/')]
    const nonces = [first, second].map(
      (headers) => /script-src 'self' 'nonce-([\w+/=]{24})'/.exec(headers.get('content-security-policy') ?? '')?.[1],
    )
    expect(nonces[0]).toBeDefined()
    expect(nonces[0]).not.toBe(nonces[1])
    expect(first.get('x-middleware-request-x-nonce')).toBe(nonces[0])
    expect(first.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe-inline/)
  })

  it('a page forbids framing, plug-ins and forms to other sites', async () => {
    const headers = await headersOf('/contacts')
    const policy = headers.get('content-security-policy')
    for (const part of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"])
      expect(policy).toContain(part)
  })

  it('405: a page accepts only GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await proxy(new NextRequest('http://localhost:3000/contacts', { method }))
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
    }
  })

  it('308: a page path with a trailing slash redirects to the one without it, always on the same host', async () => {
    const answer = (path: string) => proxy(new NextRequest(`http://localhost:3000${path}`))
    expect((await answer('/contacts/?page=2')).headers.get('location')).toBe('http://localhost:3000/contacts?page=2')
    expect((await answer('//evil.example//')).headers.get('location')).toBe('http://localhost:3000/evil.example')
    expect((await answer('/')).status).toBe(200)
  })

  it('passes a page its own path, whatever the request header claims', async () => {
    const request = new NextRequest('http://localhost:3000/contacts/a?x=1&_rsc=1', { headers: { 'x-own-path': '/b' } })
    expect((await proxy(request)).headers.get('x-middleware-request-x-own-path')).toMatch(/^\/contacts\/a\?x=1/)
  })

  it('the proxy matches pages of the App Router, but not the API, other pages and files', () => {
    const outside = [
      '/api/v1/contacts',
      '/api/trpc/x',
      '/.well-known/feedback-link-domain',
      '/f/slug',
      '/s/token',
      '/u/token',
      '/w/key',
      '/w/key/config',
      '/w/key/visitor',
      '/surveys/id/widgets/id/try',
      '/widget.js',
      '/widget-frame.js',
      '/sandbox/token',
      '/sandbox/token/reviews/id/reply',
      '/_next/static/x.css',
      '/fonts/geist-latin.0123abcd.woff2',
      '/icon.svg',
      '/auth.js',
      '/survey.js',
      '/survey-logic.js',
      '/survey-recall.js',
      '/survey-rules.js',
      '/sign-in',
      '/sign-up',
      '/check-email',
      '/verify-email/x.svg',
      '/email-change/x',
      '/take-back/x',
      '/confirm-reply-to/x',
      '/logo/x',
    ]
    for (const path of outside) expect([path, MATCHER.test(path)]).toEqual([path, false])
    for (const path of [
      '/',
      '/sign-in/',
      '/contacts/x.js',
      '/verify-email/x/y',
      '/surveys/new',
      '/settings/api-keys',
      '/sequences',
    ])
      expect([path, MATCHER.test(path)]).toEqual([path, true])
  })

  it('the proxy refuses no form that a route handler accepts', () => {
    const accepting = readdirSync(APP, { recursive: true, encoding: 'utf8' })
      .filter((file) => basename(file) === 'route.ts')
      .filter((file) => /\bPOST: |(?:const|function) POST\b/.test(readFileSync(join(APP, file), 'utf8')))
      .map(
        (file) =>
          `/${dirname(file)
            .replace(/\([^)]*\)\//g, '')
            .replace(/\[[^\]]*\]/g, 'x')}`,
      )
    expect(accepting).toContain('/preferences/x')
    expect(accepting.filter((pathname) => MATCHER.test(pathname))).toEqual([])
  })
})
