import { readCount } from './lib/arguments.mjs'
import { command } from './lib/checkout.mjs'
import { runNode, typescript } from './lib/children.mjs'

/*
 * What an organization's numbers cost with 2,000 responses and with two million: the overview, the surveys, first and last pages of
 * the responses; and answers per second to survey links beside a route handler of the same server that answers a constant.
 */

await command(async () => {
  const count = readCount('Say how many responses, as in: npm run bench:insight -- 200000', 2_000_000)
  process.exitCode = await runNode(typescript('scripts/bench/insight.ts', [String(count)]), {
    env: { ...process.env, LOG_LEVEL: 'warn' },
  })
})
