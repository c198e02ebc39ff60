import { readFileSync } from 'node:fs'
import { isGenuine } from './receiver.mjs'

// Prints the verdict on each vector, in their order: node check.mjs ../vectors.json
const vectors = JSON.parse(readFileSync(process.argv[2], 'utf8'))
console.log(JSON.stringify(vectors.map((v) => isGenuine(Buffer.from(v.body), v.header, v.secret, v.now))))
