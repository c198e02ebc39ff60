import { build } from './lib/build.mjs'
import { command } from './lib/command.mjs'
import { generateClient } from './lib/generate-prisma-client.mjs'
import { ensureDependencies } from './lib/install-dependencies.mjs'
import { completePrograms } from './lib/postgres-binaries.mjs'

await command(async () => {
  ensureDependencies()
  await generateClient()
  // A start may run as a user who cannot write here.
  await completePrograms()
  await build({ ...process.env, NEXT_TELEMETRY_DISABLED: '1' }, (sentence) => process.stdout.write(`${sentence}\n`))
})
