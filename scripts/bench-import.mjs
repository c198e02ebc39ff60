import { readSmallRunArguments } from './bench/bench-arguments.mjs'
import { exitOnError } from './lib/operator-error.mjs'
import { buildTypescriptArguments, runNode } from './lib/spawn.mjs'

/* Rows per second of an import of contacts, as a ratio to a bare COPY of the same rows into the same table, and the memory it takes. */

await exitOnError(async () => {
  process.exitCode = await runNode(buildTypescriptArguments('scripts/bench/import.ts', readSmallRunArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
