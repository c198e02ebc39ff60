import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { create, type Font } from 'fontkitten'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildFontFiles } from './fonts.mjs'
import { ROOT } from './operator-error.mjs'

let fonts: Map<string, Buffer>

beforeAll(async () => {
  fonts = await buildFontFiles()
})

function committed(prefix: string): Font {
  const [file] = readdirSync(path.join(ROOT, 'public/fonts')).filter((name) => name.startsWith(`${prefix}.`))
  return create(readFileSync(path.join(ROOT, 'public/fonts', file ?? ''))) as Font
}

describe('page fonts', () => {
  it('the committed fonts are exactly those that scripts/subset-fonts.mjs generates', () => {
    for (const [file, bytes] of fonts)
      expect([file, readFileSync(path.join(ROOT, file)).equals(bytes)]).toEqual([file, true])
    const names = readdirSync(path.join(ROOT, 'public/fonts')).map((name) => `public/fonts/${name}`)
    expect(names.sort()).toEqual([...fonts.keys()].filter((file) => file.endsWith('.woff2')).sort())
  })

  it('the font that every page loads has every character of the English and French messages', () => {
    const folders = ['en', 'fr'].map((language) => path.join(ROOT, 'server/messages', language))
    const words = folders.flatMap((folder) =>
      readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8')),
    )
    const covered = new Set(committed('geist-latin').characterSet)
    // Browsers derive the narrow no-break space from any font's space; the design has none.
    const excluded = new Set(['\n', '\u202f'])
    const missing = [...new Set(words.join(''))].filter(
      (character) => !excluded.has(character) && !covered.has(character.codePointAt(0) ?? 0),
    )
    expect(covered.size).toBeGreaterThan(300)
    expect(missing).toEqual([])
  })

  it('the fonts cover every weight from 400 to 700', () => {
    for (const prefix of ['geist-latin', 'geist-rest'])
      expect([prefix, committed(prefix).variationAxes]).toMatchObject([prefix, { wght: { min: 400, max: 700 } }])
  })
})
