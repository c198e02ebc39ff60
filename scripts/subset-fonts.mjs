import fs from 'node:fs'
import path from 'node:path'
import { command, ROOT } from './lib/checkout.mjs'
import { makeFonts } from './lib/fonts.mjs'

/* Writes the fonts of the pages and the rules that name them; to be run when the geist package changes. */

await command(async () => {
  const made = await makeFonts()
  fs.rmSync(path.join(ROOT, 'public/fonts'), { recursive: true, force: true })
  for (const [file, bytes] of made) {
    fs.mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true })
    fs.writeFileSync(path.join(ROOT, file), bytes)
    process.stdout.write(`${file}: ${bytes.length} bytes\n`)
  }
})
