import { createInterface } from 'node:readline'
import { localEnvironment, openDatabase } from '../scripts/lib/local-env.mjs'

/*
 * The operator's commands in one process for many: each line of standard input is one command's arguments as JSON, each line
 * of standard output its outcome. A command line of its own takes seconds to start, and most tests begin with two.
 */

const environment = await localEnvironment()
const database = await openDatabase(environment)
const variables = { ...environment.variables, LOG_LEVEL: 'silent', NODE_ENV: 'production' }
for (const [name, value] of Object.entries(variables)) if (value !== undefined) process.env[name] = value
const { runCommand } = await import('../server/cli/run')
const { log } = await import('../server/log')
log.level = 'silent'

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await runCommand(JSON.parse(line)))}\n`)
await database.stop()
process.exit(0)
