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
/** A row is written by the one file, or its queries.ts, and found by the other. */
const BY_WAKE = new Set(['server/webhooks/delivering/delivery-queue.ts', 'server/sequences/sending/sending-queue.ts'])

it('docs/architecture.md has fourteen flows', () => expect(flows).toHaveLength(14))

it.each(flows)('the files of this documented flow exist and lead to one another: %s', (_, files) => {
  expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
  const [door = '', then = '', rule = ''] = files
  expect(importsOf(door)).toContain(then)
  expect(leadsTo(then, rule)).toBe(true)
})

function leadsTo(file: string, rule: string): boolean {
  if (!BY_WAKE.has(rule)) return importsOf(file).includes(rule)
  const writers = [file, ...importsOf(file).filter((imported) => imported.endsWith('/queries.ts'))]
  return writers.some((writer) => /transact|emit_events/.test(read(writer)))
}

function importsOf(file: string): string[] {
  const source = read(file)
  return [...source.matchAll(/from '(\.[^']+)'/g)].map(
    ([, specifier = '']) => `${path.join(path.dirname(file), specifier)}.ts`,
  )
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8')
}
