import { buildService } from './lib/build.mjs'
import { generatePrismaClient } from './lib/generate-prisma-client.mjs'
import { ensureDependencies } from './lib/install-dependencies.mjs'
import { exitOnError } from './lib/operator-error.mjs'
import { completePostgresInstall } from './lib/postgres-binaries.mjs'

await exitOnError(async () => {
  ensureDependencies()
  await generatePrismaClient()
  // A start may run as a user who cannot write here.
  await completePostgresInstall()
  await buildService({ ...process.env, NEXT_TELEMETRY_DISABLED: '1' }, (sentence) =>
    process.stdout.write(`${sentence}\n`),
  )
})
