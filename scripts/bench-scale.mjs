import { readSmallArguments } from './bench/bench-arguments.mjs'
import { runCommand } from './lib/command.mjs'
import { runNode, typescriptArguments } from './lib/spawn.mjs'

/* Idle load of ten thousand organizations, and the delay of an event among them. Creating them takes minutes. */

await runCommand(async () => {
  process.exitCode = await runNode(typescriptArguments('scripts/bench/scale.ts', readSmallArguments()), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
