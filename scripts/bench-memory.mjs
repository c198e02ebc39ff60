import { readSmallArguments } from './bench/arguments.mjs'
import { command } from './lib/checkout.mjs'
import { runNode, typescript } from './lib/children.mjs'

/*
 * What the service holds in memory after a hundred thousand deliveries, beside what it held after the first twenty thousand.
 */

await command(async () => {
  process.exitCode = await runNode(typescript('scripts/bench/memory.ts', readSmallArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
