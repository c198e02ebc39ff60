import { runCommand } from './lib/command.mjs'
import { generatePrismaClient } from './lib/generate-prisma-client.mjs'

await runCommand(generatePrismaClient)
