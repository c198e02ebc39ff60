import { command } from './lib/checkout.mjs'
import { ensureDependencies } from './lib/install.mjs'

// Standard output belongs to the command's one JSON object; whatever else is said goes to standard error.
await command(async () => {
  ensureDependencies()
  const { runCommand } = await import('./lib/operator-command.mjs')
  process.exitCode = await runCommand(process.argv.slice(2))
})
