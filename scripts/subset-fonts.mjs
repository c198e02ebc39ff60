import fs from 'node:fs'
import path from 'node:path'
import { buildFontFiles } from './lib/fonts.mjs'
import { exitOnError, ROOT } from './lib/operator-error.mjs'

/* Writes the fonts of the pages and their CSS rules; to be run when the geist package changes. */

await exitOnError(async () => {
  const fonts = await buildFontFiles()
  fs.rmSync(path.join(ROOT, 'public/fonts'), { recursive: true, force: true })
  for (const [file, bytes] of fonts) {
    fs.mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true })
    fs.writeFileSync(path.join(ROOT, file), bytes)
    process.stdout.write(`${file}: ${bytes.length} bytes\n`)
  }
})
