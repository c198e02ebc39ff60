import { command } from './lib/checkout.mjs'
import { ensureDependencies } from './lib/install.mjs'

await command(async () => {
  ensureDependencies()
  // Not at the top: it imports packages.
  const { runService } = await import('./lib/service.mjs')
  await runService('dev', process.argv.slice(2))
})
