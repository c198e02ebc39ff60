import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fromBuffer } from '@capsizecss/unpack'
import { create } from 'fontkitten'
import subsetFont from 'subset-font'
import { ROOT } from './checkout.mjs'

const PACKAGE = 'node_modules/geist/dist/fonts'
/** What pages use: kerning and marks as the designer placed them, tabular figures. Without the alternates, a third less. */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum']
/** The weights of the design, and bold. */
const WEIGHTS = { min: 400, max: 700 }

/** Latin up to Extended-B, its modifiers, punctuation, figures, currencies, signs, arrows and ligatures. */
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
/** Private use and what is no character at all. */
const NEVER = [
  [0xe000, 0xf8ff],
  [0xfff0, 0xffff],
]

const SANS = { family: 'Geist', file: 'geist-sans/Geist-Variable.woff2', name: 'geist', hasRest: true }
/** Of code and ids alone: what is not Latin there, the machine's own font has. */
const MONO = { family: 'Geist Mono', file: 'geist-mono/GeistMono-Variable.woff2', name: 'geist-mono', hasRest: false }
/** What stands there until ours has come, and how wide its characters are on average, by the measure of capsize. */
const ARIAL = { name: 'Arial', xWidthAvg: 913, unitsPerEm: 2048 }
const COURIER = { name: 'Courier New', xWidthAvg: 1229, unitsPerEm: 2048 }

/**
 * The fonts of the pages, cut out of those of the geist package: the Latin one that every page loads, and what else the
 * design has, which a browser loads once a page needs it.
 *
 * @returns {Promise<Map<string, Buffer>>} path below the checkout → what the file holds
 */
export async function makeFonts() {
  const [latin, rest, mono] = await Promise.all([cut(SANS, 'latin'), cut(SANS, 'rest'), cut(MONO, 'latin')])
  const faces = {
    sans: [face(SANS, latin), await fallback(SANS, ARIAL)],
    others: [face(SANS, rest), face(MONO, mono), await fallback(MONO, COURIER)],
  }
  return new Map([
    ...[latin, rest, mono].map(({ href, bytes }) => /** @type {const} */ ([`public${href}`, bytes])),
    ['app/fonts.css', Buffer.from(`${MADE}\n${[...faces.sans, ...faces.others].join('\n\n')}\n`)],
    ['components/document/font-faces.ts', Buffer.from(module([...faces.sans, face(SANS, rest)], latin.href))],
  ])
}

const MADE = '/* Made by scripts/subset-fonts.mjs. */'

/** One part of a font, in a file whose name changes with what is in it. */
async function cut({ file, name }, part) {
  const whole = fs.readFileSync(path.join(ROOT, PACKAGE, file))
  const covered = create(whole).characterSet.filter((code) => !isWithin(code, NEVER))
  const codes = covered.filter((code) => isWithin(code, LATIN) === (part === 'latin'))
  const bytes = await subsetFont(whole, String.fromCodePoint(...codes), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: WEIGHTS },
  })
  const hash = crypto.createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  // What the Latin file lacks of its ranges no other has: nothing is loaded for it.
  return { href: `/fonts/${name}-${part}.${hash}.woff2`, bytes, ranges: part === 'latin' ? LATIN : rangesOf(codes) }
}

function isWithin(code, ranges) {
  return ranges.some(([from, to]) => code >= from && code <= to)
}

function rangesOf(codes) {
  return codes
    .toSorted((one, other) => one - other)
    .reduce((ranges, code) => {
      const last = ranges.at(-1)
      if (last?.[1] === code - 1) last[1] = code
      else ranges.push([code, code])
      return ranges
    }, [])
}

function face({ family }, { href, ranges }) {
  return rule({
    'font-family': `"${family}"`,
    src: `url("${href}") format("woff2")`,
    'font-weight': `${WEIGHTS.min} ${WEIGHTS.max}`,
    'font-display': 'swap',
    'unicode-range': lines(ranges.map(rangeText)),
  })
}

/** A list as the formatter sets it. */
function lines(words) {
  const width = 120
  const set = words.reduce((done, word, at) => {
    const next = at === words.length - 1 ? word : `${word},`
    const last = done.at(-1)
    if (last === undefined || `${last} ${next};`.length > width) return [...done, `    ${next}`]
    return [...done.slice(0, -1), `${last} ${next}`]
  }, [])
  return `\n${set.join('\n')}`
}

function rangeText([from, to]) {
  const hex = (code) => code.toString(16).padStart(4, '0')
  return `U+${from === to ? hex(from) : `${hex(from)}-${hex(to)}`}`
}

/** The machine's font in the measures of ours, so that nothing moves when ours comes. */
async function fallback({ family, file }, { name, xWidthAvg, unitsPerEm }) {
  const metrics = await fromBuffer(fs.readFileSync(path.join(ROOT, PACKAGE, file)))
  const scale = metrics.xWidthAvg / metrics.unitsPerEm / (xWidthAvg / unitsPerEm)
  const percent = (share) => `${(share * 100).toFixed(2)}%`
  const adjusted = (units) => percent(Math.abs(units) / metrics.unitsPerEm / scale)
  return rule({
    'font-family': `"${family} Fallback"`,
    src: `local("${name}")`,
    'ascent-override': adjusted(metrics.ascent),
    'descent-override': adjusted(metrics.descent),
    'line-gap-override': adjusted(metrics.lineGap),
    'size-adjust': percent(scale),
  })
}

function rule(declarations) {
  const set = Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};`.replace(': \n', ':\n'))
  return `@font-face {\n${set.join('\n')}\n}`
}

function module(faces, preloaded) {
  const css = faces.map((text) => text.replace(/\n\s*/g, '').replace(/([:,]|face) /g, '$1')).join('\n')
  return `${MADE}

/** The rules of app/fonts.css without the one for code, for documents that bring their own style. */
export const FONT_FACES = \`${css}\`

/** Every page needs it: asked for before the style is read. */
export const LATIN_FONT = '${preloaded}'
`
}
