import { readSmallArguments } from './bench/arguments.mjs'
import { command } from './lib/checkout.mjs'
import { runNode, typescript } from './lib/children.mjs'

/* Delay of an organization's deliveries and messages while another organization has 100,000 due. */

await command(async () => {
  process.exitCode = await runNode(typescript('scripts/bench/neighbour.ts', readSmallArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
