import { median, printLine } from './bench-fixture'
import { runCliCommand, startBenchService } from './bench-service.mjs'
import { signIn } from './sign-in.mjs'
import { createResultsSurvey, fillResultsResponses } from './survey-results-data'

const PORT = 3302
const IS_SMALL = process.argv.includes('--small')
const FEW = IS_SMALL ? 200 : 2000
const ROUNDS = IS_SMALL ? 2 : 30
const MANY = Number(process.argv[2])

const READS: [name: string, query: (locationId: string) => string][] = [
  ['all time', () => ''],
  ['30 days', () => 'days=30'],
  ['a year, by week', () => 'days=365&step=week'],
  ['one location', (id) => `location=${id}`],
  ['French, 90 days', () => 'language=fr&days=90'],
  ['compared, 90 days', () => 'days=90&vs=previous'],
]

const service = await startBenchService(PORT, {}, { keep: process.argv.includes('--keep') })
Object.assign(process.env, service.variables)
const { closeDatabase } = await import('@/server/db')
try {
  // Two organizations of one installation in turn, so that other load of the machine affects both.
  const few = await fillOrganization(createSmallOrganization(), FEW)
  const many = await fillOrganization(service, MANY)
  printLine(`\nmedian of ${ROUNDS} requests in ms, in turn, twelve questions, whole pages over HTTP\n`)
  printLine(`${''.padEnd(28)} at ${FEW}   at ${MANY}    ratio`)
  for (const [name, query] of READS) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round <= ROUNDS; round += 1) {
      times.few.push(await readPage(few, query(few.locationId)))
      times.many.push(await readPage(many, query(many.locationId)))
    }
    const [small, large] = [median(times.few.slice(1)), median(times.many.slice(1))]
    printLine(`${name.padEnd(28)} ${format(small)} ${format(large)} ${(large / small).toFixed(2).padStart(8)}`)
  }
  const { wrong } = runCliCommand('org:check-counts', '--org', service.organizationId) as { wrong: number }
  printLine(`org:check-counts: wrong ${wrong}`)
  if (wrong !== 0) process.exitCode = 1
} finally {
  await closeDatabase()
  await service.stop()
}

type Account = Pick<typeof service, 'organizationId' | 'credentials'>
type Filled = { surveyId: string; locationId: string; cookie: string }

function createSmallOrganization(): Account {
  const credentials = { email: 'small@example.com', password: 'a benchmark of few responses' }
  const { email, password } = credentials
  const created = runCliCommand('org:create', '--name', 'Small', '--email', email, '--password', password)
  return { credentials, organizationId: (created as { organizationId: string }).organizationId }
}

async function fillOrganization({ organizationId, credentials }: Account, count: number): Promise<Filled> {
  const organization = { pool: service.pool, organizationId }
  const started = performance.now()
  const surveyId = await createResultsSurvey(organization)
  await fillResultsResponses(organization, surveyId, count)
  printLine(`${count} responses filled in: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  const { rows } = await service.pool.query<{ id: string }>(
    'SELECT id FROM location WHERE organization_id = $1 ORDER BY name LIMIT 1',
    [organizationId],
  )
  return { surveyId, locationId: rows[0]?.id ?? '', cookie: await signIn({ address: service.address, credentials }) }
}

async function readPage({ surveyId, cookie }: Filled, query: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(`${service.address}/surveys/${surveyId}/results?${query}`, { headers: { cookie } })
  await answer.text()
  if (answer.status !== 200) throw new Error(`${query}: ${answer.status}`)
  return performance.now() - started
}

function format(time: number): string {
  return time.toFixed(1).padStart(8)
}
