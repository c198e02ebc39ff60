import { command } from './lib/command.mjs'
import { ensureDependencies } from './lib/install-dependencies.mjs'

// Standard output has only the command's JSON object; messages go to standard error.
await command(async () => {
  ensureDependencies()
  const { runCommand } = await import('./lib/operator-command.mjs')
  process.exitCode = await runCommand(process.argv.slice(2))
})
