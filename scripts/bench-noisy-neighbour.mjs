import { readSmallArguments } from './bench/bench-arguments.mjs'
import { command } from './lib/command.mjs'
import { runNode, typescript } from './lib/spawn.mjs'

/* Delay of an organization's deliveries and messages while another organization has 100,000 due. */

await command(async () => {
  process.exitCode = await runNode(typescript('scripts/bench/noisy-neighbour.ts', readSmallArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
