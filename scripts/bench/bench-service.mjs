import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { Pool } from 'pg'
import { ROOT } from '../lib/operator-error.mjs'

/** Rate limits stay on, but are never reached. */
const NO_LIMIT = String(1_000_000_000)

/** Contacts from which on the statistics of the tables say that an organization has many. */
const PLANNED_FROM = 2000

export const BENCH_DATA_DIR = path.join(ROOT, '.data-bench')

/**
 * @typedef {object} BenchService
 * @property {string} address
 * @property {string} apiKey of the demo organization
 * @property {{ email: string, password: string }} credentials of the demo organization's owner
 * @property {string} organizationId of the demo organization
 * @property {Pool} pool
 * @property {Record<string, string>} variables for programs that use the same database and secrets
 * @property {() => Promise<void>} stop
 */

/**
 * Runs `npm start` in BENCH_DATA_DIR, with the demo organization.
 *
 * @param {number} port
 * @param {Record<string, string>} [extra] environment variables
 * @param {{ keep?: boolean }} [data] `keep`: reuse the data of an earlier run with `keep`, and do not delete it at the end
 * @returns {Promise<BenchService>}
 */
export async function startBenchService(port, extra = {}, { keep = false } = {}) {
  const dataDir = BENCH_DATA_DIR
  if (!keep) fs.rmSync(dataDir, { recursive: true, force: true })
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '',
    DATABASE_URL: '',
    NEXTAUTH_URL: '',
    APP_SECRET: '',
    NEXTAUTH_SECRET: '',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: NO_LIMIT,
    RATE_LIMIT_PER_HOUR: NO_LIMIT,
    ...extra,
  }
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await waitForOutput(child.stdout, 'is ready')
  const read = (/** @type {string} */ file) => JSON.parse(fs.readFileSync(path.join(dataDir, file), 'utf8'))
  const databasePort = fs.readFileSync(path.join(dataDir, 'postgres-port'), 'utf8').trim()
  const { apiKey, organizationId, email, password } = read('demo.json')
  const { postgresPassword, appSecret, nextAuthSecret } = read('secrets.json')
  const connectionString = `postgresql://app:${postgresPassword}@127.0.0.1:${databasePort}/app`
  const pool = new Pool({
    connectionString,
    options: '-c TimeZone=UTC',
    max: 2,
  })
  return {
    variables: { DATABASE_URL: connectionString, APP_SECRET: appSecret, NEXTAUTH_SECRET: nextAuthSecret },
    address: `http://127.0.0.1:${port}`,
    apiKey,
    credentials: { email, password },
    organizationId,
    pool,
    async stop() {
      await pool.end()
      child.kill('SIGTERM')
      await ended
      if (!keep) fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Fills an organization up to `count` contacts with varied names, spread over its locations.
 *
 * @param {Pool} pool
 * @param {string} organizationId
 * @param {number} count
 */
export async function fillContacts(pool, organizationId, count) {
  const { rows } = await pool.query('SELECT count(*)::int AS n FROM contact WHERE organization_id = $1', [
    organizationId,
  ])
  const existing = rows[0]?.n ?? 0
  // The checks of foreign keys are planned once for a statement; for a table that was empty, their time grows with the square of its rows.
  if (existing < PLANNED_FROM && count > PLANNED_FROM) {
    await fillContacts(pool, organizationId, PLANNED_FROM)
    return fillContacts(pool, organizationId, count)
  }
  // In random order, so that related rows are not adjacent on disk.
  await pool.query(
    `INSERT INTO contact (id, organization_id, email, first_name, last_name, phone, title, location_id, custom_fields, tags, created_at, updated_at)
     SELECT uuid_v7(), $1::uuid, 'person.' || i || '@' || CASE i % 10 WHEN 0 THEN 'example.org' ELSE 'example.com' END,
       (ARRAY['Ada','Grace','Alan','Edsger','Barbara','Donald','Radia','Leslie','Margaret','Tony'])[1 + i % 10],
       initcap((ARRAY['ab','ber','cal','dor','el','fen','gar','hol','ing','jan','kov','lind','mar','nor','ost','per','quin','ros','sch','tor','ul','van'])[1 + i / 100 % 22]
         || (ARRAY['a','en','i','on','e','ar','ow','u','is','o','er'])[1 + i / 2200 % 11]
         || (ARRAY['berg','czyk','dahl','ez','ford','ini','kova','land','mann','nen','opoulos','poor','qvist','ric','ssen','tti','vic','wala','yan','zawa'])[1 + i / 24200 % 20]),
       '+1212' || lpad((5000000 + i % 4000000)::text, 7, '0'), CASE i % 3 WHEN 0 THEN 'Engineer' END,
       (SELECT id FROM location WHERE organization_id = $1::uuid ORDER BY id OFFSET i % 2 LIMIT 1),
       jsonb_build_object('plan', CASE i % 2 WHEN 0 THEN 'pro' ELSE 'free' END, 'seats', i % 50), ARRAY['bench'],
       now() - (i % 10000000) * interval '1 second', now()
     FROM (SELECT i FROM generate_series($2::int, $3::int) i ORDER BY hashint4(i)) g`,
    [organizationId, existing + 1, count],
  )
  await pool.query('VACUUM (ANALYZE) contact, list_change')
}

/**
 * @param {import('node:stream').Readable} stream
 * @param {string} text
 */
async function waitForOutput(stream, text) {
  let output = ''
  for await (const chunk of stream.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += chunk
    if (output.includes(text)) return void stream.resume()
  }
  throw new Error(`the service did not start:\n${output}`)
}

/**
 * Runs an operator's command in BENCH_DATA_DIR.
 *
 * @param {...string} command
 * @returns {Record<string, unknown>} its JSON result
 */
export function runCliCommand(...command) {
  // Uses the secrets of the data folder, not of this process.
  const env = { ...process.env, DATA_DIR: BENCH_DATA_DIR, DATABASE_URL: '', APP_SECRET: '', NEXTAUTH_SECRET: '' }
  return JSON.parse(
    execFileSync(process.execPath, ['scripts/cli.mjs', ...command], { cwd: ROOT, env, encoding: 'utf8' }),
  )
}
