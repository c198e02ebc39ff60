import { exitOnError } from './lib/command.mjs'
import { ensureDependencies } from './lib/install-dependencies.mjs'

await exitOnError(async () => {
  ensureDependencies()
  const { runLongChecks } = await import('./lib/test-runner.mjs')
  process.exitCode = await runLongChecks(process.argv.slice(2))
})
