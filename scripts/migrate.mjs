import { exitOnError, OperatorError } from './lib/operator-error.mjs'
import { prepareDatabase, readMigrationUrl } from './lib/prepare-database.mjs'

await exitOnError(async () => {
  const ownerUrl = readMigrationUrl(process.env)
  if (!ownerUrl)
    throw new OperatorError(
      'Set DATABASE_URL to the database to migrate (or DIRECT_URL behind a pooler, or MIGRATE_DATABASE_URL to connect as its owner).',
    )
  const { applied } = await prepareDatabase({
    ownerUrl,
    serviceUrl: process.env.DATABASE_URL,
    directUrl: process.env.DIRECT_URL,
  })
  process.stdout.write(applied.length === 0 ? 'Nothing to apply.\n' : `Applied ${applied.join(', ')}.\n`)
})
