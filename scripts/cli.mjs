import { exitOnError } from './lib/command.mjs'
import { ensureDependencies } from './lib/install-dependencies.mjs'

// Standard output has only the command's JSON object; messages go to standard error.
await exitOnError(async () => {
  ensureDependencies()
  const { runOperatorCommand } = await import('./lib/operator-command.mjs')
  process.exitCode = await runOperatorCommand(process.argv.slice(2))
})
