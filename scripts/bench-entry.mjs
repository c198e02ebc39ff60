import { readSmallRunArguments } from './bench/bench-arguments.mjs'
import { exitOnError } from './lib/operator-error.mjs'
import { buildTypescriptArguments, runNode } from './lib/spawn.mjs'

/* Entry rules of an organization with 200,000 contacts, beside another organization that enrols one person after the other. */

await exitOnError(async () => {
  process.exitCode = await runNode(buildTypescriptArguments('scripts/bench/entry.ts', readSmallRunArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
