import path from 'node:path'
import { command, ROOT } from './lib/checkout.mjs'
import { ensureDependencies } from './lib/install.mjs'

/* npm run screenshots: every page of the product, in `screenshots/`. `SHOTS=contacts` takes only pages with that word in their address. */

await command(async () => {
  ensureDependencies()
  const { findChromium } = await import('./lib/chromium.mjs')
  const { runNode } = await import('./lib/children.mjs')
  const env = { ...process.env, CHROMIUM_PATH: findChromium(console.error) }
  const cli = path.join(ROOT, 'node_modules/@playwright/test/cli.js')
  process.exitCode = await runNode([cli, 'test', '-c', 'e2e/screenshots'], { env })
})
