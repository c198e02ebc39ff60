import { describe, expect, it } from 'vitest'
import type { Cell } from '../files/table-row'
import { detectDateOrder, detectDecimalMark } from './detect-formats'
import { readChoice, readValue, splitFullName, type ValueContext, type ValueKind } from './read-value'

const FRENCH: ValueContext = { country: 'FR', dateOrder: 'dmy', decimalMark: ',', timeZone: 'Europe/Paris' }
const AMERICAN: ValueContext = { country: 'US', dateOrder: 'mdy', decimalMark: '.', timeZone: 'America/New_York' }

function read(kind: ValueKind, cell: Cell, context = FRENCH) {
  const result = readValue(kind, cell, context)
  return 'value' in result ? result.value : { error: result.error }
}

describe('readValue', () => {
  it.each([
    [' Ada@Example.COM ', 'ada@example.com'],
    ['mailto:ada@example.com', 'ada@example.com'],
    ['Ada Lovelace <ada@example.com>', 'ada@example.com'],
    ["o'brien+news@münchen.example", "o'brien+news@münchen.example"],
    ['ada@', { error: 'email' }],
    ['a@example.com; b@example.com', { error: 'email' }],
  ])('reads the address %s', (text, expected) => {
    expect(read('email', text)).toEqual(expected)
  })

  it.each<[Cell, unknown]>([
    ['06 12 34 56 78', '+33612345678'],
    ['0033 6 12 34 56 78', '+33612345678'],
    ['+44 20 7946 0958', '+442079460958'],
    // Excel drops the leading zero of a number.
    [612_345_678, '+33612345678'],
    [33_612_345_678, '+33612345678'],
    ['3,36E+10', { error: 'phone' }],
    ['ask reception', { error: 'phone' }],
  ])('reads the phone number %s of a French organization', (cell, expected) => {
    expect(read('phone', cell)).toEqual(expected)
  })

  it.each<[Cell, unknown]>([
    ['1 234,56', 1234.56],
    ['1\u202f234,56 €', 1234.56],
    ['1.234,56', 1234.56],
    ["1'234,56", 1234.56],
    ['1.234', 1234],
    ['12.5', 12.5],
    ['−3', -3],
    [',5', 0.5],
    ['1234567', 1_234_567],
    [1.234, 1.234],
    ['1,2,3', { error: 'number' }],
    ['12 34', { error: 'number' }],
    ['abc', { error: 'number' }],
    ['9'.repeat(41), { error: 'number' }],
  ])('reads the number %s with decimal commas', (cell, expected) => {
    expect(read('number', cell)).toEqual(expected)
  })

  it.each([
    ['1,234.56', 1234.56],
    ['$1,234', 1234],
    ['1.5e3', 1500],
    ['1.234', 1.234],
    ['12,5', 12.5],
  ])('reads the number %s with decimal points', (text, expected) => {
    expect(read('number', text, AMERICAN)).toBe(expected)
  })

  it.each<[Cell, unknown]>([
    ['2024-03-01', '2024-03-01'],
    ['2024/3/1', '2024-03-01'],
    ['20240301', '2024-03-01'],
    ['01/03/2024', '2024-03-01'],
    ['1.3.24', '2024-03-01'],
    ['31-12-99', '1999-12-31'],
    ['01/03/29', '2029-03-01'],
    ['01/03/30', '1930-03-01'],
    ['1er mars 2024', '2024-03-01'],
    ['vendredi 1 mars 2024', '2024-03-01'],
    ['3 févr. 2021', '2021-02-03'],
    ['15 août 2023', '2023-08-15'],
    ['3-Dec-21', '2021-12-03'],
    ['Dec 3, 2021', '2021-12-03'],
    ['Friday, March 1st 2024', '2024-03-01'],
    ['01/03/2024 14:30', '2024-03-01'],
    // 23:30 UTC is the next day in Paris.
    ['2024-03-01T23:30:00Z', '2024-03-02'],
    [45_352, '2024-03-01'],
    ['45352', '2024-03-01'],
    [{ isoDate: '2024-03-01' }, '2024-03-01'],
    ['29/02/2023', { error: 'date' }],
    ['03/13/2024', { error: 'date' }],
    ['2024', { error: 'date' }],
    ['01/03/2024 banana', { error: 'date' }],
    ['01/03/0024', { error: 'date' }],
  ])('reads the date %s', (cell, expected) => {
    expect(read('date', cell)).toEqual(expected)
  })

  it.each<[Cell, unknown]>([
    ['2024-03-01T14:30:00Z', '2024-03-01T14:30:00.000Z'],
    ['2024-03-01 14:30:00 UTC', '2024-03-01T14:30:00.000Z'],
    ['2024-03-01 14:30:00 -0800', '2024-03-01T22:30:00.000Z'],
    ['2024-03-01T14:30:00.123+01:00', '2024-03-01T13:30:00.000Z'],
    ['01/03/2024 14:30', '2024-03-01T13:30:00.000Z'],
    ['1 mars 2024 à 14h30', '2024-03-01T13:30:00.000Z'],
    ['01/07/2024 14:30', '2024-07-01T12:30:00.000Z'],
    ['01/03/2024', '2024-02-29T23:00:00.000Z'],
    [{ isoDate: '2024-03-01T14:30:00' }, '2024-03-01T13:30:00.000Z'],
    [45_352.5, '2024-03-01T11:00:00.000Z'],
    ['1709303400', '2024-03-01T14:30:00.000Z'],
    ['01/03/2024 25:00', { error: 'date' }],
    ['01/03/2024 14', { error: 'date' }],
  ])('reads the time %s', (cell, expected) => {
    expect(read('dateTime', cell)).toEqual(expected)
  })

  it('reads times of twelve hours with the month first', () => {
    expect(read('dateTime', '03/01/2024 02:30:15 PM', AMERICAN)).toBe('2024-03-01T19:30:15.000Z')
    expect(read('dateTime', '03/01/2024 12:00 am', AMERICAN)).toBe('2024-03-01T05:00:00.000Z')
    expect(read('dateTime', '03/01/2024 13:00 PM', AMERICAN)).toEqual({ error: 'date' })
  })

  it('reads yes and no in both languages', () => {
    for (const yes of ['Yes', 'OUI', 'x', '1', 1, 'Vrai', 'true', true]) expect(read('boolean', yes)).toBe(true)
    for (const no of ['no', 'Non', '0', 0, 'FAUX', false]) expect(read('boolean', no)).toBe(false)
    expect(read('boolean', 'maybe')).toEqual({ error: 'boolean' })
  })

  it('reads opt-outs and bounces as states, as yes or no, and as dates', () => {
    for (const yes of ['Unsubscribed', 'désabonné', 'opted-out', 'oui', '2024-03-01'])
      expect(read('unsubscribed', yes)).toBe(true)
    for (const no of ['Subscribed', 'abonnée', 'active', 'no']) expect(read('unsubscribed', no)).toBe(false)
    for (const yes of ['Hard Bounce', 'bounced', '1', '01/03/2024']) expect(read('bounced', yes)).toBe(true)
    for (const no of ['delivered', '0', 'OK']) expect(read('bounced', no)).toBe(false)
    for (const yes of ['Subscribed', 'abonnée', 'yes', 1]) expect(read('subscribed', yes)).toBe(true)
    for (const no of ['unsubscribed', 'Désabonné', 'non', 0]) expect(read('subscribed', no)).toBe(false)
    expect(read('unsubscribed', 'perhaps')).toEqual({ error: 'boolean' })
  })

  it('reads languages by code and name', () => {
    for (const en of ['en', 'EN-us', 'en_GB', 'English', 'Anglais', 'eng']) expect(read('language', en)).toBe('en')
    for (const fr of ['fr', 'fr-CA', 'Français', 'FRENCH', 'Français (Canada)']) expect(read('language', fr)).toBe('fr')
    for (const other of ['de', 'Español', 'nl-BE'])
      expect(read('language', other)).toEqual({ error: 'unsupportedLanguage' })
    expect(read('language', 'bonjour')).toEqual({ error: 'language' })
  })

  it('reads lists of tags', () => {
    expect(read('tags', 'vip, Paris;vip | new customer')).toEqual(['vip', 'Paris', 'new customer'])
    expect(read('tags', 'a'.repeat(51))).toEqual({ error: 'tagTooLong' })
    expect(read('tags', Array.from({ length: 51 }, (_, index) => index).join(';'))).toEqual({ error: 'tooManyTags' })
  })

  it('refuses the error of a formula in any kind', () => {
    expect(read('text', { error: '#N/A' })).toEqual({ error: 'formulaError' })
    expect(read('number', { error: '#REF!' })).toEqual({ error: 'formulaError' })
  })
})

it('finds a choice by value or label, whatever the case and accents', () => {
  const choices = [
    { value: 'pro', label: { en: 'Professional', fr: 'Professionnel' } },
    { value: 'ent', label: { en: 'Enterprise', fr: 'Société' } },
  ]
  expect(readChoice('pro', choices)).toEqual({ value: 'pro' })
  expect(readChoice('societe', choices)).toEqual({ value: 'ent' })
  expect(readChoice('free', choices)).toEqual({ error: 'unknownChoice' })
  expect(readChoice('?', choices)).toEqual({ error: 'unknownChoice' })
})

it('splits a full name at its comma, or after its first word', () => {
  expect(splitFullName(' Ada  King Lovelace')).toEqual({ firstName: 'Ada', lastName: 'King Lovelace' })
  expect(splitFullName('Lovelace, Ada')).toEqual({ firstName: 'Ada', lastName: 'Lovelace' })
  expect(splitFullName('Cher')).toEqual({ firstName: 'Cher', lastName: null })
})

describe('detectDateOrder', () => {
  it.each([
    [['01/02/2024', '13/02/2024'], 'en-US', { order: 'dmy', isAmbiguous: false, isMixed: false }],
    [['01/02/2024', '02/13/2024'], 'fr-FR', { order: 'mdy', isAmbiguous: false, isMixed: false }],
    [['13/02/2024', '14/02/2024', '02/13/2024'], 'fr-FR', { order: 'dmy', isAmbiguous: false, isMixed: true }],
    [['01/02/2024'], 'fr-FR', { order: 'dmy', isAmbiguous: true, isMixed: false }],
    [['01/02/2024'], 'en-US', { order: 'mdy', isAmbiguous: true, isMixed: false }],
    [['01/02/2024'], 'en-GB', { order: 'dmy', isAmbiguous: true, isMixed: false }],
    [['01/01/2024', '2024-05-06', 'soon'], 'en-US', { order: 'mdy', isAmbiguous: false, isMixed: false }],
  ])('decides %j in %s', (values, locale, expected) => {
    expect(detectDateOrder(values, locale)).toEqual(expected)
  })
})

describe('detectDecimalMark', () => {
  it.each([
    [['1,5', '1,234'], 'en-US', { mark: ',', isAmbiguous: false, isMixed: false }],
    [['1.5', '1,234'], 'fr-FR', { mark: '.', isAmbiguous: false, isMixed: false }],
    [['1 234,00'], 'en-US', { mark: ',', isAmbiguous: false, isMixed: false }],
    [['1,234,567'], 'fr-FR', { mark: '.', isAmbiguous: false, isMixed: false }],
    [['1.5', '1,5', '2.5'], 'fr-FR', { mark: '.', isAmbiguous: false, isMixed: true }],
    [['1,234'], 'fr-FR', { mark: ',', isAmbiguous: true, isMixed: false }],
    [['12', 'x'], 'fr-FR', { mark: ',', isAmbiguous: false, isMixed: false }],
  ])('decides %j in %s', (values, locale, expected) => {
    expect(detectDecimalMark(values, locale)).toEqual(expected)
  })
})
