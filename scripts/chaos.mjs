import { generatePrismaClient } from './lib/generate-prisma-client.mjs'
import { ensureDependencies } from './lib/install-dependencies.mjs'
import { exitOnError, OperatorError } from './lib/operator-error.mjs'
import { parseArguments } from './lib/parse-arguments.mjs'
import { runNode } from './lib/spawn.mjs'

/* A chaos test with a number of kills: `npm run chaos -- webhooks --kills 1000 --seed 7`. A seed repeats the same faults, but not their timing. */

const SUITES = {
  webhooks: 'server/webhooks/delivery/chaos.isolated.test.ts',
  sequences: 'server/sequences/sending/sending-chaos.long.test.ts',
}
const USAGE =
  'Name webhooks (the default) or sequences; the options are --kills, --seed and --sendings, each with a number.'

await exitOnError(async () => {
  const { values, words } = parseArguments(USAGE, {
    options: { kills: { type: 'string' }, seed: { type: 'string' }, sendings: { type: 'string' } },
    words: 1,
  })
  const suite = Object.entries(SUITES).find(([name]) => name === (words[0] ?? 'webhooks'))
  if (!suite) throw new OperatorError(`There is no chaos test of ${words[0]}. ${USAGE}`)
  for (const [name, value] of Object.entries(values))
    if (!/^\d{1,9}$/.test(String(value))) throw new OperatorError(`--${name} is a number, such as 100.`)
  ensureDependencies()
  await generatePrismaClient()
  process.exitCode = await runNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      // Before the flag, which would parse the next argument as its value.
      suite[1],
      '--disable-console-intercept',
    ],
    {
      env: {
        ...process.env,
        ...Object.fromEntries(
          Object.entries(values).map(([name, value]) => [`CHAOS_${name.toUpperCase()}`, String(value)]),
        ),
      },
    },
  )
})
