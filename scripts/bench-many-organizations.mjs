import { readSmallRunArguments } from './bench/bench-arguments.mjs'
import { exitOnError } from './lib/operator-error.mjs'
import { buildTypescriptArguments, runNode } from './lib/spawn.mjs'

/* Idle load of ten thousand organizations, and the delay of an event among them. Creating them takes minutes. */

await exitOnError(async () => {
  process.exitCode = await runNode(
    buildTypescriptArguments('scripts/bench/many-organizations.ts', readSmallRunArguments()),
    {
      env: { ...process.env, LOG_LEVEL: 'warn' },
    },
  )
})
