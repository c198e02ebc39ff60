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
])('reads %s', (_, cookie, value) => {
  expect(cookieNamed('token', cookie)).toBe(value)
})

it('takes a name that every object knows for a name', () => {
  expect(cookieNamed('constructor', 'a=b')).toBeUndefined()
  expect(cookieNamed('__proto__', '__proto__=a')).toBe('a')
})

it('reads ten kilobytes of separators in no time', () => {
  const startedAt = performance.now()
  for (const cookie of [';'.repeat(10_000), '='.repeat(10_000), 'a;'.repeat(5_000), ' ='.repeat(5_000)])
    cookieNamed('token', cookie)
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
