import { command } from './lib/command.mjs'
import { ensureDependencies } from './lib/install-dependencies.mjs'

await command(async () => {
  ensureDependencies()
  const { runEverything } = await import('./lib/test-runner.mjs')
  process.exitCode = await runEverything()
})
