import { describe, expect, it } from 'vitest'
import { listHref, pageOf, readList, responseHref } from '@/components/responses/list-address'
import { knownParams, readListQuery } from './list-query'

const ID = '11111111-1111-4111-8111-111111111111'
const paramsOf = (href: string) => Object.fromEntries(new URL(href, 'https://example.com').searchParams)

describe('the list that a response was opened from', () => {
  it('goes along in its address and comes back as it was', () => {
    const list = { band: 'negative', case: 'unresolved', search: 'a & b = c?', sort: '-score', page: '3' }
    const href = responseHref(ID, knownParams(list))
    expect(href).toMatch(/^\/responses\/[\w-]+\?from=/)
    const back = knownParams(readList(paramsOf(href)))
    expect(back).toEqual(list)
    expect(readListQuery(back)).toEqual(readListQuery(list))
    expect(listHref(back, 4)).toBe(listHref({ ...list, page: '4' }))
    expect(listHref(back, 1)).not.toContain('page')
  })

  it('is all responses where nothing was asked for, and the address stays short', () => {
    expect(responseHref(ID)).toBe(`/responses/${ID}`)
    expect(responseHref(ID, knownParams({ page: '1', survey: 'no id' }))).toBe(`/responses/${ID}`)
    expect(listHref(knownParams(readList({})))).toBe('/responses')
  })

  it.each([
    '//evil.example',
    'https://evil.example/?band=negative',
    'javascript:alert(1)',
    'band=nonsense&sort=nonsense&page=-1&unknown=1&__proto__=1&constructor=1&toString=1',
    '%',
    'survey=1&survey=2',
  ])('is a list of ours, whatever an address says: %s', (from) => {
    const list = readList({ from })
    expect(listHref(knownParams(list))).toBe('/responses')
    expect(readListQuery(list)).toEqual({ page: 1, limit: 50 })
  })

  it('is read from one value alone', () => {
    expect(readList({ from: ['band=negative', 'band=positive'] })).toEqual({})
  })
})

it('has fifty on a page', () => {
  expect([0, 1, 50, 51, 100, 101].map(pageOf)).toEqual([1, 1, 1, 2, 2, 3])
})
