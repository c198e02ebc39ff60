import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { ensureDatabaseRunning, loadServiceEnvironment } from '../scripts/lib/service-environment.mjs'
import type { OperatorRequest } from './operator-command-client'

/*
 * Operator commands in one process for all tests of a service, and sessions without the sign-in form: an HTTP server on the port given as
 * argument, or on any free port, which it prints. The body of a POST is a request, the response its outcome. A fresh CLI process takes
 * seconds to start, and most tests begin with two commands.
 */

const environment = await loadServiceEnvironment()
await ensureDatabaseRunning(environment)
const variables = { ...environment.variables, LOG_LEVEL: 'silent', NODE_ENV: 'production' }
for (const [name, value] of Object.entries(variables)) if (value !== undefined) process.env[name] = value
const { runCommand } = await import('../server/cli/run-command')
const { db } = await import('../server/db')
const { anOwner } = await import('../server/testing/factories/accounts')
const { openSession } = await import('../server/auth/sessions')
const { serializeSessionCookie } = await import('../server/auth/session-cookie')
const { log } = await import('../server/log')
log.level = 'silent'

const server = createServer((request, response) => {
  void respond(request).then((outcome) => response.end(JSON.stringify(outcome)))
})
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`${(server.address() as AddressInfo).port}\n`)

/** Never throws: errors are part of the outcome. */
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
  return { answer: await serializeSessionCookie({ id, sessionId: opened.sessionId }) }
}
