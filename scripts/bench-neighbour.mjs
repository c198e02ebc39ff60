import { readSmallArguments } from './bench/arguments.mjs'
import { command } from './lib/checkout.mjs'
import { runNode, typescript } from './lib/children.mjs'

/* What a hundred thousand due deliveries and messages of one organization do to the first ones of another. */

await command(async () => {
  process.exitCode = await runNode(typescript('scripts/bench/neighbour.ts', readSmallArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
