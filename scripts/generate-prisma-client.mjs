import { generatePrismaClient } from './lib/generate-prisma-client.mjs'
import { exitOnError } from './lib/operator-error.mjs'

await exitOnError(generatePrismaClient)
