import { migrateQueue } from '@/scripts/lib/database.mjs'
import { applyMigrations } from '@/scripts/lib/migrate.mjs'
import { type OwnDatabase, ownDatabase } from '../database/own-database'

/** The product's tables and the queue's. */
export async function migrate(ownerUrl: string): Promise<void> {
  await applyMigrations(ownerUrl)
  await migrateQueue(ownerUrl)
}

/** A migrated database beside that of the other tests: whoever works on its queue works for this test alone. */
export function aDatabase(): Promise<OwnDatabase> {
  return ownDatabase(migrate)
}
