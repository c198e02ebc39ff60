import { ensureDependencies } from './lib/install-dependencies.mjs'
import { exitOnError } from './lib/operator-error.mjs'

await exitOnError(async () => {
  ensureDependencies()
  const { runLongChecks } = await import('./lib/test-runner.mjs')
  process.exitCode = await runLongChecks(process.argv.slice(2))
})
