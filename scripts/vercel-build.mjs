import { generatePrismaClient } from './lib/generate-prisma-client.mjs'
import { exitOnError, OperatorError } from './lib/operator-error.mjs'
import { prepareDatabase, readMigrationUrl } from './lib/prepare-database.mjs'
import { buildNextJsArguments, runNode } from './lib/spawn.mjs'

await exitOnError(async () => {
  // A pooler in transaction mode would lose the advisory lock between concurrent deployments.
  const ownerUrl = readMigrationUrl(process.env)
  if (!ownerUrl)
    throw new OperatorError(
      'Set DATABASE_URL (pooled) and DIRECT_URL or MIGRATE_DATABASE_URL (not pooled, for the migrations) for this deployment.',
    )
  await generatePrismaClient()
  const { applied } = await prepareDatabase({
    ownerUrl,
    serviceUrl: process.env.DATABASE_URL,
    directUrl: process.env.DIRECT_URL,
    variables: process.env,
    hasScheduler: false,
  })
  process.stdout.write(applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.join(', ')}.\n`)
  process.exitCode = await runNode(buildNextJsArguments('build'), {
    env: { ...process.env, MIGRATE_DATABASE_URL: '', NEXT_TELEMETRY_DISABLED: '1' },
  })
})
