import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.mjs'

type Report = { url: string; port: number; attached: boolean }
type Running = Awaited<ReturnType<typeof startEmbeddedPostgres>>

const password = 'a password: with/odd?characters'
/** Shared by the tests: the first one initializes it; no server runs on it between tests. */
let folder = ''
let open: Running[] = []
let children: ChildProcess[] = []

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-postgres-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

beforeEach(() => {
  open = []
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of open) await server.stop()
  // Stops the server of a killed child.
  if (fs.existsSync(path.join(folder, 'postgres/postmaster.pid')))
    await (await startEmbeddedPostgres({ folder, password })).stop()
})

it('shares one PostgreSQL server between two concurrent first starts until the last of them ends', async () => {
  emptyFolder()
  const [a, b] = await Promise.all([startElsewhere(), startElsewhere()])
  expect(a.report.port).toBe(b.report.port)
  expect(a.report.attached).toBe(!b.report.attached)

  a.child.stdin?.end()
  await once(a.child, 'exit')
  expect(await query(b.report.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])

  b.child.stdin?.end()
  await once(b.child, 'exit')
  await expect(query(b.report.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
})

it('the embedded PostgreSQL runs on loopback in UTC with SCRAM, and preserves its data and port on a restart', async () => {
  const first = await start()
  await query(first.url, 'CREATE TABLE before_restart AS SELECT 1 AS n')
  const settings = await query(
    first.url,
    "SELECT name, setting FROM pg_settings WHERE name IN ('TimeZone', 'listen_addresses', 'unix_socket_directories', 'max_connections', 'password_encryption') ORDER BY name",
  )
  expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
    TimeZone: 'UTC',
    listen_addresses: '127.0.0.1',
    max_connections: '200',
    password_encryption: 'scram-sha-256',
    unix_socket_directories: '',
  })
  await first.stop()
  expect(first.isAlive()).toBe(false)
  expect(fs.existsSync(path.join(folder, 'postgres/postmaster.pid'))).toBe(false)

  const second = await start()
  expect(second.attached).toBe(false)
  expect(second.port).toBe(first.port)
  expect(await query(second.url, 'SELECT n FROM before_restart')).toEqual([{ n: 1 }])
})

it('attaches to the PostgreSQL server of a killed process and stops it at the end', async () => {
  const killed = await startElsewhere()
  await query(killed.report.url, 'CREATE TABLE before_kill AS SELECT 1 AS n')
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')

  const next = await start()
  expect(next).toMatchObject({ attached: true, port: killed.report.port })
  expect(await query(next.url, 'SELECT n FROM before_kill')).toEqual([{ n: 1 }])
  await next.stop()
  expect(next.isAlive()).toBe(false)
})

it('recovers the embedded PostgreSQL after the server itself was killed', async () => {
  const first = await start()
  await query(first.url, 'CREATE TABLE before_crash AS SELECT 1 AS n')
  process.kill(postmasterPid(), 'SIGKILL')

  const second = await start()
  expect(second.attached).toBe(false)
  expect(await query(second.url, 'SELECT n FROM before_crash')).toEqual([{ n: 1 }])
})

it('starts the embedded PostgreSQL despite a pid file that names an unrelated process', async () => {
  await (await start()).stop()
  fs.writeFileSync(path.join(folder, 'postgres/postmaster.pid'), `${process.pid}\n`)
  expect((await start()).attached).toBe(false)
})

it('takes the next free port when the PostgreSQL port is busy, and remembers it', async () => {
  const first = await start()
  await first.stop()
  const stranger = net.createServer().listen(first.port, '127.0.0.1')
  await once(stranger, 'listening')
  try {
    const second = await start()
    expect(second.port).toBeGreaterThan(first.port)
    await second.stop()
    expect((await start()).port).toBe(second.port)
  } finally {
    stranger.close()
  }
})

it('refuses to start PostgreSQL on a configured port that is busy', async () => {
  const stranger = net.createServer().listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const address = stranger.address()
  const port = typeof address === 'object' && address ? address.port : 0
  try {
    await expect(startEmbeddedPostgres({ folder, password, port })).rejects.toThrow(
      `Port ${port}, given for PostgreSQL`,
    )
  } finally {
    stranger.close()
  }
})

it('reports that the PostgreSQL password is not the one of the data folder', async () => {
  const running = await start()
  await expect(startEmbeddedPostgres({ folder, password: 'wrong' })).rejects.toThrow('different password')
  await running.stop()
  await expect(startEmbeddedPostgres({ folder, password: 'wrong' })).rejects.toThrow('different password')
})

function emptyFolder(): void {
  fs.rmSync(folder, { recursive: true })
  fs.mkdirSync(folder)
}

async function start(): Promise<Running> {
  const server = await startEmbeddedPostgres({ folder, password })
  open.push(server)
  return server
}

/** Starts the server in another process, which stops it when its standard input ends. */
async function startElsewhere(): Promise<{ child: ChildProcess; report: Report }> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded-postgres.mjs'))}
    const server = await startEmbeddedPostgres(${JSON.stringify({ folder, password })})
    process.stdout.write(JSON.stringify({ url: server.url, port: server.port, attached: server.attached }))
    process.stdin.resume().on('end', () => server.stop())
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const [report] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('the other process ended early'))),
  ])
  return { child, report: JSON.parse(String(report)) }
}

function postmasterPid(): number {
  return Number(fs.readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

async function query(url: string, sql: string): Promise<Array<Record<string, unknown>>> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // a stopping server closes idle connections with an error
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
