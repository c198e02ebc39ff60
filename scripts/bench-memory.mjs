import { readSmallArguments } from './bench/bench-arguments.mjs'
import { runCommand } from './lib/command.mjs'
import { runNode, typescriptArguments } from './lib/spawn.mjs'

/* Resident memory of the service after 100,000 deliveries, beside that after the first 20,000. */

await runCommand(async () => {
  process.exitCode = await runNode(typescriptArguments('scripts/bench/memory.ts', readSmallArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
