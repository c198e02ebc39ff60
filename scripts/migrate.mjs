import { command, Refusal } from './lib/checkout.mjs'
import { applyMigrations } from './lib/migrate.mjs'

await command(async () => {
  const url = process.env.DIRECT_URL || process.env.DATABASE_URL
  if (!url)
    throw new Refusal('Set DATABASE_URL (or DIRECT_URL, past a pooler) to the database that should be migrated.')
  const applied = await applyMigrations(url)
  process.stdout.write(applied.length === 0 ? 'Nothing to apply.\n' : `Applied ${applied.join(', ')}.\n`)
})
