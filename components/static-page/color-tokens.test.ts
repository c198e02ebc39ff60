import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { DARK, LIGHT } from './color-tokens'

const css = readFileSync(path.join(import.meta.dirname, '../../app/globals.css'), 'utf8')

it.each([
  [':root', LIGHT],
  ['.dark', DARK],
])('static pages have the colours of %s in app/globals.css', (selector, colors) => {
  const block = css.slice(css.indexOf(`\n${selector} {`)).split('\n}')[0] ?? ''
  expect(Object.keys(colors).length).toBeGreaterThan(10)
  for (const [name, color] of Object.entries(colors)) expect(block).toContain(`  --${name}: ${color};\n`)
})
