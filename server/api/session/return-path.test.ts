import { array, assert, constantFrom, oneof, property, string, webUrl } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitizeReturnPath, withReturnPath } from './return-path'

const OWN = 'https://feedback.example.com'

describe('the return path after signing in', () => {
  it.each([
    ['/', '/'],
    ['/contacts/abc?x=1', '/contacts/abc?x=1'],
    ['/contacts?q=a%2Fb&page=2', '/contacts?q=a%2Fb&page=2'],
    ['/contacts?next=//evil.example', '/contacts?next=//evil.example'],
    ['/settings/webhooks/', '/settings/webhooks/'],
    ['/contacts?_rsc=1x2', '/contacts'],
    ['/contacts?q=a%20b&_rsc=1x2', '/contacts?q=a+b'],
    ['/surveys/../contacts', '/contacts'],
    ['/sign-ins', '/sign-ins'],
    ['/check-email?mail=sent', '/check-email?mail=sent'],
  ])('the return path %s leads to %s after signing in', (input, path) => {
    expect(sanitizeReturnPath(input)).toBe(path)
  })

  it.each([
    null,
    undefined,
    '',
    'contacts',
    'https://evil.example/',
    'javascript:alert(1)',
    'JavaScript:alert(1)//',
    'data:text/html,x',
    '//evil.example',
    '//evil.example/contacts',
    '/\\evil.example/contacts',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/%2Fevil.example',
    '/%2f%2fevil.example',
    '/%5Cevil.example',
    '/%252fevil.example',
    '/contacts//evil.example',
    '/contacts/%0d%0aSet-Cookie:x=1',
    '/@evil.example',
    '/:80@evil.example',
    '/api/auth/signout',
    '/API/v1/contacts',
    '/contacts/../api/health',
    '/%61pi/health',
    '/_next/static/x.js',
    '/s/token',
    '/u/token',
    '/sign-in',
    '/sign-in?next=/contacts',
    '/sign-up/',
    '/verify-email/token',
    `/contacts?q=${'a'.repeat(3000)}`,
  ])('the invalid return path %j leads to the overview after signing in', (input) => {
    expect(sanitizeReturnPath(input)).toBe('/')
  })

  it('any return path resolves to a page of this site, and stays the same when it is passed on', () => {
    const signs = ['/', '//', '\\', '\t', '\r\n', '.', '..', '%2f', '%5c', '%2e', '%00', '@', ':', '?', '#', '&', '=']
    const words = ['evil.example', 'contacts', 'api', 'sign-in', 'http:', 'javascript:', '_rsc=1', 'é', '\ud800']
    const pieces = constantFrom(...signs, ...words)
    const input = oneof(
      string({ unit: 'binary' }),
      array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
      array(pieces, { maxLength: 12 }).map((parts) => `/${parts.join('')}`),
      webUrl({ withFragments: true, withQueryParameters: true }),
    )
    assert(
      property(input, (text) => {
        const path = sanitizeReturnPath(text)
        const { origin, pathname } = new URL(path, OWN)
        expect(origin).toBe(OWN)
        // The path must be unambiguous: browsers resolve the header value exactly as written.
        expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
        expect(pathname).not.toMatch(/\/\/|^\/(?:api|s|u|_next|sign-in|sign-up|verify-email)(?:\/|$)/i)
        expect(sanitizeReturnPath(path)).toBe(path)
        expect(sanitizeReturnPath(new URL(withReturnPath('/sign-in', path), OWN).searchParams.get('next'))).toBe(path)
      }),
      { numRuns: 1000 },
    )
  })

  it('an address carries a readable return path, and none for the overview', () => {
    expect(withReturnPath('/sign-in', '/contacts/abc?x=1')).toBe('/sign-in?next=/contacts/abc%3Fx%3D1')
    expect(withReturnPath('/check-email?mail=sent', '/contacts')).toBe('/check-email?mail=sent&next=/contacts')
    expect(withReturnPath('/sign-in', '/')).toBe('/sign-in')
  })
})
