import { readArguments } from './lib/arguments.mjs'
import { command, Refusal } from './lib/checkout.mjs'
import { runNode, typescript } from './lib/children.mjs'

/*
 * What an organization's numbers cost with 2,000 responses and with two million: the overview, the surveys, first and last pages of
 * the responses; and answers per second to survey links beside a route handler of the same server that answers a constant.
 */

const USAGE =
  'Say how many responses, as in: npm run bench:insight -- 200000 (--keep: keep the rows and measure them again)'

await command(async () => {
  const { values, words } = readArguments(USAGE, { options: { keep: { type: 'boolean', default: false } }, words: 1 })
  const [count = '2000000'] = words
  if (!/^[1-9]\d{0,8}$/.test(count)) throw new Refusal(`${count} is not a count. ${USAGE}`)
  process.exitCode = await runNode(
    typescript('scripts/bench/insight.ts', [count, ...(values.keep ? ['--keep'] : [])]),
    { env: { ...process.env, LOG_LEVEL: 'warn' } },
  )
})
