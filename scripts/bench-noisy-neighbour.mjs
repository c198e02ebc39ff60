import { readSmallArguments } from './bench/bench-arguments.mjs'
import { runCommand } from './lib/command.mjs'
import { runNode, typescriptArguments } from './lib/spawn.mjs'

/* Delay of an organization's deliveries and messages while another organization has 100,000 due. */

await runCommand(async () => {
  process.exitCode = await runNode(typescriptArguments('scripts/bench/noisy-neighbour.ts', readSmallArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
