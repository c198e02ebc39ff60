import { command } from './lib/checkout.mjs'
import { next, runNode } from './lib/children.mjs'
import { generateClient } from './lib/generate.mjs'
import { ensureDependencies } from './lib/install.mjs'

await command(async () => {
  ensureDependencies()
  await generateClient()
  process.exitCode = await runNode(next('build'), {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
})
