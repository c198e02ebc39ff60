import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { aPostgresServer } from '@/server/testing/chaos/postgres-server'
import { openMailbox } from '@/server/testing/servers/mailbox'
import { type ApiClient, aTrustedReceiver, createApiClient, expect, test } from '../fixtures'
import { type SeparateService, startSeparateService } from '../separate-service'

const PORTS = [3222, 3223, 3224]
const SMTP_PORT = 3225
/** Maximum time for another process to take over after a kill, ms. */
const TAKEOVER_MS = 10_000
const SECRETS = { APP_SECRET: randomUUID() + randomUUID(), NEXTAUTH_SECRET: randomUUID() + randomUUID() }

/**
 * Several processes on one database behind a round-robin proxy: all serve requests, one leads and runs the jobs, and another takes over
 * when the leader is killed. Kills all but one, one after the other.
 */
test('three processes behind a proxy keep serving and delivering while all but one are killed', async () => {
  test.setTimeout(300_000)
  const [cluster, mailbox, receiver] = [await aPostgresServer(), await openMailbox(SMTP_PORT), await aTrustedReceiver()]
  const services: SeparateService[] = []
  const alive = [...PORTS]
  const proxy = await aProxy(alive)
  try {
    const env = { DATABASE_URL: cluster.url, MIGRATE_DATABASE_URL: cluster.ownerUrl, TRUSTED_PROXIES: '1', ...SECRETS }
    for (const port of PORTS) services.push(await startSeparateService({ port, smtpPort: SMTP_PORT, env }))
    const [first] = services
    if (!first) throw new Error('no process was started')
    const owner = await first.anOwner()
    const call = createApiClient(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, owner.key)
    const survey = await call('POST /surveys', { name: 'Visits', type: 'nps', questions: [] })
    const sequenceId = await first.aSequence(owner.organizationId, [
      { type: 'survey', delay: 0, surveyId: survey.body.data.id },
    ])
    await call('POST /webhooks/subscribe', { hookUrl: receiver.url('/several'), triggerType: 'new_contact' })

    const people: string[] = []
    const enrol = async () => {
      people.push(...(await enrolContacts(call, sequenceId, 6)))
      for (const email of people) await mailbox.waitFor(email, 1, TAKEOVER_MS)
      await receiver.waitUntil((requests) => requests.length >= people.length, TAKEOVER_MS)
    }
    await enrol()
    for (const service of services.slice(0, -1)) {
      alive.splice(alive.indexOf(Number(new URL(service.baseUrl).port)), 1)
      await service.kill()
      await enrol()
    }
    // No email or event is sent twice, however often the leader changed.
    for (const email of people) {
      expect(mailbox.to(email)).toHaveLength(1)
      expect(receiver.requests.filter(({ body }) => body.includes(email))).toHaveLength(1)
    }
    expect((await call('GET /contacts?limit=100')).body.meta.total).toBe(people.length)
  } finally {
    proxy.close()
    proxy.closeAllConnections()
    for (const service of services) await service.stop()
    await Promise.all([receiver.close(), mailbox.close(), cluster.close()])
  }
})

async function enrolContacts(call: ApiClient, sequenceId: string, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, () => `${randomUUID()}@example.com`)
  for (const email of emails) {
    const { status } = await call(`POST /sequences/${sequenceId}/execute`, { contacts: [{ email, firstName: 'Lin' }] })
    expect(status).toBe(200)
  }
  return emails
}

/** Forwards connections round-robin to the live ports. */
async function aProxy(ports: readonly number[]): Promise<Server> {
  let next = 0
  const proxy = createServer((incoming, outgoing) => {
    next += 1
    const port = ports[next % ports.length]
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress }
    const sent = request(
      { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    sent.on('error', () => outgoing.writeHead(502).end())
    incoming.pipe(sent)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return proxy
}
