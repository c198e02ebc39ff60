import path from 'node:path'
import { SMALL_RUN_OPTION } from './bench/bench-arguments.mjs'
import { ensureDependencies } from './lib/install-dependencies.mjs'
import { exitOnError, ROOT } from './lib/operator-error.mjs'
import { parseArguments } from './lib/parse-arguments.mjs'

/*
 * npm run screenshots: every page, in `screenshots/`. `SHOTS=contacts` takes only pages with that word in their path. `-- --small` takes
 * two pages in one theme, only to show that it works.
 */

await exitOnError(async () => {
  const { values } = parseArguments('The only option is --small.', { options: SMALL_RUN_OPTION })
  ensureDependencies()
  const { findOrInstallChromium } = await import('./lib/chromium.mjs')
  const { runNode } = await import('./lib/spawn.mjs')
  const env = {
    ...process.env,
    CHROMIUM_PATH: findOrInstallChromium(console.error),
    ...(values.small ? { SHOTS_SMALL: '1' } : {}),
  }
  const cli = path.join(ROOT, 'node_modules/@playwright/test/cli.js')
  process.exitCode = await runNode([cli, 'test', '-c', 'e2e/screenshots'], { env })
})
