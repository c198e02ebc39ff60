import { describe, expect, it } from 'vitest'
import { fitsProperty, type PropertyType } from './constants'
import { formatPropertyValue } from './format-property-value'

const OPTIONS = [{ value: 'pro', label: { en: 'Professional', fr: 'Professionnelle' } }]
const property = (type: PropertyType) => ({ type, options: type === 'choice' ? OPTIONS : [] })

describe('values of contact properties', () => {
  it.each<[PropertyType, unknown, string, string]>([
    ['text', 'Ada', 'Ada', 'Ada'],
    ['text', 75_001, '75001', '75001'],
    ['number', 1234.5, '1234.5', '1234,5'],
    ['number', 12_345.678, '12,345.678', '12\u202f345,678'],
    ['number', 2026, '2026', '2026'],
    ['number', -3, '-3', '-3'],
    ['date', '2021-05-03', '3 May 2021', '3 mai 2021'],
    ['date', '2024-02-29', '29 February 2024', '29 février 2024'],
    ['boolean', true, 'Yes', 'Oui'],
    ['boolean', false, 'No', 'Non'],
    ['choice', 'pro', 'Professional', 'Professionnelle'],
  ])('formats a fitting value in English and French: %s %j', (type, value, en, fr) => {
    expect(fitsProperty(property(type), value)).toBe(true)
    expect(formatPropertyValue(property(type), value, 'en')).toBe(en)
    expect(formatPropertyValue(property(type), value, 'fr')).toBe(fr)
  })

  it.each<[PropertyType, unknown, string]>([
    ['text', true, 'Yes'],
    ['text', ['a'], '["a"]'],
    ['number', '12', '12'],
    ['number', null, ''],
    ['date', '2023-02-29', '2023-02-29'],
    ['date', '03/05/2021', '03/05/2021'],
    ['date', '2021-05-03T10:00:00Z', '2021-05-03T10:00:00Z'],
    ['date', 1_620_000_000, '1620000000'],
    ['boolean', 'yes', 'yes'],
    ['choice', 'gold', 'gold'],
    ['choice', { a: 1 }, '{"a":1}'],
  ])('shows a value that does not fit as it is stored: %s %j', (type, value, shown) => {
    expect(fitsProperty(property(type), value)).toBe(false)
    expect(formatPropertyValue(property(type), value, 'en')).toBe(shown)
  })
})
