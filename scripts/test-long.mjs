import { command } from './lib/command.mjs'
import { ensureDependencies } from './lib/install-dependencies.mjs'

await command(async () => {
  ensureDependencies()
  const { runLong } = await import('./lib/test-runner.mjs')
  process.exitCode = await runLong(process.argv.slice(2))
})
