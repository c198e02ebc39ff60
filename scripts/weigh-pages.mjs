import fs from 'node:fs'
import path from 'node:path'
import { exitOnError, ROOT } from './lib/operator-error.mjs'
import { measurePageWeights } from './lib/page-weight.mjs'

/* npm run weigh: the script bytes of each page of the last build. `-- --record` writes them to e2e/page-weights.json, for the tests. */
await exitOnError(async () => {
  const pages = measurePageWeights(path.join(ROOT, '.next'))
  for (const { page, bytes } of pages) console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KB  ${page}`)
  if (!process.argv.includes('--record')) return
  const record = Object.fromEntries(pages.map(({ page, bytes }) => [page, bytes]))
  fs.writeFileSync(path.join(ROOT, 'e2e/page-weights.json'), `${JSON.stringify(record, null, 2)}\n`)
})
