import { expect, it } from 'vitest'
import { readCookie } from './session'

const cookieNamed = (name: string, cookie?: string) =>
  readCookie(new Headers(cookie === undefined ? {} : { cookie }), name)

it.each([
  ['one of several', 'theme=dark; token=a.b.c ;other=d', 'a.b.c'],
  ['a value that contains equals signs', 'token=a=b==', 'a=b=='],
  ['a percent-encoded value', 'token=a%7Cb', 'a|b'],
  ['the first of two values', 'token=first; token=second', 'first'],
  ['a value with invalid percent-encoding', 'token=%E0%A4%A', '%E0%A4%A'],
  ['no value of a name that only has the same ending', 'my-token=a', undefined],
  ['no value of a bare name', 'token; ; =; tokens', undefined],
  ['no value without a header', undefined, undefined],
])('a cookie header is read correctly: %s', (_, cookie, value) => {
  expect(cookieNamed('token', cookie)).toBe(value)
})

it('the cookie reader treats constructor and __proto__ as ordinary cookie names', () => {
  expect(cookieNamed('constructor', 'a=b')).toBeUndefined()
  expect(cookieNamed('__proto__', '__proto__=a')).toBe('a')
})

it('the cookie reader parses a million separators in linear time', () => {
  for (const unit of [';', '=', 'a;', ' =']) expect(cookieNamed('token', unit.repeat(1_000_000))).toBeUndefined()
})
