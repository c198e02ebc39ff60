import { command } from './lib/checkout.mjs'
import { generateClient } from './lib/generate.mjs'

await command(generateClient)
