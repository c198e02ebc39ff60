import fs from 'node:fs'
import path from 'node:path'
import autocannon from 'autocannon'
import { OverviewQuery } from '@/server/overview/schema'
import { median, printLine } from './bench-fixture'
import { BENCH_DATA_DIR, fillContacts, runCliCommand, startBenchService } from './bench-service.mjs'
import { createSurveysAndMasterData, fillResponses, insertSentSurveys } from './response-data'
import { signIn } from './sign-in.mjs'

const PORT = 3298
/**
 * `submissions`: number of answers per number of connections, each with its own link. `spare`: further links, because a connection prepares
 * its next request early. `seconds`: duration of the static requests.
 */
const SIZE = process.argv.includes('--small')
  ? {
      contacts: 1000,
      few: 500,
      rounds: 1,
      submissions: [
        { connections: 1, amount: 20 },
        { connections: 4, amount: 50 },
      ],
      warmUp: 50,
      spare: 100,
      seconds: 1,
    }
  : {
      contacts: 100_000,
      few: 2000,
      rounds: 100,
      submissions: [
        { connections: 1, amount: 1500 },
        { connections: 16, amount: 6000 },
        { connections: 64, amount: 6000 },
      ],
      warmUp: 3000,
      spare: 1000,
      seconds: 6,
    }
const MANY = Number(process.argv[2])
const PER_PAGE = 50

let sent = 0

/** Every answer has its own client address in X-Forwarded-For. */
const service = await startBenchService(PORT, { TRUSTED_PROXIES: '1' }, { keep: process.argv.includes('--keep') })
// For the modules imported below.
Object.assign(process.env, service.variables)
const { signToken } = await import('@/server/encryption')
const { closeDatabase } = await import('@/server/db')
try {
  // Two organizations of one installation in turn, so that other load of the machine affects both.
  const small = await openSmallOrganization()
  const [few, many] = [withPool(small), withPool(service)]
  for (const one of [few, many]) {
    await fillContacts(service.pool, one.organizationId, SIZE.contacts)
    await createSurveysAndMasterData(one)
  }
  const next = await timed(`${number(SIZE.few)} responses filled in`, () => fillResponses(few, SIZE.few, 1))
  await timed(`${number(MANY)} responses filled in`, () => fillResponses(many, MANY, next))
  reportReads(await measureAll(small, service))
  await measureSubmissions()
  const check = await timed('counts compared with responses', async () => checkCounts())
  printLine(`org:check-counts: wrong ${check.wrong}`)
  if (check.wrong !== 0) process.exitCode = 1
} finally {
  await closeDatabase()
  await service.stop()
}

type Account = Pick<typeof service, 'organizationId' | 'apiKey' | 'credentials'>

function withPool({ organizationId }: Account) {
  return { pool: service.pool, organizationId }
}

async function openSmallOrganization(): Promise<Account> {
  const file = path.join(BENCH_DATA_DIR, 'small.json')
  if (fs.existsSync(file)) return JSON.parse(fs.readFileSync(file, 'utf8')) as Account
  const credentials = { email: 'small@example.com', password: 'a benchmark of few responses' }
  const { organizationId } = runCliCommand(
    'org:create',
    '--name',
    'Small',
    '--email',
    credentials.email,
    '--password',
    credentials.password,
  ) as { organizationId: string }
  const { key } = runCliCommand('key:create', '--org', organizationId, '--name', 'Bench', '--scopes', 'admin') as {
    key: string
  }
  const small = { organizationId, credentials, apiKey: key }
  fs.writeFileSync(file, JSON.stringify(small))
  return small
}

type Filter = { name: string; rest: string; page: string }

async function listFilters({ organizationId }: Account): Promise<Filter[]> {
  const filters = [{ name: 'all', rest: '', page: '' }]
  for (const table of ['survey', 'location', 'employee']) {
    const { rows } = await service.pool.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE organization_id = $1 AND name LIKE 'Bench %' ORDER BY name LIMIT 1`,
      [organizationId],
    )
    const id = rows[0]?.id ?? ''
    filters.push({ name: `one ${table}`, rest: `${table}_id=${id}&`, page: `${table}=${id}&` })
  }
  return filters
}

type Read = { name: string; address: string; isPage: boolean }

async function listReads(account: Account): Promise<Read[]> {
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
  for (const { name, rest, page } of await listFilters(account)) {
    const last = Math.max(1, Math.ceil((await countResponses(account, rest)) / PER_PAGE))
    for (const [place, at] of [
      ['first page', 1],
      ['middle page', Math.ceil(last / 2)],
      ['last page', last],
    ] as const) {
      lists.push({ name: `REST, ${name}, ${place}`, address: `/api/v1/responses?${rest}page=${at}`, isPage: false })
      lists.push({ name: `list, ${name}, ${place}`, address: `/responses?${page}page=${at}`, isPage: true })
    }
  }
  lists.push(...(await listSendingReads(account)))
  const comparisons = await listComparisons(account)
  return [...overviews, ...comparisons, { name: 'surveys', address: '/surveys', isPage: true }, ...lists]
}

/** There is a sending for every fifth response. */
async function listSendingReads({ organizationId }: Account): Promise<Read[]> {
  const { rows } = await service.pool.query<{ survey: string; contact: string; middle: Date }>(
    `SELECT survey_id AS survey, contact_id AS contact, updated_at AS middle FROM sending WHERE organization_id = $1 AND survey_id IS NOT NULL
     ORDER BY updated_at OFFSET (SELECT count(*) / 2 FROM sending WHERE organization_id = $1) LIMIT 1`,
    [organizationId],
  )
  const { survey, contact, middle } = rows[0] ?? { survey: '', contact: '', middle: new Date(0) }
  return [
    ['all', ''],
    ['one survey', `survey_id=${survey}`],
    ['one contact', `contact_id=${contact}`],
    ['completed', 'status=completed'],
    ['failed, none', 'status=failed'],
    ['changes, first 100', 'limit=100&updated_since=1970-01-01'],
    ['changes, 100 in the middle', `limit=100&updated_since=${middle.toISOString()}`],
  ].map(([name, query]) => ({ name: `sendings, ${name}`, address: `/api/v1/sendings?${query}`, isPage: false }))
}

async function listComparisons({ organizationId }: Account): Promise<Read[]> {
  const reads = [{ name: 'overview by company', address: '/?by=company', isPage: true }]
  for (const [table, list] of [
    ['location', '/locations'],
    ['employee', '/employees'],
    ['contact_organization', '/companies'],
  ] as const) {
    const { rows } = await service.pool.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE organization_id = $1 AND name LIKE 'Bench %' ORDER BY name LIMIT 1`,
      [organizationId],
    )
    reads.push(
      { name: `comparison, ${list}`, address: `${list}?sort=-score`, isPage: true },
      { name: `comparison, ${list}, a year`, address: `${list}?sort=change&days=365`, isPage: true },
      { name: `one of ${list}`, address: `${list}/${rows[0]?.id}`, isPage: true },
      { name: `one of ${list}, a year`, address: `${list}/${rows[0]?.id}?days=365`, isPage: true },
    )
  }
  return reads
}

async function countResponses({ apiKey }: Account, filter: string): Promise<number> {
  const answer = await fetch(`${service.address}/api/v1/responses?${filter}limit=1`, {
    headers: { 'x-api-key': apiKey },
  })
  return ((await answer.json()) as { meta: { total: number } }).meta.total
}

type Medians = Map<string, { few: number; many: number }>

async function measureAll(small: Account, large: Account): Promise<Medians> {
  const medians: Medians = new Map()
  const largeReads = await listReads(large)
  for (const [i, read] of (await listReads(small)).entries()) {
    const times = { few: [] as number[], many: [] as number[] }
    const [few, many] = [await prepareRead(small, read), await prepareRead(large, largeReads[i] as Read)]
    for (let round = 0; round <= SIZE.rounds; round += 1) {
      times.few.push(await few())
      times.many.push(await many())
    }
    medians.set(read.name, { few: median(times.few.slice(1)), many: median(times.many.slice(1)) })
  }
  return medians
}

async function prepareRead(account: Account, { name, address, isPage }: Read): Promise<() => Promise<number>> {
  // Each page has its own session, because of their rate limit.
  const headers = isPage
    ? { cookie: await signIn({ address: service.address, credentials: account.credentials }) }
    : { 'x-api-key': account.apiKey }
  return async () => {
    const started = performance.now()
    const answer = await fetch(service.address + address, { headers, redirect: 'manual' })
    const body = await answer.text()
    const wall = performance.now() - started
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${body.slice(0, 300)}`)
    return serverTime(answer) ?? wall
  }
}

function serverTime(answer: Response): number | undefined {
  const duration = /dur=([\d.]+)/.exec(answer.headers.get('server-timing') ?? '')?.[1]
  return duration === undefined ? undefined : Number(duration)
}

function reportReads(medians: Medians): void {
  printLine(`\nmedian of ${SIZE.rounds} requests in ms, in turn, ${number(SIZE.contacts)} contacts each\n`)
  printLine(`${''.padEnd(34)} at ${number(SIZE.few)}   at ${number(MANY)}    ratio`)
  for (const [name, { few, many }] of medians)
    printLine(`${name.padEnd(34)} ${ms(few)} ${ms(many).padStart(12)} ${(many / few).toFixed(2).padStart(8)}`)
  printLine(`\nlast page of first page, at ${number(MANY)}\n`)
  for (const [name, { many }] of medians)
    if (name.endsWith('first page')) {
      const last = medians.get(name.replace('first page', 'last page'))?.many ?? Number.NaN
      printLine(`${name.replace(', first page', '').padEnd(34)} ${(last / many).toFixed(2).padStart(8)}`)
    }
}

async function measureSubmissions(): Promise<void> {
  const total = SIZE.submissions.reduce((sum, { amount }) => sum + amount, SIZE.warmUp)
  const steps = await insertSentSurveys(service, total + SIZE.spare)
  const tokens = steps.map((id) => signToken('survey', id)).values()
  await submit(tokens, 16, SIZE.warmUp)
  await readStatic(16)
  printLine('\nanswers to survey links; the static one is measured before and after each\n')
  printLine('connections    answers/s   static/s   of the static one')
  for (const { connections, amount } of SIZE.submissions) {
    const before = await readStatic(connections)
    const rate = await submit(tokens, connections, amount)
    const floor = (before + (await readStatic(connections))) / 2
    printLine(
      `${String(connections).padStart(11)} ${rate.toFixed(0).padStart(12)} ${floor.toFixed(0).padStart(10)} ${(rate / floor).toFixed(2).padStart(12)}`,
    )
  }
}

/** Submits the form of the survey's page. @returns submissions per second. */
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
  const result = await autocannon({ url: `${service.address}/api`, connections, duration: SIZE.seconds })
  return result.requests.total / result.duration
}

function checkCounts(): { wrong: number } {
  return runCliCommand('org:check-counts', '--org', service.organizationId) as { wrong: number }
}

async function timed<T>(label: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  printLine(`${label}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
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
