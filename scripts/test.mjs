import { ensureDependencies } from './lib/install-dependencies.mjs'
import { exitOnError } from './lib/operator-error.mjs'

await exitOnError(async () => {
  ensureDependencies()
  const { runAllChecks } = await import('./lib/test-runner.mjs')
  process.exitCode = await runAllChecks()
})
