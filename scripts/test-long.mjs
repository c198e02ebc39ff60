import { command } from './lib/checkout.mjs'
import { ensureDependencies } from './lib/install.mjs'

await command(async () => {
  ensureDependencies()
  const { runLong } = await import('./lib/test-run.mjs')
  process.exitCode = await runLong(process.argv.slice(2))
})
