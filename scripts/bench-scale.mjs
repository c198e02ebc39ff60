import { readSmallArguments } from './bench/arguments.mjs'
import { command } from './lib/checkout.mjs'
import { runNode, typescript } from './lib/children.mjs'

/*
 * What ten thousand organizations cost while nothing happens, and how long a wake takes among them. Filling them up takes minutes.
 */

await command(async () => {
  process.exitCode = await runNode(typescript('scripts/bench/scale.ts', readSmallArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
