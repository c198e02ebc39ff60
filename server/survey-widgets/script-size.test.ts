import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const MAX_BYTES = 10_000

it('the script of the widget is smaller than 10 KB when compressed', () => {
  const script = readFileSync(path.resolve(import.meta.dirname, '../../public/widget.js'))
  expect(gzipSync(script).length).toBeLessThan(MAX_BYTES)
  expect(brotliCompressSync(script).length).toBeLessThan(MAX_BYTES)
})
