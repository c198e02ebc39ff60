import { readSmallRunArguments } from './bench/bench-arguments.mjs'
import { exitOnError } from './lib/operator-error.mjs'
import { buildTypescriptArguments, runNode } from './lib/spawn.mjs'

/* Delay of an organization's deliveries and messages while another organization has 100,000 due. */

await exitOnError(async () => {
  process.exitCode = await runNode(
    buildTypescriptArguments('scripts/bench/noisy-neighbour.ts', readSmallRunArguments()),
    {
      env: { ...process.env, LOG_LEVEL: 'warn' },
    },
  )
})
