import { createInterface } from 'node:readline'
import { localEnvironment, openDatabase } from '../scripts/lib/local-env.mjs'
import type { OperatorRequest } from './commands'

/*
 * The operator's commands in one process for many, and sessions of people who sign in without the form: each line of standard
 * input is a request as JSON, each line of standard output its outcome. A command line of its own takes seconds to start, and most
 * tests begin with two.
 */

const environment = await localEnvironment()
const database = await openDatabase(environment)
const variables = { ...environment.variables, LOG_LEVEL: 'silent', NODE_ENV: 'production' }
for (const [name, value] of Object.entries(variables)) if (value !== undefined) process.env[name] = value
const { runCommand } = await import('../server/cli/run')
const { db } = await import('../server/db')
const { anOwner } = await import('../server/testing/factories/accounts')
const { openSession } = await import('../server/auth/sessions')
const { sealSession } = await import('../server/auth/session-cookie')
const { log } = await import('../server/log')
log.level = 'silent'

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line) as OperatorRequest))}\n`)
await database.stop()
process.exit(0)

async function answer(request: OperatorRequest): Promise<object> {
  if ('command' in request) return runCommand(request.command)
  if ('ownerOf' in request) {
    const { email, password, organizationName } = request.ownerOf
    const { organizationId } = await anOwner(
      { name: email.split('@')[0] ?? '', email, password, organizationName },
      'operator',
    )
    return { answer: { organizationId } }
  }
  const { id } = await db.user.findUniqueOrThrow({ where: { email: request.openSessionOf } })
  const opened = await openSession(id, null)
  if (!opened) throw new Error(`no session for ${request.openSessionOf}`)
  return { answer: await sealSession({ id, sessionId: opened.sessionId }) }
}
