import { expect, it } from 'vitest'
import { cookieIn } from './session'

const cookieNamed = (name: string, cookie?: string) =>
  cookieIn(new Headers(cookie === undefined ? {} : { cookie }), name)

it.each([
  ['one of several', 'theme=dark; token=a.b.c ;other=d', 'a.b.c'],
  ['a value with signs in it', 'token=a=b==', 'a=b=='],
  ['a coded value', 'token=a%7Cb', 'a|b'],
  ['the first of two', 'token=first; token=second', 'first'],
  ['a value that is badly coded', 'token=%E0%A4%A', '%E0%A4%A'],
  ['nothing of a name that only ends alike', 'my-token=a', undefined],
  ['nothing of words without a value', 'token; ; =; tokens', undefined],
  ['nothing without a header', undefined, undefined],
])('cookieIn reads %s', (_, cookie, value) => {
  expect(cookieNamed('token', cookie)).toBe(value)
})

it('cookieIn treats constructor and __proto__ as ordinary cookie names', () => {
  expect(cookieNamed('constructor', 'a=b')).toBeUndefined()
  expect(cookieNamed('__proto__', '__proto__=a')).toBe('a')
})

it('cookieIn reads a million separators in linear time', () => {
  for (const unit of [';', '=', 'a;', ' =']) expect(cookieNamed('token', unit.repeat(1_000_000))).toBeUndefined()
})
