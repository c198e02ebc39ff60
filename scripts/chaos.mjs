import { readArguments } from './lib/arguments.mjs'
import { command, Refusal } from './lib/checkout.mjs'
import { runNode } from './lib/children.mjs'
import { generateClient } from './lib/generate.mjs'
import { ensureDependencies } from './lib/install.mjs'

/*
 * The chaos test, as long as it is asked to be: `npm run chaos -- --kills 1000 --seed 7`. A seed draws the same accidents
 * again; the moments at which they meet something are the machine's.
 */

await command(async () => {
  const { values } = readArguments('The options are --kills and --seed, each with a number.', {
    options: { kills: { type: 'string' }, seed: { type: 'string' } },
  })
  for (const [name, value] of Object.entries(values))
    if (!/^\d{1,9}$/.test(value)) throw new Refusal(`--${name} is a number, such as 100.`)
  ensureDependencies()
  await generateClient()
  process.exitCode = await runNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      // Before the flag, which would take what follows it for its value, and run everything.
      'server/webhooks/delivering/chaos.isolated.test.ts',
      '--disable-console-intercept',
    ],
    {
      env: {
        ...process.env,
        ...(values.kills === undefined ? {} : { CHAOS_KILLS: values.kills }),
        ...(values.seed === undefined ? {} : { CHAOS_SEED: values.seed }),
      },
    },
  )
})
