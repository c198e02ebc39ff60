import { expect, it } from 'vitest'
import { countSegments, measureSms, replaceTypographicCharacters, truncateToSegments } from './sms-text'

it('counts SMS segments in the GSM alphabet, or in UCS-2 if one character is outside of it', () => {
  expect(countSegments('a'.repeat(160))).toBe(1)
  expect(countSegments('a'.repeat(161))).toBe(2)
  expect(countSegments('é'.repeat(306))).toBe(2)
  expect(countSegments('é'.repeat(307))).toBe(3)
  expect(countSegments('€'.repeat(80))).toBe(1)
  expect(countSegments('€'.repeat(81))).toBe(2)
  // An extension character (two units) is not split across segments, and 153 is odd.
  expect(countSegments('€'.repeat(152))).toBe(2)
  expect(countSegments('€'.repeat(153))).toBe(3)
  expect(countSegments('ê'.repeat(70))).toBe(1)
  expect(countSegments('ê'.repeat(71))).toBe(2)
  expect(countSegments('ş'.repeat(134))).toBe(2)
  expect(countSegments('😀'.repeat(35))).toBe(1)
  expect(countSegments('😀'.repeat(66))).toBe(2)
  expect(countSegments('😀'.repeat(67))).toBe(3)
})

it('measures a text, and names the characters that are not in the GSM alphabet', () => {
  expect(measureSms('Prix : 5 €')).toEqual({ segments: 1, encoding: 'gsm', units: 11, nonGsmCharacters: [] })
  expect(measureSms('Fête ê 🙂')).toEqual({ segments: 1, encoding: 'unicode', units: 9, nonGsmCharacters: ['ê', '🙂'] })
  expect(measureSms('')).toEqual({ segments: 1, encoding: 'gsm', units: 0, nonGsmCharacters: [] })
})

it('replaces typographic characters with GSM ones, and keeps letters', () => {
  const plain = replaceTypographicCharacters('« C’est\u202fraté »\u00a0: “no” … – œuf')
  expect(plain).toBe('"C\'est raté" : "no" ... - œuf')
})

it('truncates a text to its SMS segments at the end of a word, and splits no character', () => {
  const render = (words: string) => `Head: "${words}"\nhttps://feedback.example.com/r/r0123456789012345678901`
  expect(truncateToSegments('short', 2, render)).toBe(render('short'))
  const cut = truncateToSegments('lorem ipsum '.repeat(60), 2, render) ?? ''
  expect(countSegments(cut)).toBe(2)
  expect(cut).toMatch(/ (lorem|ipsum)\.\.\."\n/)
  const families = truncateToSegments('👨‍👩‍👧‍👦'.repeat(60), 2, render) ?? ''
  expect(countSegments(families)).toBeLessThanOrEqual(2)
  expect(families).toMatch(/👨‍👩‍👧‍👦\.\.\."/u)
  expect(truncateToSegments('some', 2, () => 'a'.repeat(400))).toBeNull()
})
