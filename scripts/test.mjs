import { command } from './lib/checkout.mjs'
import { ensureDependencies } from './lib/install.mjs'

await command(async () => {
  ensureDependencies()
  const { runEverything } = await import('./lib/test-run.mjs')
  process.exitCode = await runEverything()
})
