import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fromBuffer } from '@capsizecss/unpack'
import { create } from 'fontkitten'
import subsetFont from 'subset-font'
import { ROOT } from './operator-error.mjs'

const PACKAGE = 'node_modules/geist/dist/fonts'
/** Kerning, marks and tabular figures. Without the alternates the files are a third smaller. */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum']
/**
 * @typedef {[from: number, to: number]} Range of code points, inclusive
 * @typedef {{ family: string, file: string, name: string }} Font
 * @typedef {{ href: string, bytes: Buffer, ranges: Range[] }} Subset
 */

const WEIGHTS = { min: 400, max: 700 }

/**
 * Latin up to Extended-B, its modifiers, punctuation, figures, currencies, signs, arrows and ligatures.
 *
 * @type {Range[]}
 */
const LATIN = [
  [0x0, 0x24f],
  [0x2b9, 0x2dd],
  [0x2000, 0x209f],
  [0x20a0, 0x20c0],
  [0x2116, 0x2116],
  [0x2122, 0x2122],
  [0x2190, 0x2199],
  [0x2212, 0x2212],
  [0x221e, 0x221e],
  [0x2248, 0x2248],
  [0x2260, 0x2265],
  [0xfb01, 0xfb02],
]
/**
 * Private use and noncharacters.
 *
 * @type {Range[]}
 */
const EXCLUDED = [
  [0xe000, 0xf8ff],
  [0xfff0, 0xffff],
]

const SANS = { family: 'Geist', file: 'geist-sans/Geist-Variable.woff2', name: 'geist' }
/** For code and ids; other scripts use the system's font. */
const MONO = { family: 'Geist Mono', file: 'geist-mono/GeistMono-Variable.woff2', name: 'geist-mono' }
/** Fallback fonts until ours are loaded, with the average width of their characters by capsize's measure. */
const ARIAL = { name: 'Arial', xWidthAvg: 913, unitsPerEm: 2048 }
const COURIER = { name: 'Courier New', xWidthAvg: 1229, unitsPerEm: 2048 }

/**
 * Subsets the fonts of the geist package: Latin, which every page loads, and the rest, which browsers load on demand.
 *
 * @returns {Promise<Map<string, Buffer>>} content by path below ROOT
 */
export async function buildFontFiles() {
  const [latin, rest, mono] = await Promise.all([subset(SANS, 'latin'), subset(SANS, 'rest'), subset(MONO, 'latin')])
  const faces = {
    sans: [face(SANS, latin), await fallback(SANS, ARIAL)],
    others: [face(SANS, rest), face(MONO, mono), await fallback(MONO, COURIER)],
  }
  return new Map([
    ...[latin, rest, mono].map(({ href, bytes }) => /** @type {const} */ ([`public${href}`, bytes])),
    ['app/fonts.css', Buffer.from(`${GENERATED}\n${[...faces.sans, ...faces.others].join('\n\n')}\n`)],
    ['components/static-page/font-faces.ts', Buffer.from(module([...faces.sans, face(SANS, rest)], latin.href))],
  ])
}

const GENERATED = '/* Made by scripts/subset-fonts.mjs. */'

/**
 * @param {Font} font
 * @param {'latin' | 'rest'} part
 * @returns {Promise<Subset>} `href` contains a hash of the content
 */
async function subset({ file, name }, part) {
  const whole = fs.readFileSync(path.join(ROOT, PACKAGE, file))
  const font = create(whole)
  if (!('characterSet' in font)) throw new Error(`${file} is a collection of fonts.`)
  const covered = font.characterSet.filter((code) => !isWithin(code, EXCLUDED))
  const codes = covered.filter((code) => isWithin(code, LATIN) === (part === 'latin'))
  const bytes = await subsetFont(whole, String.fromCodePoint(...codes), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: WEIGHTS },
  })
  const hash = crypto.createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  // The Latin file claims its whole ranges: no other file has the missing characters.
  return { href: `/fonts/${name}-${part}.${hash}.woff2`, bytes, ranges: part === 'latin' ? LATIN : toRanges(codes) }
}

/**
 * @param {number} code
 * @param {Range[]} ranges
 */
function isWithin(code, ranges) {
  return ranges.some(([from, to]) => code >= from && code <= to)
}

/** @param {number[]} codes */
function toRanges(codes) {
  return codes
    .toSorted((one, other) => one - other)
    .reduce(
      (ranges, code) => {
        const last = ranges.at(-1)
        if (last?.[1] === code - 1) last[1] = code
        else ranges.push([code, code])
        return ranges
      },
      /** @type {Range[]} */ ([]),
    )
}

/**
 * @param {Font} font
 * @param {Subset} subset
 */
function face({ family }, { href, ranges }) {
  return rule({
    'font-family': `"${family}"`,
    src: `url("${href}") format("woff2")`,
    'font-weight': `${WEIGHTS.min} ${WEIGHTS.max}`,
    'font-display': 'swap',
    'unicode-range': lines(ranges.map(formatRange)),
  })
}

/**
 * A list, wrapped as the formatter does.
 *
 * @param {string[]} words
 */
function lines(words) {
  const width = 120
  const wrapped = words.reduce(
    (done, word, at) => {
      const next = at === words.length - 1 ? word : `${word},`
      const last = done.at(-1)
      if (last === undefined || `${last} ${next};`.length > width) return [...done, `    ${next}`]
      return [...done.slice(0, -1), `${last} ${next}`]
    },
    /** @type {string[]} */ ([]),
  )
  return `\n${wrapped.join('\n')}`
}

/** @param {Range} range */
function formatRange([from, to]) {
  const hex = (/** @type {number} */ code) => code.toString(16).padStart(4, '0')
  return `U+${from === to ? hex(from) : `${hex(from)}-${hex(to)}`}`
}

/**
 * A system font with the metrics of ours, so that the layout does not shift when ours is loaded.
 *
 * @param {Font} font
 * @param {{ name: string, xWidthAvg: number, unitsPerEm: number }} system
 */
async function fallback({ family, file }, { name, xWidthAvg, unitsPerEm }) {
  const metrics = await fromBuffer(fs.readFileSync(path.join(ROOT, PACKAGE, file)))
  const scale = metrics.xWidthAvg / metrics.unitsPerEm / (xWidthAvg / unitsPerEm)
  const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(2)}%`
  const adjusted = (/** @type {number} */ units) => percent(Math.abs(units) / metrics.unitsPerEm / scale)
  return rule({
    'font-family': `"${family} Fallback"`,
    src: `local("${name}")`,
    'ascent-override': adjusted(metrics.ascent),
    'descent-override': adjusted(metrics.descent),
    'line-gap-override': adjusted(metrics.lineGap),
    'size-adjust': percent(scale),
  })
}

/** @param {Record<string, string>} declarations */
function rule(declarations) {
  const texts = Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};`.replace(': \n', ':\n'))
  return `@font-face {\n${texts.join('\n')}\n}`
}

/**
 * @param {string[]} faces
 * @param {string} preloaded URL of the font to preload
 */
function module(faces, preloaded) {
  const css = faces.map((text) => text.replace(/\n\s*/g, '').replace(/([:,]|face) /g, '$1')).join('\n')
  return `${GENERATED}

/** The rules of app/fonts.css without the one for code, for documents that bring their own style. */
export const FONT_FACE_CSS = \`${css}\`

/** Every page needs it: asked for before the style is read. */
export const LATIN_FONT_URL = '${preloaded}'
`
}
