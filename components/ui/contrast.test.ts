import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(path.join(import.meta.dirname, '../../app/globals.css'), 'utf8')

const TEXT_RATIO = 4.5
const GRAPHIC_RATIO = 3

/** Foreground and background pairs with the minimum contrast of WCAG 2.2 AA. */
const PAIRS: [fore: string[], ground: string[], atLeast: number][] = [
  [['ink', 'ink-soft', 'ink-faint', 'accent-text'], ['canvas', 'rail', 'surface', 'sunken', 'hover'], TEXT_RATIO],
  [['positive-text', 'neutral-text', 'negative-text'], ['canvas', 'surface', 'sunken', 'hover'], TEXT_RATIO],
  [['accent-ink'], ['accent', 'accent-hover', 'danger', 'danger-hover'], TEXT_RATIO],
  [['ink', 'ink-soft', 'ink-faint', 'accent-text'], ['accent-soft'], TEXT_RATIO],
  [['positive-text', 'ink', 'ink-soft'], ['positive-soft'], TEXT_RATIO],
  [['neutral-text', 'ink', 'ink-soft'], ['neutral-soft'], TEXT_RATIO],
  [['negative-text', 'ink', 'ink-soft'], ['negative-soft'], TEXT_RATIO],
  [['canvas'], ['ink'], TEXT_RATIO],
  [
    ['positive', 'neutral', 'negative', 'line-strong', 'accent', 'danger', 'accent-text'],
    ['canvas', 'surface'],
    GRAPHIC_RATIO,
  ],
  [['positive'], ['positive-soft'], GRAPHIC_RATIO],
  [['neutral'], ['neutral-soft'], GRAPHIC_RATIO],
  [['negative'], ['negative-soft'], GRAPHIC_RATIO],
]

describe.each([
  ['light', ':root'],
  ['dark', '.dark'],
])('colours of the %s theme', (_, selector) => {
  const colors = readTokens(selector)
  const pairs = PAIRS.flatMap(([fores, grounds, atLeast]) =>
    fores.flatMap((fore) => grounds.map((ground) => ({ fore, ground, atLeast }))),
  )

  it.each(pairs)('$fore on $ground has a contrast of at least $atLeast', ({ fore, ground, atLeast }) => {
    expect(contrast(findColor(colors, fore), findColor(colors, ground))).toBeGreaterThanOrEqual(atLeast)
  })
})

type Color = { lightness: number; chroma: number; hue: number }

function readTokens(selector: string): Map<string, Color> {
  const block = css.slice(css.indexOf(`\n${selector} {`)).split('\n}')[0] ?? ''
  const matches = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)
  return new Map(
    [...matches].map(([, name = '', lightness, chroma, hue]) => [
      name,
      { lightness: Number(lightness), chroma: Number(chroma), hue: Number(hue) },
    ]),
  )
}

function findColor(colors: Map<string, Color>, name: string): Color {
  const color = colors.get(name)
  if (!color) throw new Error(`There is no colour ${name}.`)
  return color
}

/** WCAG 2.2, "contrast ratio". */
function contrast(a: Color, b: Color): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance by way of Oklab and linear sRGB (Ottosson 2020), clipped to the gamut. */
function luminance({ lightness, chroma, hue }: Color): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  const clamp = (channel: number) => Math.min(1, Math.max(0, channel))
  return 0.2126 * clamp(red) + 0.7152 * clamp(green) + 0.0722 * clamp(blue)
}
