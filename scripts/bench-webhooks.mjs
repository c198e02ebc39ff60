import { readSmallArguments } from './bench/bench-arguments.mjs'
import { command } from './lib/command.mjs'
import { runNode, typescript } from './lib/spawn.mjs'

/* Deliveries per second, and milliseconds from commit to the receiver's first byte, beside a bare loop of the same requests. */

await command(async () => {
  process.exitCode = await runNode(typescript('scripts/bench/webhooks.ts', readSmallArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
