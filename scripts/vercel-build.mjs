import { command, Refusal } from './lib/checkout.mjs'
import { next, runNode } from './lib/children.mjs'
import { generateClient } from './lib/generate.mjs'
import { applyMigrations } from './lib/migrate.mjs'

await command(async () => {
  // A pooler that lends its connections for a transaction would lose the lock that keeps two deployments apart.
  const url = process.env.DIRECT_URL || process.env.DATABASE_URL
  if (!url)
    throw new Refusal('Set DATABASE_URL (pooled) and DIRECT_URL (not pooled, for the migrations) for this deployment.')
  await generateClient()
  const applied = await applyMigrations(url)
  process.stdout.write(applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`)
  process.exitCode = await runNode(next('build'), { env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } })
})
