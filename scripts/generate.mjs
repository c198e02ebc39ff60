import { command } from './lib/command.mjs'
import { generateClient } from './lib/generate-prisma-client.mjs'

await command(generateClient)
