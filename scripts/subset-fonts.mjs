import fs from 'node:fs'
import path from 'node:path'
import { generateFonts } from './lib/fonts.mjs'
import { exitOnError, ROOT } from './lib/operator-error.mjs'

/* Writes the fonts of the pages and their CSS rules; to be run when the geist package changes. */

await exitOnError(async () => {
  const fonts = await generateFonts()
  fs.rmSync(path.join(ROOT, 'public/fonts'), { recursive: true, force: true })
  for (const [file, bytes] of fonts) {
    fs.mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true })
    fs.writeFileSync(path.join(ROOT, file), bytes)
    process.stdout.write(`${file}: ${bytes.length} bytes\n`)
  }
})
