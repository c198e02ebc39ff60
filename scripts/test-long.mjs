import { runCommand } from './lib/command.mjs'
import { ensureDependencies } from './lib/install-dependencies.mjs'

await runCommand(async () => {
  ensureDependencies()
  const { runLongChecks } = await import('./lib/test-runner.mjs')
  process.exitCode = await runLongChecks(process.argv.slice(2))
})
