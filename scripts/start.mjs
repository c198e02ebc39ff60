import { ensureDependencies } from './lib/install-dependencies.mjs'
import { exitOnError } from './lib/operator-error.mjs'

await exitOnError(async () => {
  ensureDependencies()
  // Not at the top: it imports packages.
  const { runService } = await import('./lib/run-service.mjs')
  await runService('start', process.argv.slice(2))
})
