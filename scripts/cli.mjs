import { ensureDependencies } from './lib/install-dependencies.mjs'
import { exitOnError } from './lib/operator-error.mjs'

// Standard output has only the command's JSON object; messages go to standard error.
await exitOnError(async () => {
  ensureDependencies()
  const { runOperatorCommand } = await import('./lib/operator-command.mjs')
  process.exitCode = await runOperatorCommand(process.argv.slice(2))
})
