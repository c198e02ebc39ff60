import { exitOnError } from './lib/command.mjs'
import { ensureDependencies } from './lib/install-dependencies.mjs'

await exitOnError(async () => {
  ensureDependencies()
  const { runAllChecks } = await import('./lib/test-runner.mjs')
  process.exitCode = await runAllChecks()
})
