import { readSmallRunArguments } from './bench/bench-arguments.mjs'
import { exitOnError } from './lib/operator-error.mjs'
import { buildTypescriptArguments, runNode } from './lib/spawn.mjs'

/* Deliveries per second, and milliseconds from commit to the receiver's first byte, beside a bare loop of the same requests. */

await exitOnError(async () => {
  process.exitCode = await runNode(buildTypescriptArguments('scripts/bench/webhooks.ts', readSmallRunArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
