import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { zodMessageToLocalizableMessage } from '../messages/localizable-message'
import { translateLocalizableMessage } from '../messages/translate-localizable-message'
import { Email, EndDate, requiredTextSchema, StartDate, TimeZone, textSchema, toInterval } from './schema'

describe('email addresses', () => {
  it.each([
    ' Ada@Example.COM ',
    "o'brien@example.ie",
    'a&b@example.com',
    'tag=1/2?#!$%*+-^_{|}~`@example.com',
    '"ada lovelace"@example.com',
    String.raw`"a\"b@c"@example.com`,
    'ada@münchen.example',
    'info@παράδειγμα.δοκιμή',
    '情報@例え.テスト'.replace('情報', 'info'),
    `${'a'.repeat(64)}@example.com`,
    'a@b.co',
  ])('accepts and normalizes the email address %s', (address) => {
    expect(Email.parse(address)).toBe(address.trim().toLowerCase().normalize('NFC'))
  })

  it.each([
    ['ada@xn--mnchen-3ya.example', 'ada@münchen.example'],
    ['ADA@XN--MNCHEN-3YA.EXAMPLE', 'ada@münchen.example'],
    ['ada@mu\u0308nchen.example', 'ada@münchen.example'],
    ['ada@sub.xn--r8jz45g.xn--zckzah', 'ada@sub.例え.テスト'],
    ['ada@xn--strae-oqa.example', 'ada@straße.example'],
  ])('normalizes the internationalized email address %s', (address, normalized) => {
    expect(Email.parse(address)).toBe(normalized)
  })

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'ada@127.0.0.1',
    'ada@[127.0.0.1]',
    'ada@example.123',
    'ada@-example.com',
    'ada@example..com',
    'ada@example.com.',
    'ada@exa_mple.com',
    'ada@exa mple.com',
    'ada@example.com/path',
    'ada@example.com:25',
    'ada.@example.com',
    '.ada@example.com',
    'a..b@example.com',
    'ada lovelace@example.com',
    'a,b@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada\r\nBcc: eve@example.com',
    '"ada\r\nBcc: eve"@example.com',
    '"<eve@example.com>"@example.com',
    'Ada <ada@example.com>',
    'ada@example.com, eve@example.com',
    'ada@ｅｘａｍｐｌｅ.com',
    'ada@xn--a.com',
    'ädä@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
    `ada@${'abc.'.repeat(70)}com`,
    '\u0000@example.com',
  ])('rejects an email address that is invalid or could inject a header: %s', (address) => {
    expect(faultOf(Email, address)).toMatch(/^(Enter a valid email address\.|Use at most 254 )/)
  })
})

describe('limits on text length', () => {
  it('limits text by Unicode characters, and rejects a lone surrogate', () => {
    expect(textSchema(3).safeParse('😀é字').success).toBe(true)
    expect(textSchema(3).safeParse('😀😀😀').success).toBe(true)
    expect(faultOf(textSchema(3), '😀😀😀x')).toBe('Use at most 3 characters.')
    expect(faultOf(textSchema(1), '\uD83D')).toBe('Remove the invalid characters.')
  })

  it('text limits appear in the JSON Schema', () => {
    expect(z.toJSONSchema(requiredTextSchema(100), { io: 'input' })).toMatchObject({ minLength: 1, maxLength: 100 })
    expect(z.toJSONSchema(Email, { io: 'input' })).toMatchObject({ format: 'idn-email', maxLength: 254 })
  })
})

describe('dates in filters', () => {
  it('a date in a filter may omit the seconds, but not the time zone', () => {
    for (const time of ['2026-03-01', '2026-03-01T09:30Z', '2026-03-01T09:30+02:00', '2026-03-01T09:30:15.250-05:00'])
      expect([time, StartDate.safeParse(time).success, EndDate.safeParse(time).success]).toEqual([time, true, true])
    for (const time of ['2026-03-01T09:30', '2026-03-01T09:30:00', '2026-03-01T09Z', '2026-13-01', '1 March 2026'])
      expect([time, StartDate.safeParse(time).success]).toEqual([time, false])
    expect(toInterval('2026-03-01T09:30+02:00', '2026-03-01T09:30Z')).toEqual({
      from: new Date('2026-03-01T07:30:00.000Z'),
      before: new Date('2026-03-01T09:30:00.001Z'),
    })
  })
})

function faultOf(schema: z.ZodType, value: unknown): string {
  return translateLocalizableMessage(
    'en',
    zodMessageToLocalizableMessage(schema.safeParse(value).error?.issues[0]?.message ?? ''),
  )
}

describe('time zones', () => {
  it.each(['UTC', 'Europe/Paris', 'America/Argentina/Ushuaia', 'Etc/GMT+5', 'America/Port-au-Prince', 'europe/paris'])(
    'accepts the time zone %s',
    (name) => expect(TimeZone.parse(name)).toBe(name),
  )

  it.each(['AGT', 'VST', 'IST', 'EST', '+05:30', '-08', 'UTC+1', 'Paris', 'Mars/Olympus', '/', ''])(
    'rejects a time zone that browsers and PostgreSQL do not both know: %s',
    (name) => expect(TimeZone.safeParse(name).success).toBe(false),
  )
})
