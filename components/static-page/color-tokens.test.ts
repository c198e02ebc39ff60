import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { COLOR_TOKENS } from './color-tokens'

const css = readFileSync(path.join(import.meta.dirname, '../../app/globals.css'), 'utf8')

it.each([
  [':root', 0],
  ['.dark', 1],
] as const)('static pages have the colours of %s in app/globals.css', (selector, theme) => {
  const block = css.slice(css.indexOf(`\n${selector} {`)).split('\n}')[0] ?? ''
  expect(Object.keys(COLOR_TOKENS).length).toBeGreaterThan(10)
  for (const [name, colors] of Object.entries(COLOR_TOKENS)) expect(block).toContain(`  --${name}: ${colors[theme]};\n`)
})
