import { readSmallArguments } from './bench/bench-arguments.mjs'
import { command } from './lib/command.mjs'
import { runNode, typescript } from './lib/spawn.mjs'

/* Resident memory of the service after 100,000 deliveries, beside that after the first 20,000. */

await command(async () => {
  process.exitCode = await runNode(typescript('scripts/bench/memory.ts', readSmallArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
