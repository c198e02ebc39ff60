import { setTimeout as sleep } from 'node:timers/promises'
import { median, openBenchFixture, printLine } from './bench-fixture'
import { fillContacts } from './bench-service.mjs'
import { BENCHMARK_CONNECTIONS, watchTransactions } from './transaction-watch'

const PORT = 3292
const SIZE = process.argv.includes('--small')
  ? { contacts: 300, alone: 3, mailMs: 10_000 }
  : { contacts: 200_000, alone: 20, mailMs: 600_000 }
const EVERY_DAYS = 90
const DAYS = 3
const DAY_MS = 86_400_000
const POLL_MS = 200
const PHASE_MAX_MS = 30 * 60_000

// Mails of the bystander are measured one at a time, for as long as a phase takes.
const bench = await openBenchFixture(PORT, 1)
process.env['PGAPPNAME'] = BENCHMARK_CONNECTIONS
const { addRule } = await import('@/server/sequences/entry/entry-fixture')
const { forecastEntries } = await import('@/server/sequences/entry/forecast-entries')
const { createSegment } = await import('@/server/segments/segments')
const { aSequence } = await import('@/server/testing/factories/sequences')
const { pool } = bench.service

const bystander = await bench.createTenant('/bystander')
const { organizationId, sequenceId } = await bench.createTenant('/owner')
let delays: number[] = []
/** To contacts of the owner. */
let mails = 0

try {
  await fillContacts(pool, organizationId, SIZE.contacts)
  const { id: segmentId } = await createSegment(organizationId, { name: 'Customers', filter: { tag: 'bench' } })
  printLine(
    `${SIZE.contacts} contacts of one organization in a segment; another one enrols one person after the other.`,
  )
  printLine('Mail: from the answer of the API, median and slowest. Transaction: the longest of the service.\n')
  await beside('alone', () => waitFor(async () => delays.length >= SIZE.alone))
  await beside('first scan of the segment', () => scanSegment(segmentId))
  await beside('next scan of the segment', scanSegmentAgain)
  await beside(`${DAYS} days of a rule every ${EVERY_DAYS} days`, () => enterOnThreeDays(segmentId))
  const ruleId = await addDailyRule(segmentId)
  const startedAt = performance.now()
  await beside('all on one day, entering', () => enterAll(ruleId))
  await beside('all on one day, sending', () => sendUntil(startedAt + SIZE.mailMs))
} finally {
  await bench.close()
}

async function beside(name: string, work: () => Promise<string | void>): Promise<void> {
  delays = []
  const endWatch = watchTransactions(pool)
  const startedAt = performance.now()
  const end = new AbortController()
  const measure = async () => {
    while (!end.signal.aborted) await measureDelay()
  }
  const [result] = await Promise.all([work().finally(() => end.abort()), measure()])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const { ms, state, query } = await endWatch()
  printLine(`${name}: ${seconds} s${result ? `; ${result}` : ''}`)
  printLine(`  mail         ${median(delays)} ms, ${Math.max(...delays)} ms (${delays.length} people)`)
  printLine(`  transaction  ${ms.toFixed(0)} ms, ${state}: ${query.replaceAll(/\s+/g, ' ').trim().slice(0, 160)}`)
}

async function measureDelay(): Promise<void> {
  delays.push(...(await bench.measureEmailDelays(bystander)))
  mails += bench.mailbox.received.length - 1
  // They are not read, and 200,000 fill the memory.
  bench.mailbox.received.length = 0
}

async function scanSegment(segmentId: string): Promise<void> {
  const { id } = await aSequence(organizationId)
  const rule = await addRule(organizationId, id, { type: 'segment_entered' }, { segmentId })
  await waitFor(() => isTrue('SELECT baseline_at IS NOT NULL FROM entry_rule WHERE id = $1', rule.id))
}

async function scanSegmentAgain(): Promise<void> {
  await execute(
    "UPDATE entry_rule SET next_scan_at = now() WHERE organization_id = $1 AND type = 'segment_entered'",
    organizationId,
  )
  await signalScan()
  const sql = "SELECT next_scan_at > now() FROM entry_rule WHERE organization_id = $1 AND type = 'segment_entered'"
  await waitFor(() => isTrue(sql, organizationId))
}

/** Moves the clock of the organization, as that of a test organization, whose messages are captured. */
async function enterOnThreeDays(segmentId: string): Promise<string> {
  const text = { en: 'How are you?', fr: 'Comment allez-vous ?' }
  const { id } = await aSequence(organizationId, [{ type: 'email', subject: text, body: text }])
  const rule = await addRule(organizationId, id, { type: 'recurring', everyDays: EVERY_DAYS }, { segmentId })
  await waitFor(() => isTrue('SELECT scanned_through IS NOT NULL FROM entry_rule WHERE id = $1', rule.id))
  const forecast = (await forecastEntries(organizationId, rule.id)).days.slice(0, DAYS)
  await execute('INSERT INTO test_organization (organization_id) VALUES ($1)', organizationId)
  for (const [index, { day }] of forecast.entries()) {
    await execute(
      'UPDATE test_organization SET clock_offset_ms = $2, clock_moved_at = now() WHERE organization_id = $1',
      organizationId,
      (index + 1) * DAY_MS,
    )
    await signalScan()
    await waitFor(() => isTrue('SELECT scanned_through = $2::date FROM entry_rule WHERE id = $1', rule.id, day))
    await waitFor(() => isDecided(rule.id))
  }
  await waitFor(() =>
    isTrue('SELECT NOT EXISTS (SELECT FROM sending WHERE organization_id = $1 AND due_at IS NOT NULL)', organizationId),
  )
  await execute('DELETE FROM test_organization WHERE organization_id = $1', organizationId)
  const entered = await readEntered(rule.id)
  return forecast.map(({ day, contacts }) => `${day} forecast ${contacts}, entered ${entered.get(day) ?? 0}`).join('; ')
}

async function readEntered(ruleId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ day: string; contacts: number }>(
    `SELECT occurrence AS day, count(*)::int AS contacts FROM entry_candidate
     WHERE rule_id = $1 AND outcome = 'entered' GROUP BY occurrence`,
    [ruleId],
  )
  return new Map(rows.map(({ day, contacts }) => [day, contacts]))
}

async function addDailyRule(segmentId: string): Promise<string> {
  const { id } = await addRule(organizationId, sequenceId, { type: 'recurring', everyDays: 1 }, { segmentId })
  await waitFor(() => isTrue('SELECT scanned_through IS NOT NULL FROM entry_rule WHERE id = $1', id))
  return id
}

/** A new rule begins with the next morning: its row is moved to the one before. */
async function enterAll(ruleId: string): Promise<string> {
  mails = 0
  const startedAt = performance.now()
  await execute(
    'UPDATE entry_rule SET scanned_through = scanned_through - 1, next_scan_at = now() WHERE id = $1',
    ruleId,
  )
  await signalScan()
  await waitFor(() => isTrue('SELECT next_scan_at > now() FROM entry_rule WHERE id = $1', ruleId))
  const scannedAt = performance.now()
  await waitFor(() => isDecided(ruleId))
  const [entered = 0] = (await readEntered(ruleId)).values()
  return `${entered} entered, found after ${((scannedAt - startedAt) / 1000).toFixed(1)} s; ${mails} mails meanwhile`
}

async function sendUntil(endAt: number): Promise<string> {
  const startedAt = performance.now()
  const before = mails
  await waitFor(async () => mails >= SIZE.contacts || performance.now() >= endAt)
  const rate = ((mails - before) / (performance.now() - startedAt)) * 1000
  return `${mails} mails in all, ${rate.toFixed(0)} a second`
}

/** So that it does not wait for the next sweep. */
async function signalScan(): Promise<void> {
  await execute("SELECT pg_notify('jobs', json_build_array('sequences/entry-scans', $1::text)::text)", organizationId)
}

function isDecided(ruleId: string): Promise<boolean> {
  return isTrue(
    'SELECT NOT EXISTS (SELECT FROM entry_candidate WHERE organization_id = $1 AND rule_id = $2 AND decided_at IS NULL)',
    organizationId,
    ruleId,
  )
}

async function isTrue(sql: string, ...values: unknown[]): Promise<boolean> {
  const { rows } = await pool.query<Record<string, boolean>>(sql, values)
  return Object.values(rows[0] ?? {})[0] === true
}

async function execute(sql: string, ...values: unknown[]): Promise<void> {
  await pool.query(sql, values)
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  const latest = Date.now() + PHASE_MAX_MS
  while (!(await isSo())) {
    if (Date.now() > latest) throw new Error('it did not happen')
    await sleep(POLL_MS)
  }
}
