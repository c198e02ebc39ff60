import { generatePrismaClient } from './lib/generate-prisma-client.mjs'
import { ensureDependencies } from './lib/install-dependencies.mjs'
import { exitOnError, OperatorError } from './lib/operator-error.mjs'
import { parseArguments } from './lib/parse-arguments.mjs'
import { runNode } from './lib/spawn.mjs'

/* The chaos test with a number of kills: `npm run chaos -- --kills 1000 --seed 7`. A seed repeats the same faults, but not their timing. */

await exitOnError(async () => {
  const { values } = parseArguments('The options are --kills and --seed, each with a number.', {
    options: { kills: { type: 'string' }, seed: { type: 'string' } },
  })
  for (const [name, value] of Object.entries(values))
    if (!/^\d{1,9}$/.test(String(value))) throw new OperatorError(`--${name} is a number, such as 100.`)
  ensureDependencies()
  await generatePrismaClient()
  process.exitCode = await runNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      // Before the flag, which would parse the next argument as its value.
      'server/webhooks/delivery/chaos.isolated.test.ts',
      '--disable-console-intercept',
    ],
    {
      env: {
        ...process.env,
        ...(values.kills === undefined ? {} : { CHAOS_KILLS: String(values.kills) }),
        ...(values.seed === undefined ? {} : { CHAOS_SEED: String(values.seed) }),
      },
    },
  )
})
