import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/*
 * The hop test of docs/architecture.md, hop by hop: each file imports the next one, but for those where a wake stands between.
 */

const ROOT = path.resolve(import.meta.dirname, '..')
const page = readFileSync(path.join(import.meta.dirname, 'architecture.md'), 'utf8')
const flows = [...page.matchAll(/^\| (.+?) +\| `([^`]+)` +\| `([^`]+)` +\| `([^`]+)` +\|$/gm)].map(
  ([, flow = '', ...files]) => [flow.trim(), files] as const,
)
/** A row is written by the one file and found by the other. */
const BY_WAKE = new Set(['server/webhooks/delivering/delivery-queue.ts', 'server/sequences/sending/sending-queue.ts'])

it('has ten flows', () => expect(flows).toHaveLength(10))

it.each(flows)('%s', (_, [door = '', then = '', rule = '']) => {
  for (const file of [door, then, rule]) expect(existsSync(path.join(ROOT, file)), file).toBe(true)
  expect(importsOf(door)).toContain(then)
  if (BY_WAKE.has(rule)) expect(readFileSync(path.join(ROOT, then), 'utf8')).toMatch(/transact|emit_events/)
  else expect(importsOf(then)).toContain(rule)
})

function importsOf(file: string): string[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8')
  return [...source.matchAll(/from '(\.[^']+)'/g)].map(
    ([, specifier = '']) => `${path.join(path.dirname(file), specifier)}.ts`,
  )
}
