import { readSmallRunArguments } from './bench/bench-arguments.mjs'
import { exitOnError } from './lib/operator-error.mjs'
import { buildTypescriptArguments, runNode } from './lib/spawn.mjs'

/* Resident memory of the service after 100,000 deliveries, beside that after the first 20,000. */

await exitOnError(async () => {
  process.exitCode = await runNode(buildTypescriptArguments('scripts/bench/memory.ts', readSmallRunArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
