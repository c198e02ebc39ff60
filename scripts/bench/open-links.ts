import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, printLine } from './bench-fixture'
import { startBenchService } from './bench-service.mjs'

/*
 * The machines come from addresses of the loopback network. A third of their answers fills the field that people do not see, a third comes
 * too soon, and a third only comes too often.
 */

const PORT = 3285
const RATE = Number(process.argv[2])
const IS_SMALL = process.argv.includes('--small')
const SIZE = IS_SMALL
  ? { seconds: 3, rounds: 5, people: 2, addresses: 4 }
  : { seconds: 60, rounds: 40, people: 15, addresses: 25 }
/** The service takes an answer that comes within two seconds for a machine's. */
const READING_MS = 2500

type Reply = { status: number; body: string; ms: number }

const service = await startBenchService(PORT)
Object.assign(process.env, service.variables)
const { anApiKey, anOrganization, aSurvey } = await import('@/server/testing/factories/basics')
const { createSurveyLink } = await import('@/server/survey-links/survey-links')
const { createPageView } = await import('@/server/survey-links/view-token')
const { closeDatabase } = await import('@/server/db')
try {
  const target = await createTenant()
  const bystander = await createTenant()
  const steps = [
    { name: 'open the form', run: () => send('GET', `/f/${bystander.slug}`) },
    { name: 'send an answer', run: () => sendAnswer(bystander, '127.2.0.1') },
    {
      name: 'GET /responses',
      run: () => send('GET', '/api/v1/responses', { headers: { 'x-api-key': bystander.key } }),
    },
  ]
  await measureSteps(steps)
  const alone = await measureSteps(steps)
  const [statuses, beside, thanked] = await Promise.all([
    sendAsMachines(target),
    measureSteps(steps),
    answerAsPeople(target.slug),
  ])
  printLine(
    `\n${RATE} answers a second for ${SIZE.seconds} s from ${SIZE.addresses} addresses; another organization, median and slowest of ${SIZE.rounds}:`,
  )
  for (const [index, { name }] of steps.entries()) printLine(compare(name, alone[index] ?? [], beside[index] ?? []))
  printLine(`machines   ${JSON.stringify(statuses)} by status`)
  printLine(`people     ${thanked} of ${SIZE.people} were thanked`)
  const { rows } = await service.pool.query<{ line: string }>(
    `SELECT count(*) || ' ' || status || coalesce(' (' || flag || ')', '') AS line FROM response WHERE survey_id = $1
     GROUP BY status, flag ORDER BY count(*) DESC`,
    [target.surveyId],
  )
  printLine(`stored     ${rows.map(({ line }) => line).join(', ')}`)
} finally {
  await closeDatabase()
  await service.stop()
}

async function createTenant() {
  const organizationId = await anOrganization()
  const { id: surveyId } = await aSurvey(organizationId)
  const { id: linkId, slug } = await createSurveyLink(organizationId, { id: surveyId, name: 'Receipt' })
  return { surveyId, linkId, slug, key: (await anApiKey(organizationId, ['admin'])).key }
}

type Tenant = Awaited<ReturnType<typeof createTenant>>

async function measureSteps(steps: readonly { run: () => Promise<Reply> }[]): Promise<number[][]> {
  const times: number[][] = steps.map(() => [])
  for (let round = 0; round < SIZE.rounds; round += 1)
    for (const [index, { run }] of steps.entries()) {
      const { status, body, ms } = await run()
      if (status >= 400) throw new Error(`the bystander was answered ${status}: ${body.slice(0, 300)}`)
      times[index]?.push(ms)
    }
  return times
}

/** As if the page had been open for a while. */
function sendAnswer({ linkId, slug }: Tenant, address: string, { secondsAgo = 20, topic = '' } = {}): Promise<Reply> {
  const view = createPageView(linkId, Date.now() - secondsAgo * 1000).token
  return send('POST', `/f/${slug}`, { address, form: { 'q.nps': '9', _view: view, _topic: topic } })
}

async function sendAsMachines(tenant: Tenant): Promise<Record<number, number>> {
  const pending: Promise<Reply>[] = []
  const startedAt = Date.now()
  for (let n = 0; n < RATE * SIZE.seconds; n += 1) {
    await sleep(Math.max(0, startedAt + (n * 1000) / RATE - Date.now()))
    const looks = [{ topic: 'Buy' }, { secondsAgo: 0 }, {}][n % 3]
    pending.push(sendAnswer(tenant, `127.1.0.${1 + (n % SIZE.addresses)}`, looks))
  }
  const statuses: Record<number, number> = {}
  for (const { status } of await Promise.all(pending)) statuses[status] = (statuses[status] ?? 0) + 1
  return statuses
}

/** Each opens the page, reads, and answers. @returns how many were thanked */
async function answerAsPeople(slug: string): Promise<number> {
  let thanked = 0
  for (let person = 1; person <= SIZE.people; person += 1) {
    const address = `127.3.0.${person}`
    const { body } = await send('GET', `/f/${slug}`, { address })
    const view = /name="_view" value="([^"]+)"/.exec(body)?.[1] ?? ''
    await sleep(READING_MS)
    const reply = await send('POST', `/f/${slug}`, { address, form: { 'q.nps': '8', _view: view, _stay: '1' } })
    if (reply.body.includes('data-page="thanks"')) thanked += 1
  }
  return thanked
}

type SendOptions = { address?: string; headers?: Record<string, string>; form?: Record<string, string> }

function send(method: 'GET' | 'POST', path: string, { address, headers = {}, form }: SendOptions = {}): Promise<Reply> {
  const startedAt = performance.now()
  const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port: PORT,
        method,
        path,
        headers: { ...type, ...headers },
        agent: false,
        ...(address ? { localAddress: address } : {}),
      },
      (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          body += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body, ms: performance.now() - startedAt }))
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(form && new URLSearchParams(form).toString())
  })
}

function compare(name: string, alone: readonly number[], beside: readonly number[]): string {
  const spread = (times: readonly number[]) => `${median(times).toFixed(0)} ms, ${Math.max(...times).toFixed(0)} ms`
  const ratio = (median(beside) / median(alone)).toFixed(1)
  return `${name.padEnd(15)} alone ${spread(alone)}; beside it ${spread(beside)}; median × ${ratio}`
}
