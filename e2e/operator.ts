import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { localEnvironment, openDatabase } from '../scripts/lib/local-env.mjs'
import type { OperatorRequest } from './commands'

/*
 * The operator's commands in one process for all tests of a service, and sessions of people who sign in without the form: an HTTP server
 * on the port that is its argument, or on any, which it prints. The body of a POST is a request, the response its outcome. A command
 * line of its own takes seconds to start, and most tests begin with two.
 */

const environment = await localEnvironment()
await openDatabase(environment)
const variables = { ...environment.variables, LOG_LEVEL: 'silent', NODE_ENV: 'production' }
for (const [name, value] of Object.entries(variables)) if (value !== undefined) process.env[name] = value
const { runCommand } = await import('../server/cli/run')
const { db } = await import('../server/db')
const { anOwner } = await import('../server/testing/factories/accounts')
const { openSession } = await import('../server/auth/sessions')
const { sealSession } = await import('../server/auth/session-cookie')
const { log } = await import('../server/log')
log.level = 'silent'

const server = createServer((request, response) => {
  void respond(request).then((outcome) => response.end(JSON.stringify(outcome)))
})
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`${(server.address() as AddressInfo).port}\n`)

/** Never throws: what went wrong is the outcome. */
async function respond(request: IncomingMessage): Promise<object> {
  if (request.method !== 'POST') return {}
  try {
    return await answer((await json(request)) as OperatorRequest)
  } catch (error) {
    return { messages: [String(error)] }
  }
}

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
