import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { aPostgresServer, type PostgresServer } from '@/server/testing/chaos/postgres-server'
import { openMailbox } from '@/server/testing/servers/mailbox'
import { aTrustedReceiver, createApiClient, expect, test } from '../fixtures'
import { type SeparateService, startSeparateService } from '../separate-service'
import { SERVICE, serviceEnvironment } from '../service-config'

const POOLER_PORT = 3232
const SERVICE_PORT = 3233
const SMTP_PORT = 3234
const VERSION = /PgBouncer (\d+)\.(\d+)/.exec(spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout ?? '')
/** From 1.21 on PgBouncer keeps clients' prepared statements unless configured otherwise. */
const KEEPS_STATEMENTS = VERSION !== null && (Number(VERSION[1]) > 1 || Number(VERSION[2]) >= 21)

/** Starts PgBouncer in transaction mode, otherwise with defaults. @returns the database URL through it */
async function startPooler(cluster: PostgresServer, settings: readonly string[]) {
  const url = new URL(cluster.url)
  const folder = mkdtempSync(path.join(tmpdir(), 'pgbouncer-'))
  const password = decodeURIComponent(url.password)
  writeFileSync(path.join(folder, 'users.txt'), `"${url.username}" "${password}"\n`)
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${POOLER_PORT}
unix_socket_dir =
auth_file = ${folder}/users.txt
pool_mode = transaction
${settings.join('\n')}
`,
  )
  chmodSync(folder, 0o755)
  // PgBouncer refuses to run as root.
  const ids = process.getuid?.() === 0 ? ['-u', 'daemon'] : []
  const child = spawn('pgbouncer', [...ids, file], { stdio: 'ignore' })
  await expect(async () => {
    const socket = connect(POOLER_PORT, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
  }).toPass({ timeout: 10_000 })
  url.port = String(POOLER_PORT)
  return {
    url: url.href,
    stop: async () => {
      await terminate(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

async function aDatabaseInNewYork(): Promise<PostgresServer> {
  const cluster = await aPostgresServer()
  await cluster.query("ALTER DATABASE app SET TimeZone TO 'America/New_York'")
  await cluster.query('ALTER ROLE feedback_service RESET ALL')
  return cluster
}

async function sessionSettings(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const names = ['TimeZone', 'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'work_mem']
  const settings: Record<string, string> = {}
  for (const name of names) settings[name] = (await client.query(`SHOW ${name}`)).rows[0][name]
  await client.end()
  return settings
}

test.skip(VERSION === null, 'There is no PgBouncer on this machine')

for (const settings of KEEPS_STATEMENTS ? [['max_prepared_statements = 0'], ['max_prepared_statements = 200']] : [[]])
  test(`a survey is sent and answered, and a webhook called, through PgBouncer in transaction mode ${settings.join()}`, async () => {
    test.setTimeout(300_000)
    const [cluster, mailbox, receiver] = [
      await aDatabaseInNewYork(),
      await openMailbox(SMTP_PORT),
      await aTrustedReceiver(),
    ]
    const pooler = await startPooler(cluster, settings)
    let service: SeparateService | undefined
    try {
      service = await startSeparateService({
        port: SERVICE_PORT,
        smtpPort: SMTP_PORT,
        env: { DATABASE_URL: pooler.url, DIRECT_URL: cluster.url, MIGRATE_DATABASE_URL: cluster.ownerUrl },
      })
      expect(await sessionSettings(pooler.url)).toEqual({
        TimeZone: 'UTC',
        statement_timeout: '10s',
        lock_timeout: '8s',
        idle_in_transaction_session_timeout: '30s',
        work_mem: '16MB',
      })
      const owner = await service.anOwner()
      const call = createApiClient(service.baseUrl, owner.key)
      await call('POST /webhooks/subscribe', { hookUrl: receiver.url('/hook'), triggerType: 'new_response' })
      const survey = await call('POST /surveys', { name: 'Visits', type: 'nps', questions: [] })
      const steps = [{ type: 'survey', delay: 2, surveyId: survey.body.data.id }]
      const sequenceId = await service.aSequence(owner.organizationId, steps)
      const people = Array.from({ length: 40 }, () => `${randomUUID()}@example.com`)
      const startedAt = Date.now()
      await Promise.all(
        people.map(async (email) => {
          const { status } = await call(`POST /sequences/${sequenceId}/execute`, { contacts: [{ email }] })
          expect(status).toBe(200)
        }),
      )
      for (const email of people) await mailbox.waitFor(email, 1, 60_000)
      const [sent] = mailbox.to(people[0] ?? '')
      const link = /http:\/\/localhost:\d+(\/s\/[\w-]+)/.exec(sent?.mail.text ?? '')?.[1] ?? ''
      const answer = await fetch(`${service.baseUrl}${link}`, {
        method: 'POST',
        headers: { Origin: service.baseUrl },
        body: new URLSearchParams({ 'q.nps': '9' }),
        redirect: 'manual',
      })
      expect(answer.status).toBeLessThan(400)
      await receiver.waitUntil((requests) => requests.length === 1, 60_000)
      const responses = await call('GET /responses')
      expect(responses.body.meta.total).toBe(1)
      const contacts = await call('GET /contacts?limit=100')
      expect(contacts.body.meta.total).toBe(people.length)
      for (const { createdAt } of contacts.body.data) {
        expect(Date.parse(createdAt)).toBeGreaterThan(startedAt - 1000)
        expect(Date.parse(createdAt)).toBeLessThan(Date.now() + 1000)
      }
      for (const email of people) expect(mailbox.to(email)).toHaveLength(1)
    } finally {
      await service?.stop()
      await pooler.stop()
      await Promise.all([receiver.close(), mailbox.close(), cluster.close()])
    }
  })

test('a start is refused with one sentence if an address that must be direct leads through a transaction pooler', async () => {
  test.setTimeout(120_000)
  const cluster = await aDatabaseInNewYork()
  const pooler = await startPooler(cluster, [])
  const dataDir = mkdtempSync(path.join(tmpdir(), 'refused-'))
  const start = (env: Record<string, string>) => {
    try {
      execFileSync(process.execPath, ['scripts/start.mjs'], {
        cwd: SERVICE.root,
        env: { ...serviceEnvironment({ port: SERVICE_PORT, dataDir }), ...env },
        encoding: 'utf8',
        stdio: 'pipe',
        timeout: 60_000,
      })
      return 'it started'
    } catch (error) {
      return (error as { stderr: string }).stderr
    }
  }
  try {
    expect(start({ DATABASE_URL: pooler.url })).toBe(
      'The address for the migrations leads through a pooler in transaction mode. Set DIRECT_URL, or MIGRATE_DATABASE_URL, to the address of the database itself.\n',
    )
    expect(start({ DATABASE_URL: pooler.url, MIGRATE_DATABASE_URL: cluster.ownerUrl })).toBe(
      'DATABASE_URL leads through a pooler in transaction mode, and the job scheduler needs a connection of its own. Set DIRECT_URL to the address of the database itself.\n',
    )
    const inRome = `${cluster.url}?options=-c%20TimeZone%3DEurope/Rome`
    expect(start({ DATABASE_URL: inRome, MIGRATE_DATABASE_URL: cluster.ownerUrl })).toMatch(
      /^The sessions of DATABASE_URL run in the time zone Europe\/Rome instead of UTC/,
    )
  } finally {
    await pooler.stop()
    await cluster.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
