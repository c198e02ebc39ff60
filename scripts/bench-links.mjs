import { readCountAndOptions } from './bench/bench-arguments.mjs'
import { exitOnError } from './lib/operator-error.mjs'
import { buildTypescriptArguments, runNode } from './lib/spawn.mjs'

/* Response times of another organization while machines send answers to an open link, and whether people behind that link still answer. */

const USAGE = 'Say how many answers a second, as in: npm run bench:links -- 200 (--small: only show that it works)'

await exitOnError(async () => {
  const { count, values } = readCountAndOptions(USAGE, { normal: 200, small: 20 })
  const options = values.small ? ['--small'] : []
  process.exitCode = await runNode(
    buildTypescriptArguments('scripts/bench/open-links.ts', [String(count), ...options]),
    { env: { ...process.env, LOG_LEVEL: 'warn' } },
  )
})
