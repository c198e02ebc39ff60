import { expect, it } from 'vitest'
import { PROPERTY_CONDITIONS_MAX } from '@/server/contacts/filters/constants'
import { readContactFilter, readContactQuery, toContactListHref, toExportParams } from './list-query'

it('an invalid or repeated condition of the contact list is ignored, and the others hold', () => {
  expect(
    readContactFilter({
      property: ['plan=pro', '=', 'seats>=2', 'plan=pro', 'plan!='],
      tag: '',
      band: 'bad',
      location: 'x',
    }),
  ).toEqual({ property: ['plan=pro', 'seats>=2'] })
  expect(readContactFilter({ property: '!plan', unsubscribed: 'true' })).toEqual({
    property: ['!plan'],
    unsubscribed: true,
  })
  const many = Array.from({ length: PROPERTY_CONDITIONS_MAX + 1 }, (_, index) => `key${index}`)
  expect(readContactFilter({ property: many })).toEqual({ property: many.slice(0, PROPERTY_CONDITIONS_MAX) })
})

it('the conditions of the contact list are the same in its address, its export and its segments', () => {
  const id = '11111111-1111-4111-8111-111111111111'
  const filter = { location_id: id, tag: 'a&b "c" 🎂', property: ['plan=pro & co', 'café=שלום'] }
  const address = new URL(toContactListHref(filter, { page: '3' }), 'http://localhost')
  const params = { ...Object.fromEntries(address.searchParams), property: address.searchParams.getAll('property') }
  const query = readContactQuery(params)
  expect(query).toEqual({ ...filter, page: 3, limit: 50 })
  const exported = new URLSearchParams(toExportParams(query))
  expect([...exported]).toEqual([
    ['location_id', id],
    ['tag', filter.tag],
    ['property', 'plan=pro & co'],
    ['property', 'café=שלום'],
  ])
})
