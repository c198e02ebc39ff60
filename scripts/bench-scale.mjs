import { command } from './lib/checkout.mjs'
import { runNode, typescript } from './lib/children.mjs'

/*
 * What ten thousand organizations cost while nothing happens, how long a wake takes among them, and what one with a hundred
 * thousand deliveries and messages to come does to the first one of another.
 */

await command(async () => {
  process.exitCode = await runNode(typescript('scripts/bench/scale.ts'), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
