import type { Message } from './message'

/*
 * SMS length (3GPP TS 23.038 and 23.040). Characters of the GSM alphabet take seven bits; a single other character switches the
 * whole text to 16 bits. Each segment of a multipart message loses room to its header.
 */

const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const GSM_EXTENDED = '^{}\\[~]|€\f'
const GSM_UNITS = new Map<string, number>([
  ...Array.from(GSM, (character) => [character, 1] as const),
  ...Array.from(GSM_EXTENDED, (character) => [character, 2] as const),
])

const GSM_SEGMENT_UNITS = { single: 160, multipart: 153 }
const UCS2_SEGMENT_UNITS = { single: 70, multipart: 67 }

/**
 * @property segments as the provider bills them
 * @property units of seven bits with the GSM alphabet, else of 16
 * @property nonGsmCharacters the distinct characters for which the text has 16 bits each; none with the GSM alphabet
 */
export type SmsLength = {
  segments: number
  encoding: 'gsm' | 'unicode'
  units: number
  nonGsmCharacters: readonly string[]
}

export function measureSms(text: string): SmsLength {
  const characters = Array.from(text)
  const nonGsmCharacters = [...new Set(characters.filter((character) => !GSM_UNITS.has(character)))]
  const isGsm = nonGsmCharacters.length === 0
  const units = characters.map((character) => (isGsm ? (GSM_UNITS.get(character) ?? 1) : character.length))
  return {
    segments: fillSegments(units, isGsm ? GSM_SEGMENT_UNITS : UCS2_SEGMENT_UNITS),
    encoding: isGsm ? 'gsm' : 'unicode',
    units: units.reduce((sum, unit) => sum + unit, 0),
    nonGsmCharacters,
  }
}

export function countSegments(text: string): number {
  return measureSms(text).segments
}

function fillSegments(units: readonly number[], maximum: { single: number; multipart: number }): number {
  if (units.reduce((sum, unit) => sum + unit, 0) <= maximum.single) return 1
  let segments = 1
  let used = 0
  // A two-unit character is not split across segments.
  for (const unit of units) {
    if (used + unit > maximum.multipart) {
      segments += 1
      used = 0
    }
    used += unit
  }
  return segments
}

/** Units counted against the daily quota: one per email, one per SMS segment, as the provider bills it. */
export function countQuotaUnits(message: Message): number {
  return message.channel === 'sms' ? countSegments(message.text) : 1
}

/** Typographic characters with an equivalent in the GSM alphabet: a single one would more than halve the room. */
const GSM_SUBSTITUTES: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚′]/gu, "'"],
  [/«\s*/gu, '"'],
  [/(?<!\s)\s*»|[“”„″]/gu, '"'],
  [/…/gu, '...'],
  [/[‐‑‒–—―−]/gu, '-'],
  [/[•·]/gu, '-'],
  [/[\u00a0\u2007-\u200a\u202f]/gu, ' '],
]

export function replaceTypographicCharacters(text: string): string {
  return GSM_SUBSTITUTES.reduce((plain, [pattern, replacement]) => plain.replace(pattern, replacement), text)
}

const ELLIPSIS = '...'

/**
 * The longest `render(…)` of a prefix of `text` that fits into `maximum` segments, cut at a word boundary if one is near.
 * @returns null if not even `render('')` fits.
 */
export function truncateToSegments(text: string, maximum: number, render: (text: string) => string): string | null {
  const fits = (message: string) => countSegments(message) <= maximum
  const untruncated = render(text)
  if (fits(untruncated)) return untruncated
  // Each code unit takes at least one unit of room: the rest cannot fit.
  const candidate = text.slice(0, maximum * GSM_SEGMENT_UNITS.single)
  const graphemes = Array.from(new Intl.Segmenter().segment(candidate), ({ segment }) => segment)
  // Binary search: longer words make a longer text.
  let [low, high] = [0, graphemes.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(render(`${graphemes.slice(0, middle).join('').trimEnd()}${ELLIPSIS}`))) low = middle
    else high = middle - 1
  }
  if (low === 0) return fits(render('')) ? render('') : null
  const prefix = graphemes.slice(0, low).join('')
  const lastWord = prefix.lastIndexOf(' ')
  const cut = lastWord > prefix.length / 2 && graphemes[low] !== ' ' ? prefix.slice(0, lastWord) : prefix
  return render(`${cut.trimEnd()}${ELLIPSIS}`)
}
