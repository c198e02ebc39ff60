import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { groupBy } from '../../group-by'
import {
  findSendingContradictions,
  listArrivedTwice,
  loadSendings,
  type SendingRecord,
} from '../../testing/chaos/check-sendings'
import { aFlakyMailServer, type FlakyMailServer, type ReceivedText } from '../../testing/chaos/flaky-mail-server'
import { killAgainAndAgain, letTimePass, untilNoneLeft } from '../../testing/chaos/kill-workers'
import { aPostgresServer, type PostgresServer } from '../../testing/chaos/postgres-server'
import type { RecipientActions } from '../../testing/chaos/recipient-actions'
import { createSeededRandom } from '../../testing/chaos/seeded-random'
import { addStepLog, fastForwardSendings } from '../../testing/chaos/sending-step-log'
import { prepareWorkerProcesses, type WorkerProcesses } from '../../testing/chaos/worker-processes'

/*
 * Sequences under way with real processes, a real database and a real mail server, while processes are killed, the database crashes, the
 * mail server fails, and people answer, opt out, are paused and resumed. The order of events is not known; afterwards the rows, a log that
 * PostgreSQL kept, and the mailbox must agree. `npm run chaos -- sequences --kills 100 --seed 7`.
 */

const KILLS = Number(process.env.CHAOS_KILLS ?? 30)
const SENDINGS = Number(process.env.CHAOS_SENDINGS ?? 2000)
const SEED = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const chance = createSeededRandom(SEED)
/** Numbers of kills after which the database crashes. */
const CRASHES_AFTER = KILLS < 12 ? [1] : [Math.floor(KILLS / 3), Math.floor((2 * KILLS) / 3)]
const WORKERS = 3
const ORGANIZATIONS = 5
const ENROLLED_AT_ONCE = 50
/** Messages of a sending: the survey, the reminder to most, a branch, the last email. */
const TEXTS_PER_SENDING = 3.5
const DAY = 86_400
const LAYOUT = { reminder: 2, fork: 3, yes: 4, no: 5, last: 6 }

let cluster: PostgresServer
let mailServer: FlakyMailServer
let workers: WorkerProcesses
let actions: RecipientActions
let stopTime: (() => void) | undefined

beforeAll(async () => {
  cluster = await aPostgresServer()
  await addStepLog(cluster)
  mailServer = await aFlakyMailServer(chance, (text) => actions.onKept(text))
  // Before any module reads them: this process uses the same database, and captures no message.
  Object.assign(process.env, { DATABASE_URL: cluster.url, SMTP_URL: mailServer.url })
  workers = await prepareWorkerProcesses({ databaseUrl: cluster.url, authorities: '' })
  const { RecipientActions: Actions } = await import('../../testing/chaos/recipient-actions')
  actions = new Actions(chance)
})

afterAll(async () => {
  stopTime?.()
  await actions.close()
  await workers.close()
  await mailServer.close()
  const { pool } = await import('../../pool')
  await pool.end()
  await cluster.close()
})

it(
  `takes each step once and sends no message twice while processes are killed, the database crashes and the mail server fails (${SENDINGS} sendings, ${KILLS} kills, CHAOS_SEED=${SEED})`,
  async () => {
    const startedAt = Date.now()
    const sequences = await createSequences()
    await enrol(sequences, 0, SENDINGS / 2)
    for (let n = 0; n < WORKERS; n += 1) workers.start()
    stopTime = letTimePass(() => fastForwardSendings(cluster, workers.killedAt))
    const enrolled = enrol(sequences, SENDINGS / 2, SENDINGS)
    await killAgainAndAgain({
      workers,
      cluster,
      chance,
      count: WORKERS,
      kills: KILLS,
      crashesAfter: CRASHES_AFTER,
      untilInTheMiddle,
    })
    await enrolled
    await untilNoneLeft(readProgress)
    const kills = workers.killedAt.size
    await Promise.all(workers.alive().map(workers.kill))

    const sendings = await loadSendings(cluster)
    const texts = groupBy(mailServer.texts, ({ stepId }) => stepId)
    const { recipients } = actions
    const evidence = { texts, recipients, layout: LAYOUT, killed: workers.killedAt, crashes: cluster.crashTimes }
    const observed = observe(sendings, texts, { kills, startedAt })
    process.stdout.write(`chaos: ${JSON.stringify({ seed: SEED, ...observed })}\n`)
    expect(findSendingContradictions(sendings, evidence)).toEqual([])
    expect(workers.unexpectedExits).toEqual([])
    expect(sendings.map(({ email }) => email).toSorted()).toEqual([...recipients.keys()].toSorted())
    expect(listTooFew(observed)).toEqual([])
  },
  300_000 + 60_000 * KILLS + 1000 * SENDINGS,
)

type TestSequence = { organizationId: string; sequenceId: string }

/** Every second one stops when the contact opts out. */
async function createSequences(): Promise<TestSequence[]> {
  const { anOrganization, aSurvey } = await import('../../testing/factories/basics')
  const { parseAndSaveSequence } = await import('../sequence-fixture')
  const sequences = []
  for (let n = 0; n < ORGANIZATIONS; n += 1) {
    const organizationId = await anOrganization()
    const { id: surveyId } = await aSurvey(organizationId)
    const email = (subject: string, more: object) => ({ type: 'email', subject, body: 'Hello {{firstName}}', ...more })
    const { id } = await parseAndSaveSequence(organizationId, {
      name: 'After the visit',
      status: 'active',
      rules: { stopsOnOptOut: n % 2 === 1 },
      steps: [
        { type: 'survey', delay: 0, surveyId },
        { type: 'wait', delay: DAY },
        email('A reminder', { delay: 0, condition: 'not_answered' }),
        {
          type: 'fork',
          delay: DAY,
          conditions: { match: 'all', items: [{ type: 'survey', outcome: 'answered' }] },
        },
        email('Thank you', { delay: 0, branch: 'yes' }),
        email('We miss you', { delay: 0, branch: 'no' }),
        email('See you', { delay: DAY }),
      ],
    })
    sequences.push({ organizationId, sequenceId: id })
  }
  return sequences
}

/** Enrols the contacts with these numbers, in turn in each organization. The dedupe key makes a request harmless that is repeated after a lost reply. */
async function enrol(sequences: readonly TestSequence[], from: number, to: number): Promise<void> {
  const { executeSequence } = await import('../execute-sequence')
  const { persist } = await import('../../testing/chaos/recipient-actions')
  for (let first = from, turn = 0; first < to; first += ENROLLED_AT_ONCE, turn += 1) {
    const { organizationId, sequenceId } = sequences[turn % sequences.length] as TestSequence
    const contacts = Array.from({ length: Math.min(ENROLLED_AT_ONCE, to - first) }, (_, n) => {
      const email = `lin-${first + n}@example.com`
      return { email, firstName: 'Lin', dedupeKey: email }
    })
    const { results } = await persist(() => executeSequence(organizationId, { id: sequenceId, contacts }))
    for (const { email, contactId, sendingId } of results)
      actions.recipients.set(email, { organizationId, contactId, sendingId, email, done: {} })
  }
}

/** Spreads the kills over the run, each at a random moment while texts are being transmitted. */
async function untilInTheMiddle(): Promise<void> {
  const deadline = Date.now() + 60_000
  const between = (0.8 * TEXTS_PER_SENDING * SENDINGS) / KILLS
  const enough = mailServer.texts.length + between * (0.5 + chance())
  while ((mailServer.countPending() === 0 || mailServer.texts.length < enough) && Date.now() < deadline) await pause(5)
  await pause(chance() * 300)
}

async function readProgress(): Promise<{ left: number }> {
  const [row] = await cluster.query<{ left: number; entries: number }>(
    `SELECT (SELECT count(*)::int FROM sending WHERE ended_at IS NULL) AS left, (SELECT count(*)::int FROM sending_step_log) AS entries`,
  )
  return { ...row, left: (row?.left ?? 0) + actions.left }
}

type Observed = ReturnType<typeof observe>

function observe(
  sendings: readonly SendingRecord[],
  texts: ReadonlyMap<string, readonly ReceivedText[]>,
  { kills, startedAt }: { kills: number; startedAt: number },
) {
  const steps = sendings.flatMap((sending) => sending.steps)
  const countSteps = (status: string, reason?: string) =>
    steps.filter((step) => step.status === status && (reason === undefined || step.reason === reason)).length
  const arrived = (id: string) => (texts.get(id) ?? []).some(({ isKept }) => isKept)
  const unclear = steps.filter(({ reason }) => reason === 'interrupted' || reason === 'unconfirmed')
  return {
    kills,
    crashes: cluster.crashTimes.length,
    sendings: sendings.length,
    steps: steps.length,
    sent: countSteps('sent'),
    answered: countSteps('answered'),
    skipped: countSteps('skipped'),
    bounced: countSteps('bounced'),
    refused: countSteps('failed', 'refused'),
    unconfirmed: countSteps('failed', 'unconfirmed'),
    interrupted: countSteps('failed', 'interrupted'),
    unclearThatArrived: unclear.filter(({ id }) => arrived(id)).length,
    retried: steps.flatMap(({ log }) => log.filter(({ kind }) => kind === 'released')).length,
    arrivedTwice: listArrivedTwice(mailServer.texts).length,
    optedOut: actions.count('optOut'),
    resumed: actions.count('resume'),
    early: Object.fromEntries(mailServer.earlyFaults),
    seconds: Math.round((Date.now() - startedAt) / 1000),
  }
}

/** Without enough accidents the test proves nothing. */
function listTooFew(observed: Observed): [what: string, least: number][] {
  const least: Partial<Record<keyof Observed, number>> = {
    kills: KILLS,
    crashes: CRASHES_AFTER.length,
    sendings: SENDINGS,
    answered: SENDINGS / 5,
    unconfirmed: SENDINGS / 50,
    interrupted: Math.floor(KILLS / 3),
    unclearThatArrived: Math.floor(KILLS / 6),
    retried: SENDINGS / 10,
    bounced: SENDINGS / 200,
    optedOut: SENDINGS / 50,
    resumed: SENDINGS / 50,
  }
  return Object.entries(least).filter(([what, number]) => Number(observed[what as keyof Observed]) < number)
}
