import { build } from './lib/build.mjs'
import { command } from './lib/checkout.mjs'
import { generateClient } from './lib/generate.mjs'
import { ensureDependencies } from './lib/install.mjs'
import { completePrograms } from './lib/postgres-binaries.mjs'

await command(async () => {
  ensureDependencies()
  await generateClient()
  // What a start would write in the checkout, which may be closed to the user who starts.
  await completePrograms()
  await build({ ...process.env, NEXT_TELEMETRY_DISABLED: '1' }, (sentence) => process.stdout.write(`${sentence}\n`))
})
