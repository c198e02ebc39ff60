import { command } from './lib/checkout.mjs'
import { ensureDependencies } from './lib/install.mjs'

// Standard output has only the command's JSON object; messages go to standard error.
await command(async () => {
  ensureDependencies()
  const { runCommand } = await import('./lib/operator-command.mjs')
  process.exitCode = await runCommand(process.argv.slice(2))
})
