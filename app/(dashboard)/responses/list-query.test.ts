import { describe, expect, it } from 'vitest'
import {
  pageAtPosition,
  parseOriginListParams,
  responseHref,
  responseListHref,
} from '@/components/responses/response-urls'
import { pickListParams, readListQuery } from './list-query'

const ID = '11111111-1111-4111-8111-111111111111'
const readParams = (href: string) => Object.fromEntries(new URL(href, 'https://example.com').searchParams)

describe('list query in a response’s address', () => {
  it('a response’s address preserves the query of the list it was opened from', () => {
    const list = { band: 'negative', case: 'unresolved', search: 'a & b = c?', sort: '-score', page: '3' }
    const href = responseHref(ID, pickListParams(list))
    expect(href).toMatch(/^\/responses\/[\w-]+\?from=/)
    const back = pickListParams(parseOriginListParams(readParams(href)))
    expect(back).toEqual(list)
    expect(readListQuery(back)).toEqual(readListQuery(list))
    expect(responseListHref(back, 4)).toBe(responseListHref({ ...list, page: '4' }))
    expect(responseListHref(back, 1)).not.toContain('page')
  })

  it('a response’s address omits a list query that is empty or has only default or invalid values', () => {
    expect(responseHref(ID)).toBe(`/responses/${ID}`)
    expect(responseHref(ID, pickListParams({ page: '1', survey: 'no id' }))).toBe(`/responses/${ID}`)
    expect(responseListHref(pickListParams(parseOriginListParams({})))).toBe('/responses')
  })

  it.each([
    '//evil.example',
    'https://evil.example/?band=negative',
    'javascript:alert(1)',
    'band=nonsense&sort=nonsense&page=-1&unknown=1&__proto__=1&constructor=1&toString=1',
    '%',
    'survey=1&survey=2',
  ])('ignores an invalid or malicious list query in a response’s address: %s', (from) => {
    const list = parseOriginListParams({ from })
    expect(responseListHref(pickListParams(list))).toBe('/responses')
    expect(readListQuery(list)).toEqual({ page: 1, limit: 50 })
  })

  it('ignores a list query that is repeated in a response’s address', () => {
    expect(parseOriginListParams({ from: ['band=negative', 'band=positive'] })).toEqual({})
  })
})

it('computes the page of a response at 50 responses per page', () => {
  expect([0, 1, 50, 51, 100, 101].map(pageAtPosition)).toEqual([1, 1, 1, 2, 2, 3])
})
