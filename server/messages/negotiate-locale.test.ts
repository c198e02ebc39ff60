import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { LOCALES } from './locale'
import { negotiateLocale } from './negotiate-locale'

it('prefers the stored language, if it is supported, over the language of the browser', () => {
  expect(negotiateLocale('fr', 'en')).toBe('fr')
  expect(negotiateLocale('en', 'fr;q=1')).toBe('en')
  expect(negotiateLocale('de', 'fr')).toBe('fr')
  expect(negotiateLocale('FR', 'en')).toBe('en')
  expect(negotiateLocale('', null)).toBe('en')
})

it.each([
  ['nothing', '', 'en'],
  ['a supported language', 'fr', 'fr'],
  ['a supported language with a region', 'fr-CA', 'fr'],
  ['a country and a script', 'fr-Latn-CH', 'fr'],
  ['capital letters', 'FR-ca', 'fr'],
  ['the order of the list', 'fr, en', 'fr'],
  ['weights before the order', 'de, en;q=0.3, fr;q=0.9', 'fr'],
  ['weights with spaces around them', 'en ; q=0.2 , fr ; q=0.8', 'fr'],
  ['three digits', 'fr;q=0.501, en;q=0.502', 'en'],
  ['a region that has another weight than its language', 'en-US, fr;q=0.8, en;q=0.6', 'en'],
  ['a supported language after others', 'de-AT, de;q=0.9, it;q=0.8, fr-CH;q=0.1', 'fr'],
  ['no supported language', 'de, it', 'en'],
  ['codes that begin like a supported one', 'fry, enm', 'en'],
  ['a wildcard', '*', 'en'],
  ['a wildcard after a supported language', 'fr;q=0.5, *;q=0.4', 'fr'],
  ['a wildcard but not English', 'en;q=0, *', 'fr'],
  ['an excluded language', 'fr;q=0, de', 'en'],
  ['an excluded wildcard', '*;q=0', 'en'],
])('chooses the language from an Accept-Language header with %s', (_, header, locale) => {
  expect(negotiateLocale(undefined, header)).toBe(locale)
})

it.each([null, undefined])('chooses English without an Accept-Language header', (header) => {
  expect(negotiateLocale(undefined, header)).toBe('en')
})

it('finds a supported language among invalid ones in an Accept-Language header', () => {
  const garbage = [
    'i-default',
    'x-klingon',
    'en-GB-oed',
    'fr_CA',
    '<script>',
    '"',
    ';q=1',
    'a;b;c',
    '-',
    'toolongforalanguage',
    '\u0000é',
  ]
  expect(negotiateLocale(undefined, `${garbage.join(',')},fr;q=0.1`)).toBe('fr')
  expect(negotiateLocale(undefined, 'fr;q=abc, en;q=0.1')).toBe('en')
})

it('chooses a supported language for any Accept-Language header, and never throws', () => {
  const piece = oneof(
    string({ unit: 'binary' }),
    constantFrom(',', ';', 'q=', '=', '-', '*', '0.5', 'fr', 'en', '"', ' ', 'fr-u-co', 'x', 'Latn', '419'),
  )
  const isSupported = property(array(piece), (pieces) => LOCALES.includes(negotiateLocale(undefined, pieces.join(''))))
  expect(() => assert(isSupported, { numRuns: 100 })).not.toThrow()
})

it('parses an Accept-Language header of a megabyte of separators in linear time', () => {
  for (const unit of [',', 'a,', 'fr;q=0.5,', ';', '=', 'a-', '*,', 'q="'])
    expect(LOCALES).toContain(negotiateLocale(undefined, unit.repeat(1_000_000 / unit.length)))
})
