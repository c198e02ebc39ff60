import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { getTranslator, NAMESPACES, pickMessages } from './message-catalogue'

describe.each(NAMESPACES)('the namespace %s', (namespace) => {
  const en = flatten(pickMessages('en', [namespace]))
  const fr = flatten(pickMessages('fr', [namespace]))

  it('messages have the same keys in English and French', () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort())
  })

  it('messages have the same arguments and tags in English and French', () => {
    expect(mapValues(fr, argumentsOf)).toEqual(mapValues(en, argumentsOf))
  })

  it('messages keep a number and its unit on one line', () => {
    const loose = Object.values({ ...en, ...prefixed(fr) }).filter((message) =>
      /[\d}][ \u00a0](?:ms|s|h|pts|KiB|Kio)(?![\p{L}’])/u.test(message),
    )
    expect(loose).toEqual([])
  })

  it('messages use typographic apostrophes, and narrow no-break spaces in French punctuation', () => {
    const straight = Object.values({ ...en, ...prefixed(fr) }).filter((message) => /\p{L}'\p{L}/u.test(message))
    expect(straight).toEqual([])
    const loose = Object.values(fr).filter((message) =>
      /[^\s{,](?: [;:!?»%]|[!?»])|\u00a0[;:!?»%]|«[^\u202f]/u.test(message),
    )
    expect(loose).toEqual([])
  })
})

it('formats plurals and thousands in English and French', () => {
  expect(getTranslator('en', 'common')('chart.n', { count: 1 })).toBe('1 answer')
  expect(getTranslator('en', 'common')('chart.n', { count: 1200 })).toBe('1,200 answers')
  expect(getTranslator('fr', 'common')('chart.n', { count: 0 })).toBe('Aucune réponse')
  expect(getTranslator('fr', 'common')('chart.n', { count: 1200 })).toBe('1 200 réponses'.replace(' ', '\u202f'))
})

function flatten(value: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'string' ? [[prefix + key, inner]] : Object.entries(flatten(inner, `${prefix}${key}.`)),
    ),
  )
}

function argumentsOf(message: string): string[] {
  return [...new Set(listArguments(parse(message)))].sort()
}

function listArguments(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (element.type === TYPE.tag) return [`<${element.value}>`, ...listArguments(element.children)]
    const branches =
      'options' in element ? Object.values(element.options).flatMap(({ value }) => listArguments(value)) : []
    return [element.value, ...branches]
  })
}

function mapValues<T>(record: Record<string, string>, change: (value: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}

function prefixed(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [`fr.${key}`, value]))
}
