import { readCountAndOptions } from './bench/bench-arguments.mjs'
import { startBenchService } from './bench/bench-service.mjs'
import { signIn } from './bench/sign-in.mjs'
import { exitOnError } from './lib/operator-error.mjs'

/*
 * Latency at 1,000 and 100,000 reviews, one request at a time: GET /reviews with each filter and deep pages, the dashboard's list and
 * statistics. Counting 100,000 reviews takes less than 100 ms.
 */

/** @typedef {[name: string, path: string, request: RequestInit | 'page']} Query `page`: with a session */
/** @typedef {import('./bench/bench-service.mjs').BenchService} BenchService */

const { count: MANY, values } = await exitOnError(async () =>
  readCountAndOptions(
    'Say how many reviews, as in: npm run bench:reviews -- 20000 (--small: only show that it works)',
    { normal: 100_000, small: 1000 },
  ),
)
const SIZE = values.small ? { few: 200, rounds: 1 } : { few: 1000, rounds: 100 }
const PORT = 3291

await exitOnError(async () => {
  const service = await startBenchService(PORT)
  try {
    const { rows } = await service.pool.query(
      'SELECT id FROM location WHERE organization_id = $1 ORDER BY id LIMIT 1',
      [service.organizationId],
    )
    const api = { headers: { 'x-api-key': service.apiKey } }
    /** @type {Query[]} */
    const queries = [
      ['REST, none', '/api/v1/reviews', api],
      ['REST, location_id', `/api/v1/reviews?location_id=${rows[0].id}`, api],
      ['REST, source', '/api/v1/reviews?source=google', api],
      ['REST, rating_max=3', '/api/v1/reviews?rating_max=3', api],
      ['REST, replied=false', '/api/v1/reviews?replied=false', api],
      ['REST, a year', '/api/v1/reviews?start_date=2026-01-10&end_date=2026-12-20', api],
      ['REST, source, stars, replied', '/api/v1/reviews?source=google&rating_min=4&replied=true', api],
      ['REST, page 20', '/api/v1/reviews?page=20', api],
      ['REST, page 1,900', '/api/v1/reviews?page=1900', api],
      ['REST, page 500 of a filter', '/api/v1/reviews?replied=false&page=500', api],
      ['page, list', '/reviews', 'page'],
      ['page, no reply', '/reviews?reply=none', 'page'],
      ['page, rejected replies', '/reviews?reply=rejected', 'page'],
      ['page, a rare word', '/reviews?search=table500', 'page'],
      ['page, a word of most', '/reviews?search=waited', 'page'],
      ['page, statistics', '/reviews/statistics', 'page'],
      ['page, statistics of all time', '/reviews/statistics?months=all', 'page'],
      ['page, overview', '/', 'page'],
    ]
    await fillReviews(service, SIZE.few)
    const small = await measureAll(service, queries)
    await fillReviews(service, MANY)
    const large = await measureAll(service, queries)
    say(`\nmedian of ${SIZE.rounds} requests in ms\n`)
    say(`${''.padEnd(32)} at ${SIZE.few.toLocaleString('en')}   at ${MANY.toLocaleString('en')}    ratio`)
    queries.forEach(([name], index) => {
      const [a = Number.NaN, b = Number.NaN] = [small[index], large[index]]
      say(
        `${name.padEnd(32)} ${a.toFixed(2).padStart(8)} ${b.toFixed(2).padStart(12)} ${(b / a).toFixed(2).padStart(8)}`,
      )
    })
  } finally {
    await service.stop()
  }
})

/**
 * Fills up to `count` reviews of three years, in random order on disk. A third have replies, most of them published.
 *
 * @param {BenchService} service
 * @param {number} count
 */
async function fillReviews({ pool, organizationId }, count) {
  const { rows } = await pool.query('SELECT count(*)::int AS n FROM review WHERE organization_id = $1', [
    organizationId,
  ])
  await pool.query(
    `INSERT INTO review (id, organization_id, source, external_id, location_id, author_name, rating, text, published_at,
       reply_text, responded_at, reply_state, updated_at)
     SELECT uuid_v7(), $1::uuid, (ARRAY['google','trustpilot','feed'])[1 + i % 3], 'bench-' || i,
       (SELECT id FROM location WHERE organization_id = $1::uuid ORDER BY id OFFSET i % 3 LIMIT 1),
       (ARRAY['Ada','Grace','Alan','Edsger','Barbara'])[1 + i % 5] || ' ' || chr(65 + i % 26) || '.', 1 + i % 5,
       'We waited a while at table' || i || ', and then it was fine.', at,
       CASE WHEN i % 3 = 0 THEN 'Thank you.' END, CASE WHEN i % 3 = 0 THEN at + (i % 5000) * interval '1 minute' END,
       CASE WHEN i % 3 = 0 THEN CASE i % 60 WHEN 0 THEN 'rejected' WHEN 3 THEN 'pending' ELSE 'live' END END, now()
     FROM (SELECT i, now() - (i % 1095) * interval '1 day' - (i % 86400) * interval '1 second' AS at
       FROM generate_series($2::int, $3::int) i ORDER BY hashint4(i)) g`,
    [organizationId, (rows[0]?.n ?? 0) + 1, count],
  )
  await pool.query('VACUUM (ANALYZE) review, list_change')
}

/**
 * @param {BenchService} service
 * @param {Query[]} queries
 * @returns {Promise<number[]>} medians in ms
 */
async function measureAll(service, queries) {
  const { address } = service
  const medians = []
  for (const [name, path, request] of queries) {
    // Each page has its own session, because of their rate limit.
    const init = request === 'page' ? { headers: { cookie: await signIn(service) } } : request
    const times = []
    for (let round = 0; round <= SIZE.rounds; round += 1) {
      const started = performance.now()
      const answer = await fetch(address + path, init)
      const body = await answer.text()
      times.push(performance.now() - started)
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${body.slice(0, 300)}`)
    }
    const [, ...rest] = times
    rest.sort((a, b) => a - b)
    medians.push(rest[Math.floor(SIZE.rounds / 2)] ?? Number.NaN)
  }
  return medians
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`)
}
