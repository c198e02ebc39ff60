import { execFileSync } from 'node:child_process'
import path from 'node:path'
import autocannon from 'autocannon'
import { OverviewQuery } from '@/server/overview/schema'
import { ROOT } from '../lib/checkout.mjs'
import { fillResponses, makeAsked, sendSurveys } from './insight-data'
import { fillContacts, startService } from './service.mjs'
import { signIn } from './sign-in.mjs'
import { median, say } from './world'

const PORT = 3298
const CONTACTS = 100_000
const SMALL = 2000
const LARGE = Number(process.argv[2])
const ROUNDS = 100
const PER_PAGE = 50
/** Answers at so many connections; each link is used once. */
const SUBMISSIONS = [
  { connections: 1, amount: 1500 },
  { connections: 16, amount: 6000 },
  { connections: 64, amount: 6000 },
]
const WARM_UP = 3000
/** A connection makes its next request ready, and may be stopped before it. */
const SPARE = 1000
/** Of the static one. */
const SECONDS = 6

let sent = 0

/** Every answer comes from an address of its own, as a proxy in front would say. */
const service = await startService(PORT, { TRUSTED_PROXIES: '1' })
// Read by what is loaded from here on.
Object.assign(process.env, service.variables)
const { signToken } = await import('@/server/encryption')
const { closeDatabase } = await import('@/server/db')
try {
  await fillContacts(service.pool, service.organizationId, CONTACTS)
  await makeAsked(service)
  const filters = await listFilters()
  const next = await timed(`${number(SMALL)} responses filled in`, () => fillResponses(service, SMALL, 1))
  const small = await measureAll(filters)
  await timed(`${number(LARGE)} responses filled in`, () => fillResponses(service, LARGE, next))
  const large = await measureAll(filters)
  sayReads(small, large)
  await measureSubmissions()
  const check = await timed('counts compared with responses', async () => checkCounts())
  say(`org:check-counts: wrong ${check.wrong}`)
  if (check.wrong !== 0) process.exitCode = 1
} finally {
  await closeDatabase()
  await service.stop()
}

type Filter = { name: string; rest: string; page: string }

/** None, and one of each kind; the dashboard calls them otherwise. */
async function listFilters(): Promise<Filter[]> {
  const filters = [{ name: 'all', rest: '', page: '' }]
  for (const table of ['survey', 'location', 'employee']) {
    const { rows } = await service.pool.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE organization_id = $1 AND name LIKE 'Bench %' ORDER BY name LIMIT 1`,
      [service.organizationId],
    )
    const id = rows[0]?.id ?? ''
    filters.push({ name: `one ${table}`, rest: `${table}_id=${id}&`, page: `${table}=${id}&` })
  }
  return filters
}

type Asked = { name: string; address: string; isPage: boolean }

async function listAsked(filters: Filter[]): Promise<Asked[]> {
  const periods = [7, 30, 90, 365].filter((days) => OverviewQuery.safeParse({ days }).success)
  const overviews = periods.map((days) => ({ name: `overview, ${days} days`, address: `/?days=${days}`, isPage: true }))
  const range = { from: day(-100), to: day(-41) }
  const parsed = OverviewQuery.safeParse(range)
  if (parsed.success && 'from' in parsed.data)
    overviews.push({
      name: 'overview, 60 days of choice',
      address: `/?from=${range.from}&to=${range.to}`,
      isPage: true,
    })
  const lists = []
  for (const { name, rest, page } of filters) {
    const last = Math.ceil((await countOf(rest)) / PER_PAGE)
    for (const [place, at] of [
      ['first page', 1],
      ['last page', last],
    ] as const) {
      lists.push({ name: `REST, ${name}, ${place}`, address: `/api/v1/responses?${rest}page=${at}`, isPage: false })
      lists.push({ name: `list, ${name}, ${place}`, address: `/responses?${page}page=${at}`, isPage: true })
    }
  }
  return [...overviews, { name: 'surveys', address: '/surveys', isPage: true }, ...lists]
}

async function countOf(filter: string): Promise<number> {
  const answer = await fetch(`${service.address}/api/v1/responses?${filter}limit=1`, {
    headers: { 'x-api-key': service.apiKey },
  })
  return ((await answer.json()) as { meta: { total: number } }).meta.total
}

/** Medians in ms, by name. */
async function measureAll(filters: Filter[]): Promise<Map<string, number>> {
  const medians = new Map<string, number>()
  for (const { name, address, isPage } of await listAsked(filters)) {
    // A session has so many calls at once; each page has one of its own.
    const headers = isPage ? { cookie: await signIn(service) } : { 'x-api-key': service.apiKey }
    const times: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const started = performance.now()
      const answer = await fetch(service.address + address, { headers, redirect: 'manual' })
      const body = await answer.text()
      const wall = performance.now() - started
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${body.slice(0, 300)}`)
      times.push(serverTime(answer) ?? wall)
    }
    medians.set(name, median(times.slice(1)))
  }
  return medians
}

/** What the server says that it took, if it says so. */
function serverTime(answer: Response): number | undefined {
  const said = /dur=([\d.]+)/.exec(answer.headers.get('server-timing') ?? '')?.[1]
  return said === undefined ? undefined : Number(said)
}

function sayReads(small: Map<string, number>, large: Map<string, number>): void {
  say(`\nmedian of ${ROUNDS} requests in ms, one after the other, ${number(CONTACTS)} contacts\n`)
  say(`${''.padEnd(34)} at ${number(SMALL)}   at ${number(LARGE)}    ratio`)
  for (const [name, before] of small) {
    const after = large.get(name) ?? Number.NaN
    say(`${name.padEnd(34)} ${ms(before)} ${ms(after).padStart(12)} ${(after / before).toFixed(2).padStart(8)}`)
  }
  say(`\nlast page of first page, at ${number(LARGE)}\n`)
  for (const [name, first] of large)
    if (name.endsWith('first page')) {
      const last = large.get(name.replace('first page', 'last page')) ?? Number.NaN
      say(`${name.replace(', first page', '').padEnd(34)} ${(last / first).toFixed(2).padStart(8)}`)
    }
}

async function measureSubmissions(): Promise<void> {
  const wanted = SUBMISSIONS.reduce((sum, { amount }) => sum + amount, WARM_UP)
  const steps = await sendSurveys(service, wanted + SPARE)
  const tokens = steps.map((id) => signToken('survey', id)).values()
  await submit(tokens, 16, WARM_UP)
  await readStatic(16)
  say('\nanswers to survey links; the static one is measured before and after each\n')
  say('connections    answers/s   static/s   of the static one')
  for (const { connections, amount } of SUBMISSIONS) {
    const before = await readStatic(connections)
    const rate = await submit(tokens, connections, amount)
    const floor = (before + (await readStatic(connections))) / 2
    say(
      `${String(connections).padStart(11)} ${rate.toFixed(0).padStart(12)} ${floor.toFixed(0).padStart(10)} ${(rate / floor).toFixed(2).padStart(12)}`,
    )
  }
}

/** As the form on the survey's page does. @returns how many a second. */
async function submit(tokens: Iterator<string>, connections: number, amount: number): Promise<number> {
  const result = await autocannon({
    url: service.address,
    connections,
    amount,
    requests: [
      {
        setupRequest: (request) => {
          sent += 1
          const { value: token, done } = tokens.next()
          return {
            ...request,
            method: 'POST',
            path: `/s/${done ? '' : token}`,
            headers: {
              ...request.headers,
              'content-type': 'application/x-www-form-urlencoded',
              'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
            },
            body: `q.nps=${sent % 11}&q.why=${sent % 4 === 0 ? 'We+waited+a+while.' : ''}&_language=en`,
          }
        },
      },
    ],
  })
  if (result['3xx'] !== amount) throw new Error(`of ${amount} answers ${result['3xx']} were taken`)
  return amount / result.duration
}

async function readStatic(connections: number): Promise<number> {
  const result = await autocannon({ url: `${service.address}/api`, connections, duration: SECONDS })
  return result.requests.total / result.duration
}

function checkCounts(): { wrong: number } {
  const env = { ...process.env, DATA_DIR: path.join(ROOT, '.data-bench'), DATABASE_URL: '' }
  const command = ['scripts/cli.mjs', 'org:check-counts', '--org', service.organizationId]
  return JSON.parse(execFileSync(process.execPath, command, { cwd: ROOT, env, encoding: 'utf8' })) as { wrong: number }
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  say(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return result
}

function day(from: number): string {
  return new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
}

function number(count: number): string {
  return count.toLocaleString('en')
}

function ms(time: number): string {
  return time.toFixed(2).padStart(8)
}
