import { readCountAndOptions } from './bench/bench-arguments.mjs'
import { fillContacts, startBenchService } from './bench/bench-service.mjs'
import { insertCommentedResponses, measureGlobalSearch } from './bench/global-search.mjs'
import { exitOnError } from './lib/operator-error.mjs'

/*
 * Latency of GET /contacts at 1,000 and 1,000,000 contacts, one request at a time: page 1 with each filter, deep pages, and changes. It must not
 * grow with the list. Then the searches of the command menu in them and a tenth as many responses, each within 100 ms.
 */

/** @typedef {[name: string, query: string]} Query */
/** @typedef {{ first: number, median: number, total: number }} Measured times in ms */
/** @typedef {import('./bench/bench-service.mjs').BenchService} BenchService */

const { count: MANY, values } = await exitOnError(async () =>
  readCountAndOptions(
    'Say how many contacts, as in: npm run bench:search -- 200000 (--small: only show that it works)',
    { normal: 1_000_000, small: 1000 },
  ),
)
/** `rounds`: requests per filter, at most; `findRounds`: requests per search of the command menu. */
const SIZE = values.small ? { few: 200, rounds: 1, findRounds: 1 } : { few: 1000, rounds: 200, findRounds: 100 }
/** Of the requests for one filter, in ms. */
const MEASURED_MAX = 10_000
const PORT = 3291

await exitOnError(async () => {
  const service = await startBenchService(PORT)
  try {
    const { rows } = await service.pool.query(
      'SELECT id FROM location WHERE organization_id = $1 ORDER BY id LIMIT 1',
      [service.organizationId],
    )
    const segmentId = await insertSegment(service.pool, service.organizationId)
    /** @type {Query[]} */
    const queries = [
      ['none', ''],
      ['email', '?email=person.500%40example.org'],
      ['phone', '?phone=%2B12125000500'],
      ['location_id', `?location_id=${rows[0].id}`],
      ['search, one person', '?search=person.500%40'],
      ['search, a surname', '?search=doraberg'],
      ['search, part of a surname', '?search=oraber'],
      ['search, first and last name', '?search=ada%20doraberg'],
      ['search, one in ten', '?search=grace'],
      ['search, all contacts', '?search=example'],
      ['search, one letter', '?search=b'],
      ['search, no one', '?search=nameofnoone'],
      ['none, page 1 of 100', '?limit=100'],
      ['none, page 100', '?limit=100&page=100'],
      ['none, page 5,000', '?limit=100&page=5000'],
      ['none, page 9,990', '?limit=100&page=9990'],
      ['none, page 20,000 of 25', '?limit=25&page=20000'],
      ['none, past the end', '?limit=100&page=1000000000'],
      ['one in ten, page 500', '?limit=100&page=500&search=grace'],
      ['changes, first 100', '?limit=100&updated_since=1970-01-01&deleted=true'],
      ['changes, 100 in the middle', '?limit=100&updated_since={middle}&deleted=true'],
      ['changes, search, one person', '?limit=100&updated_since={middle}&search=person.500%40'],
      ['changes, one of two locations', `?limit=100&updated_since={middle}&location_id=${rows[0].id}`],
      ['tag, all contacts', '?tag=bench'],
      ['tag, no one', '?tag=vip'],
      ['without tag, no one', '?without_tag=bench'],
      ['custom field, one in two', '?property=plan%3Dpro'],
      ['custom field, one in fifty', '?property=seats%3D49'],
      ['custom field, number range', '?property=seats%3E%3D40'],
      ['two custom fields', '?property=plan%3Dpro&property=seats%3D48'],
      ['added, last 30 days', '?added_days=30'],
      ['added, one day', '?start_date={day}&end_date={day}'],
      ['band, one in 25', '?band=positive'],
      ['score 9 or less', '?rating_max=9'],
      ['answered, last 30 days', '?answered_days=30'],
      ['never answered', '?answered=false'],
      ['never surveyed', '?surveyed=false'],
      ['language, none', '?preferred_language=none'],
      ['subscribed', '?unsubscribed=false'],
      ['reachable', '?deliverability=reachable'],
      ['tag and band and field', '?tag=bench&band=negative&property=plan%3Dfree'],
      ['segment', `?segment_id=${segmentId}`],
      ['segment and location', `?segment_id=${segmentId}&location_id=${rows[0].id}`],
    ]
    await fillContacts(service.pool, service.organizationId, SIZE.few)
    await fillAnswers(service.pool, service.organizationId)
    const small = await measureAll(service, queries)
    await fillContacts(service.pool, service.organizationId, MANY)
    await fillAnswers(service.pool, service.organizationId)
    const large = await measureAll(service, queries)
    say(`\nmedian of ${SIZE.rounds} requests in ms, and the first one; the total as the answer has it\n`)
    say(
      `${'filter'.padEnd(30)} ${at(SIZE.few).padStart(9)} ${'total'.padStart(9)} ${at(MANY).padStart(14)} ${'total'.padStart(9)} ${'first'.padStart(9)} ${'ratio'.padStart(8)}`,
    )
    queries.forEach(([name], index) => {
      const [a, b] = [small[index], large[index]]
      if (a === undefined || b === undefined) return
      say(
        `${name.padEnd(30)} ${a.median.toFixed(2).padStart(9)} ${String(a.total).padStart(9)} ${b.median.toFixed(2).padStart(14)} ${String(b.total).padStart(9)} ${b.first.toFixed(1).padStart(9)} ${(b.median / a.median).toFixed(2).padStart(8)}`,
      )
    })
    await benchFind(service)
  } finally {
    await service.stop()
  }
})

/**
 * @param {import('pg').Pool} pool
 * @param {string} organizationId
 * @returns {Promise<string>}
 */
async function insertSegment(pool, organizationId) {
  const { rows } = await pool.query(
    `INSERT INTO segment (id, organization_id, name, filter, updated_at)
     VALUES (uuid_v7(), $1, 'Bench', '{"answered_days":365,"band":"negative"}', now()) RETURNING id`,
    [organizationId],
  )
  return rows[0].id
}

/**
 * Adds an NPS response, some days old, for one in nine contacts that have none.
 *
 * @param {import('pg').Pool} pool
 * @param {string} organizationId
 */
async function fillAnswers(pool, organizationId) {
  await pool.query(
    `INSERT INTO response (id, organization_id, survey_id, contact_id, status, language, nps_score, rating, band, is_promoter, is_detractor,
       submitted_at, created_at, updated_at)
     SELECT uuid_v7(), $1::uuid, (SELECT id FROM survey WHERE organization_id = $1::uuid AND type = 'nps' LIMIT 1), a.contact_id, 'completed', 'en',
       f.score, f.score, CASE WHEN f.score >= 9 THEN 'positive' WHEN f.score >= 7 THEN 'neutral' ELSE 'negative' END, f.score >= 9, f.score <= 6,
       f.at, f.at, f.at
     FROM contact_activity a CROSS JOIN LATERAL (SELECT abs(hashtext(a.contact_id::text)) % 11 AS score,
       now() - abs(hashtext(a.contact_id::text)) % 400 * interval '1 day' AS at) f
     WHERE a.organization_id = $1::uuid AND a.last_answered_at IS NULL AND hashtext(a.contact_id::text) % 9 = 0`,
    [organizationId],
  )
  await pool.query('VACUUM (ANALYZE) contact_activity, response, list_change')
}

/** @param {BenchService} service */
async function benchFind(service) {
  const { pool, organizationId } = service
  await insertCommentedResponses(pool, organizationId, Math.ceil(MANY / 10))
  const measured = await measureGlobalSearch(service, SIZE.findRounds)
  say('\nthe command menu, ms\n')
  say('typed                           least      p50      p95    first    found')
  for (const { name, least, p50, p95, first, found } of measured)
    say(
      `${name.padEnd(28)} ${least.toFixed(1).padStart(8)} ${p50.toFixed(1).padStart(8)} ${p95.toFixed(1).padStart(8)} ${first.toFixed(1).padStart(8)} ${String(found).padStart(8)}`,
    )
}

/**
 * @param {BenchService} service
 * @param {Query[]} queries
 * @returns {Promise<Measured[]>}
 */
async function measureAll({ address, apiKey, pool, organizationId }, queries) {
  const middle = await readMiddleOfChanges(pool, organizationId)
  const measured = []
  for (const [name, template] of queries) {
    const query = template.replace('{middle}', encodeURIComponent(middle)).replaceAll('{day}', middle.slice(0, 10))
    const times = []
    let total = 0
    const end = performance.now() + MEASURED_MAX
    for (let round = 0; round <= SIZE.rounds && (round < 2 || performance.now() < end); round += 1) {
      const started = performance.now()
      const answer = await fetch(`${address}/api/v1/contacts${query}`, { headers: { 'x-api-key': apiKey } })
      const body = await answer.json()
      times.push(performance.now() - started)
      if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`)
      total = body.meta.total
    }
    const [first = Number.NaN, ...rest] = times
    rest.sort((a, b) => a - b)
    measured.push({ first, median: rest[Math.floor(rest.length / 2)] ?? Number.NaN, total })
  }
  await checkTotals(pool, organizationId, measured)
  return measured
}

/**
 * @param {import('pg').Pool} pool
 * @param {string} organizationId
 * @returns {Promise<string>} the time after which half of the contacts changed
 */
async function readMiddleOfChanges(pool, organizationId) {
  const { rows } = await pool.query(
    'SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY updated_at) AS at FROM contact WHERE organization_id = $1',
    [organizationId],
  )
  return rows[0].at.toISOString()
}

/**
 * Compares the totals of the lists with counted rows.
 *
 * @param {import('pg').Pool} pool
 * @param {string} organizationId
 * @param {Measured[]} measured
 */
async function checkTotals(pool, organizationId, measured) {
  const like = (/** @type {string} */ pattern) =>
    `(SELECT count(*) FROM contact c WHERE organization_id = $1 AND contact_search_text(first_name, last_name, email) LIKE '${pattern}')`
  const { rows } = await pool.query(
    `SELECT (SELECT count(*) FROM contact WHERE organization_id = $1) AS none, ${like('%grace%')} AS tenth, ${like('%example%')} AS everyone, ${like('%b%')} AS letter,
      (SELECT count(*) FROM contact WHERE organization_id = $1 AND location_id = (SELECT id FROM location WHERE organization_id = $1 ORDER BY id LIMIT 1)) AS location`,
    [organizationId],
  )
  const totals = [0, 8, 9, 10, 3].map((index) => measured[index]?.total)
  const counted = [rows[0].none, rows[0].tenth, rows[0].everyone, rows[0].letter, rows[0].location].map(Number)
  if (totals.some((total, index) => total !== counted[index]))
    throw new Error(`the totals are wrong: ${totals.join(', ')} instead of ${counted.join(', ')}`)
}

/** @param {number} count */
function at(count) {
  return `at ${count.toLocaleString('en')}`
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`)
}
