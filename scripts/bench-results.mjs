import { readCountAndOptions } from './bench/bench-arguments.mjs'
import { exitOnError } from './lib/operator-error.mjs'
import { buildTypescriptArguments, runNode } from './lib/spawn.mjs'

/* Latency of the results page of a survey with twelve questions, with 2,000 and two million responses, with and without filters. */

const USAGE =
  'Say how many responses, as in: npm run bench:results -- 200000 (--keep: keep the rows and measure them again; --small: only show that it works)'

await exitOnError(async () => {
  const { count, values } = readCountAndOptions(
    USAGE,
    { normal: 2_000_000, small: 1000 },
    { keep: { type: 'boolean', default: false } },
  )
  const options = ['keep', 'small'].filter((name) => values[name]).map((name) => `--${name}`)
  process.exitCode = await runNode(
    buildTypescriptArguments('scripts/bench/survey-results.ts', [String(count), ...options]),
    { env: { ...process.env, LOG_LEVEL: 'warn' } },
  )
})
