import * as fc from 'fast-check'

/** Marks text to be inserted verbatim into the JSON body, which JSON.stringify could not produce. */
export function verbatimJson(text: string): string {
  return `@raw:${text}@`
}

export function stringifyWithVerbatimJson(value: unknown): string {
  return (JSON.stringify(value) ?? '').replace(/"@raw:([^"@]*)@"/g, '$1')
}

const deep = (levels: number) => verbatimJson('['.repeat(levels) + ']'.repeat(levels))

export const arbitraryHostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    5e-324,
    verbatimJson('-0'),
    verbatimJson('1e400'),
    verbatimJson('-1e400'),
    verbatimJson('123456789012345678901234567890'),
    verbatimJson('0.1000000000000000055511151231257827'),
    '',
    ' ',
    [],
    {},
    [[]],
    [null],
    { length: -1 },
    { toString: 'x', valueOf: 1 },
    { constructor: { prototype: { polluted: true } } },
    JSON.parse('{"hasOwnProperty":1,"then":"x"}'),
    JSON.parse('{"__proto__":{"polluted":true}}'),
  ),
  fc.constantFrom(deep(9), deep(200), deep(20_000)),
  fc.constantFrom(
    Array.from({ length: 3000 }, () => 0),
    Array.from({ length: 101 }, () => ({})),
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('x'.repeat(20_000), '😀'.repeat(3000)),
)

export const TRICKY_TEXTS = [
  "Robert'); DROP TABLE contact;--",
  '%_\\',
  '<script>alert(1)</script>',
  '{{firstName}} ${7*7} #{7*7}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '٣',
  'İstanbul ß ﬁ',
  '\u202Eright-to-left\u202C',
  'e\u0301\u0301\u0301\u0301',
  '\uFEFFmarked',
  '\uFFFF\uFDD0',
  '👩‍👩‍👧‍👦',
  'a\nb\tc\rd\u2028e',
  '\u0001\u001B[31m\u007F\u0085',
  '../../etc/passwd',
  '%00',
]

/** Text that cannot be stored, or is half a surrogate pair. */
export const INVALID_TEXTS = ['\u0000', 'a\u0000b', '\uD800', '\uDC00x', 'x\uDFFF', '😀'.slice(0, 1)]

export const BAD_BODIES: readonly { text: string; contentType: string | null }[] = [
  ...[
    '',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":NaN}',
    '[]',
    'null',
    '1',
    '"x"',
    '{} {}',
    '\uFEFF{}',
    '{"a":"\u0001"}',
    '\u00FF\u00FE',
  ].map((text) => ({ text, contentType: 'application/json' })),
  { text: '[{"email":"ada@example.com"}]', contentType: 'application/json' },
  { text: '['.repeat(200_000), contentType: 'application/json' },
  { text: `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, contentType: 'application/json' },
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'json',
    '',
  ].map((contentType) => ({ text: '{"a":1}', contentType })),
  { text: '{"a":1}', contentType: null },
  { text: 'a=1', contentType: 'application/x-www-form-urlencoded' },
]

export const RAW_URL_PARTS = [
  '%',
  '%zz',
  '%E0%A4%A',
  '%ED%A0%80',
  '%00',
  '%2F',
  '%2e%2e',
  '..',
  '.',
  '%5C',
  '%F0%9F%98%80',
  '+',
  '0',
  'undefined',
  'null',
  '__proto__',
  'constructor',
  '%27%20OR%201=1--',
  'a;b',
  '*',
  '{id}',
  'x'.repeat(3000),
]
