import { readSmallArguments } from './bench/bench-arguments.mjs'
import { command } from './lib/command.mjs'
import { runNode, typescript } from './lib/spawn.mjs'

/* Idle load of ten thousand organizations, and the delay of an event among them. Creating them takes minutes. */

await command(async () => {
  process.exitCode = await runNode(typescript('scripts/bench/scale.ts', readSmallArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
