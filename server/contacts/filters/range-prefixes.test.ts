import { assert, asyncProperty, constantFrom, option } from 'fast-check'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../clock'
import { queryRows } from '../../db'
import { listDatePrefixes, listNumberPrefixes, toSortableNumber } from './range-prefixes'

it('exactly the numbers of a range have one of its prefixes', async () => {
  const number = constantFrom(-1e9, -12.5, -1, -0.25, 0, 0.25, 1, 2, 3.75, 49, 50, 1e6, 1e300)
  await assert(
    asyncProperty(option(number), option(number), number, async (from, to, value) => {
      const prefixes = listNumberPrefixes(from ?? undefined, to ?? undefined)
      const isIn = (from === null || value >= from) && (to === null || value <= to)
      expect(prefixes.some((prefix) => toSortableNumber(value).startsWith(prefix))).toBe(isIn)
      expect(prefixes.length).toBeLessThan(500)
    }),
  )
})

it('exactly the days of a range have one of its prefixes', () => {
  const days = Array.from({ length: 800 }, (_, index) =>
    new Date(Date.UTC(2024, 10, 20) + index * DAY_MS).toISOString().slice(0, 10).replaceAll('-', ''),
  )
  const prefixes = listDatePrefixes('20250115', '20260302')
  expect(days.filter((day) => prefixes.some((prefix) => day.startsWith(prefix)))).toEqual(
    days.filter((day) => day >= '20250115' && day <= '20260302'),
  )
  expect(listDatePrefixes('20260302', '20260301')).toEqual([])
})

it('the database and the service sort numbers by the same text', async () => {
  const numbers = [-1e300, -49.5, -1, -1e-301, 0, 1e-301, 0.1, 1, 12, 1e300]
  const rows = await queryRows<{ text: string }>({
    text: 'SELECT sortable_number(n::numeric) AS text FROM unnest($1::text[]) WITH ORDINALITY u(n, i) ORDER BY i',
    values: [numbers.map(String)],
  })
  expect(rows.map(({ text }) => text)).toEqual(numbers.map(toSortableNumber))
  expect(rows.map(({ text }) => text).toSorted()).toEqual(rows.map(({ text }) => text))
})
