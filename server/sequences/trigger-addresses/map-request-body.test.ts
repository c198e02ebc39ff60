import { describe, expect, it } from 'vitest'
import { parseSettings } from '../../testing/trigger-requests'
import { listLeaves, readAtPath } from './body-values'
import { type BodyContext, mapRequestBody } from './map-request-body'
import { matchesCondition } from './matches-condition'
import type { TriggerCondition } from './schema'

const declare = (key: string, type: 'text' | 'number' | 'date' | 'boolean' | 'choice') => ({
  key,
  type,
  label: { en: key, fr: key },
  options: type === 'choice' ? [{ value: 'gold', label: { en: 'Gold', fr: 'Or' } }] : [],
})

const FRENCH: BodyContext = {
  country: 'FR',
  timeZone: 'Europe/Paris',
  dateOrder: 'dmy',
  decimalMark: '.',
  properties: [
    declare('seats', 'number'),
    declare('since', 'date'),
    declare('vip', 'boolean'),
    declare('plan', 'choice'),
    declare('note', 'text'),
  ],
}

const email = { path: ['email'] }
const map = (body: object, mapping: object) =>
  mapRequestBody(
    { email: 'ada@example.com', ...body },
    parseSettings({ mapping: { email, ...mapping } }).mapping,
    FRENCH,
  )

describe('mapRequestBody', () => {
  it.each([
    ['Ada King Lovelace', { firstName: 'Ada', lastName: 'King Lovelace' }],
    ['Lovelace, Ada', { firstName: 'Ada', lastName: 'Lovelace' }],
    [' Ada\n', { firstName: 'Ada', lastName: null }],
    ['', { firstName: null, lastName: null }],
    ['x'.repeat(300), { firstName: 'x'.repeat(100), lastName: null }],
  ])('splits the name %j', (name, expected) => {
    expect(map({ name }, { fullName: { path: ['name'] } }).contact).toMatchObject(expected)
  })

  it('a name of its own goes before the one that is split', () => {
    const mapping = { fullName: { path: ['name'] }, firstName: { path: ['first'] } }
    expect(map({ name: 'Countess Lovelace', first: 'Ada' }, mapping).contact).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
    })
  })

  it.each([
    ['fr-FR', 'fr'],
    ['en_GB', 'en'],
    ['Français', 'fr'],
    ['de', null],
  ])('reads the language %s as %s', (language, expected) => {
    const { contact, notes } = map({ language }, { language: { path: ['language'] } })
    expect(contact.preferredLanguage).toBe(expected)
    expect(notes).toHaveLength(expected === null ? 1 : 0)
  })

  it('reads phone numbers with the country of the organization, and leaves out what is none', () => {
    const phone = { path: ['phone'] }
    expect(map({ phone: '06 12 34 56 78' }, { phone }).contact.phone).toBe('+33612345678')
    expect(map({ phone: 'ask' }, { phone })).toMatchObject({ contact: { phone: null }, notes: [{ field: 'phone' }] })
  })

  it('reads properties by their declared type, and others as they are', () => {
    const keys = ['seats', 'since', 'vip', 'plan', 'note', 'other']
    const properties = keys.map((key) => ({ key, source: { path: [key] } }))
    const body = { seats: '12,5', since: '2026-03-01T23:30:00Z', vip: 'oui', plan: 'OR', note: 7, other: true }
    expect(map(body, { properties }).contact.customFields).toEqual({
      seats: 12.5,
      since: '2026-03-02',
      vip: true,
      plan: 'gold',
      note: '7',
      other: true,
    })
    const wrong = { seats: 'many', since: 'soon', vip: 'maybe', plan: 'silver' }
    const { contact, notes } = map(wrong, { properties })
    expect(contact.customFields).toEqual({})
    expect(notes.map(({ field }) => field)).toEqual(['seats', 'since', 'vip', 'plan'])
  })

  it('a fixed text is the same for every body', () => {
    expect(map({}, { location: { text: 'Lyon' }, language: { text: 'fr' } })).toMatchObject({
      location: 'Lyon',
      contact: { preferredLanguage: 'fr' },
    })
  })

  it('a fixed text cannot be the key of an event', () => {
    expect(() => map({}, { dedupeKey: { text: 'x' } })).toThrow('trigger.fixedKey')
  })

  it('keys that objects inherit are not read', () => {
    expect(readAtPath({}, ['constructor', 'name'])).toBeUndefined()
    expect(readAtPath([1], ['length'])).toBeUndefined()
  })
})

describe('matchesCondition', () => {
  const body = { status: 'Completed', total: '20.50', count: 3, tags: ['vip', 'new'], empty: '', list: [], no: false }
  const check = (path: (string | number)[], operator: TriggerCondition['operator'], value = '') =>
    matchesCondition(body, { path, operator, value })

  it.each<[string, TriggerCondition['operator'], string, boolean]>([
    ['status', 'is', 'completed', true],
    ['status', 'is', 'complete', false],
    ['status', 'isNot', 'completed', false],
    ['missing', 'isNot', 'completed', true],
    ['status', 'contains', 'PLET', true],
    ['tags', 'is', 'vip', true],
    ['tags', 'isNot', 'vip', false],
    ['tags', 'contains', 'ne', true],
    ['count', 'is', '3.0', true],
    ['total', 'is', '20.5', true],
    ['total', 'greater', '20', true],
    ['total', 'greater', '20.5', false],
    ['total', 'less', '100', true],
    ['status', 'less', '5', false],
    ['missing', 'less', '5', false],
    ['no', 'is', 'false', true],
    ['no', 'exists', '', true],
    ['empty', 'exists', '', false],
    ['list', 'isMissing', '', true],
    ['missing', 'isMissing', '', true],
  ])('%s %s %s: %s', (path, operator, value, expected) => {
    expect(check([path], operator, value)).toBe(expected)
  })
})

it('lists at most 300 places of a body, and no deeper than a path may be', () => {
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, 'x'.repeat(1000)]))
  const leaves = listLeaves(wide)
  expect(leaves).toHaveLength(300)
  expect(leaves[0]?.value).toHaveLength(200)
  const deep = JSON.parse(`${'{"a":'.repeat(400)}1${'}'.repeat(400)}`) as unknown
  expect(listLeaves(deep)).toEqual([])
})
