import { exitOnError } from './lib/command.mjs'
import { generatePrismaClient } from './lib/generate-prisma-client.mjs'

await exitOnError(generatePrismaClient)
