import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BENCH_DATA_DIR, startBenchService } from './bench-service.mjs'

const PORT = 3301
const ROWS = process.argv.includes('--small') ? 3000 : Number(process.env['BENCH_ROWS'] ?? 200_000)
const SAMPLE_MS = 250

fs.rmSync(BENCH_DATA_DIR, { recursive: true, force: true })
let service = await startBenchService(PORT, {}, { keep: true })
// For the modules imported below.
Object.assign(process.env, service.variables)
const { anOrganization } = await import('@/server/testing/factories/basics')
const { uploadFile, startPreparedImport } = await import('@/server/imports/contacts/import-fixture')
const { closeDatabase } = await import('@/server/db')
try {
  const organizationId = await anOrganization({ defaultCountry: 'US' })
  await sleep(3000)
  const idle = residentMiB()
  const bystanderBefore = await measureBystander(40)
  const sampler = sampleMemory()
  const started = Date.now()
  const id = await uploadFile(organizationId, buildFile())
  await untilStatus(id, 'ready')
  const prepared = Date.now()
  await startPreparedImport(organizationId, id)
  const [bystanderDuring] = await Promise.all([measureBystander(40), untilStatus(id, 'done')])
  const imported = Date.now()
  const peak = sampler.stop()
  const counted = await countContacts(organizationId)
  const perSecond = (ROWS * 1000) / (imported - prepared)
  const bare = await measureBareInsert(organizationId)
  say(`${ROWS} rows, ${counted} contacts`)
  say(`uploaded, read and counted  ${seconds(prepared - started)} s`)
  say(`imported                    ${seconds(imported - prepared)} s, ${perSecond.toFixed(0)} rows a second`)
  say(
    `bare insertion of the same  ${bare.toFixed(0)} rows a second; the import is ${(perSecond / bare).toFixed(2)} of it`,
  )
  say(`memory of the service       ${idle.toFixed(0)} MiB idle, at most ${(peak - idle).toFixed(0)} MiB more`)
  say(
    `another organization        ${bystanderBefore.toFixed(1)} ms for a contact before, ${bystanderDuring.toFixed(1)} ms beside`,
  )
  await measureKills()
} finally {
  await closeDatabase()
  await service.stop()
  fs.rmSync(BENCH_DATA_DIR, { recursive: true, force: true })
}

/** Imports the same file into another organization, with the service killed twice. */
async function measureKills(): Promise<void> {
  const organizationId = await anOrganization({ defaultCountry: 'US' })
  const id = await uploadFile(organizationId, buildFile())
  await untilStatus(id, 'ready')
  await startPreparedImport(organizationId, id)
  for (const share of [0.25, 0.5]) {
    await untilImported(id, ROWS * share)
    process.kill(readServerPid(), 'SIGKILL')
    await service.stop()
    service = await startBenchService(PORT, {}, { keep: true })
  }
  await untilStatus(id, 'done')
  const contacts = await countContacts(organizationId)
  say(`killed twice                ${contacts} contacts, ${await countImported(id)} counted by the import`)
}

async function untilImported(id: string, rows: number): Promise<void> {
  while ((await countImported(id)) < rows) await sleep(50)
}

async function countImported(id: string): Promise<number> {
  const { rows } = await service.pool.query<{ n: number | null }>(
    "SELECT (counts->>'created')::int AS n FROM contact_job WHERE id = $1",
    [id],
  )
  return rows[0]?.n ?? 0
}

function buildFile(): string {
  const plans = ['free', 'pro', 'team']
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const phone = `+1212${String(5_000_000 + (n % 1_000_000)).slice(0, 7)}`
    return `person.${n}@import.example.com,Ada ${n},Lovelace,${phone},${plans[n % 3]},${n % 28 ? 'vip' : 'vip; gold'}`
  })
  return ['email,first name,last name,phone,plan,tags', ...rows].join('\n')
}

async function untilStatus(id: string, status: string): Promise<void> {
  for (;;) {
    const { rows } = await service.pool.query<{ status: string }>('SELECT status FROM contact_job WHERE id = $1', [id])
    if (rows[0]?.status === status) return
    if (rows[0]?.status === 'failed') throw new Error('the import failed')
    await sleep(100)
  }
}

async function countContacts(organizationId: string): Promise<number> {
  const { rows } = await service.pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM contact WHERE organization_id = $1',
    [organizationId],
  )
  return rows[0]?.n ?? 0
}

/** One INSERT from a table with the same rows, which is at least as fast as COPY: nothing is sent or parsed. */
async function measureBareInsert(organizationId: string): Promise<number> {
  const target = await anOrganization()
  const client = await service.pool.connect()
  try {
    await client.query(
      `CREATE TEMP TABLE bare AS SELECT * FROM contact WHERE organization_id = '${organizationId}' ORDER BY created_at, id`,
    )
    await client.query(`UPDATE bare SET organization_id = $1, id = uuid_v7()`, [target])
    await client.query('SET statement_timeout = 0')
    const started = Date.now()
    await client.query('INSERT INTO contact SELECT * FROM bare')
    return (ROWS * 1000) / (Date.now() - started)
  } finally {
    client.release()
  }
}

/** Median ms of creating contacts of another organization, one after another. */
async function measureBystander(count: number): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < count; n += 1) {
    const started = performance.now()
    const response = await fetch(`${service.address}/api/v1/contacts`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `bystander.${Date.now()}.${n}@example.com`, firstName: 'Grace' }),
    })
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
    await response.text()
    times.push(performance.now() - started)
    await sleep(50)
  }
  return times.sort((a, b) => a - b)[Math.floor(count / 2)] ?? Number.NaN
}

function sampleMemory() {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMiB())
  }, SAMPLE_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return peak
    },
  }
}

function residentMiB(): number {
  const status = fs.readFileSync(`/proc/${readServerPid()}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
}

function readServerPid(): number {
  const file = fs.readFileSync(path.join(BENCH_DATA_DIR, 'web-server.json'), 'utf8')
  return (JSON.parse(file) as { pid: number }).pid
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
