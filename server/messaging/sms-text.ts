/*
 * SMS length (3GPP TS 23.038 and 23.040). Characters of the GSM alphabet take seven bits; a single other character switches the
 * whole text to 16 bits. Each segment of a multipart message loses room to its header.
 */

const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Each takes two units. */
const GSM_EXTENDED = '^{}\\[~]|€\f'
const GSM_UNITS = new Map<string, number>([
  ...Array.from(GSM, (sign) => [sign, 1] as const),
  ...Array.from(GSM_EXTENDED, (sign) => [sign, 2] as const),
])

const GSM_ROOM = { alone: 160, joined: 153 }
const UCS2_ROOM = { alone: 70, joined: 67 }

/** The number of SMS segments (140 bytes each) that the text needs. */
export function countSegments(text: string): number {
  const signs = Array.from(text)
  const isGsm = signs.every((sign) => GSM_UNITS.has(sign))
  const room = isGsm ? GSM_ROOM : UCS2_ROOM
  const units = signs.map((sign) => (isGsm ? (GSM_UNITS.get(sign) ?? 1) : sign.length))
  const total = units.reduce((sum, unit) => sum + unit, 0)
  if (total <= room.alone) return 1
  let segments = 1
  let used = 0
  // A two-unit character is not split across segments.
  for (const unit of units) {
    if (used + unit > room.joined) {
      segments += 1
      used = 0
    }
    used += unit
  }
  return segments
}

/** Typographic characters with an equivalent in the GSM alphabet: a single one would more than halve the room. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚′]/gu, "'"],
  [/«\s*/gu, '"'],
  [/(?<!\s)\s*»|[“”„″]/gu, '"'],
  [/…/gu, '...'],
  [/[‐‑‒–—―−]/gu, '-'],
  [/[•·]/gu, '-'],
  [/[\u00a0\u2007-\u200a\u202f]/gu, ' '],
]

export function plainSigns(text: string): string {
  return PLAIN.reduce((plain, [signs, instead]) => plain.replace(signs, instead), text)
}

const CUT = '...'

/**
 * The longest `make(…)` of a prefix of `words` that fits into `maximum` segments, cut at a word boundary if one is near.
 * @returns null if not even `make('')` fits.
 */
export function fitWords(words: string, maximum: number, make: (words: string) => string): string | null {
  const fits = (text: string) => countSegments(text) <= maximum
  const whole = make(words)
  if (fits(whole)) return whole
  // Each code unit takes at least one unit of room: the rest cannot fit.
  const nearest = words.slice(0, maximum * GSM_ROOM.alone)
  const signs = Array.from(new Intl.Segmenter().segment(nearest), ({ segment }) => segment)
  // Binary search: longer words make a longer text.
  let [low, high] = [0, signs.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(make(`${signs.slice(0, middle).join('').trimEnd()}${CUT}`))) low = middle
    else high = middle - 1
  }
  if (low === 0) return fits(make('')) ? make('') : null
  const kept = signs.slice(0, low).join('')
  const lastWord = kept.lastIndexOf(' ')
  const cut = lastWord > kept.length / 2 && signs[low] !== ' ' ? kept.slice(0, lastWord) : kept
  return make(`${cut.trimEnd()}${CUT}`)
}
