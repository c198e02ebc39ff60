import { setTimeout as sleep } from 'node:timers/promises'
import { readCountAndOptions } from './bench/bench-arguments.mjs'
import { startBenchService } from './bench/bench-service.mjs'
import { exitOnError } from './lib/operator-error.mjs'

/*
 * Contacts per second through POST /contacts/batch on one connection, with the contract's default rate limits, as a ratio to single
 * creation on one connection: new contacts first, then the same ones with a changed field, then unchanged.
 */

const { count: CONTACTS, values } = await exitOnError(async () =>
  readCountAndOptions(
    'Say how many contacts, as in: npm run bench:contacts -- 20000 (--small: only show that it works)',
    { normal: 50_000, small: 2000 },
  ),
)
/** `singles`: contacts created one by one before and after each phase; with the batches, within the limit of a minute. */
const SIZE = values.small ? { singles: 3, pauseMs: 0 } : { singles: 20, pauseMs: 61_000 }
const PORT = 3299
const BATCH = 1000
const LIMITS = { RATE_LIMIT_PER_MINUTE: '100', RATE_LIMIT_PER_HOUR: '1000' }

/** @typedef {import('./bench/bench-service.mjs').BenchService} BenchService */
/** @typedef {(path: string, body: unknown, status: number) => Promise<{ data: Record<string, number> }>} Post */

let singles = 0

await exitOnError(async () => {
  const service = await startBenchService(PORT, LIMITS)
  try {
    const { rows } = await service.pool.query('SELECT id FROM location WHERE organization_id = $1 ORDER BY id', [
      service.organizationId,
    ])
    const locationIds = rows.map(({ id }) => id)
    const contacts = Array.from({ length: CONTACTS }, (_, n) => buildContact(n, locationIds))
    const changed = contacts.map((contact) => ({ ...contact, title: 'Countess' }))
    const post = createClient(service)
    say(`${CONTACTS} contacts in batches of ${BATCH}, one request at a time, within the default rate limits\n`)
    say('phase         seconds   contacts/s   slowest ms   of single creation')
    await measure(post, 'created', contacts)
    await sleep(SIZE.pauseMs)
    await measure(post, 'updated', changed)
    await sleep(SIZE.pauseMs)
    await measure(post, 'updated', changed, 'unchanged')
  } finally {
    await service.stop()
  }
})

/**
 * @param {number} n
 * @param {string[]} locationIds
 */
function buildContact(n, locationIds) {
  return {
    email: `person.${n}@batch.example.com`,
    firstName: ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara'][n % 5],
    lastName: `Lovelace ${n}`,
    phone: `+1212${String(5_000_000 + n).slice(0, 7)}`,
    title: n % 3 === 0 ? 'Engineer' : null,
    preferredLanguage: n % 4 === 0 ? 'fr' : 'en',
    locationId: locationIds[n % locationIds.length] ?? null,
    customFields: { plan: n % 2 === 0 ? 'pro' : 'free', seats: n % 50, since: '2026-03-01' },
    tags: ['bench', `group-${n % 20}`],
  }
}

/**
 * @param {BenchService} service
 * @returns {Post} fails on another status, because refused requests would be fast
 */
function createClient({ address, apiKey }) {
  return async (path, body, status) => {
    const response = await fetch(`${address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status !== status) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
}

/**
 * @param {Post} post
 * @param {'created' | 'updated'} expected status of every row
 * @param {object[]} contacts
 * @param {string} [name]
 */
async function measure(post, expected, contacts, name = expected) {
  const before = await measureSingles(post)
  let slowestMs = 0
  let seconds = 0
  for (let at = 0; at < contacts.length; at += BATCH) {
    const batch = contacts.slice(at, at + BATCH)
    const startedAt = performance.now()
    const { data } = await post('/contacts/batch', { contacts: batch }, 200)
    const ms = performance.now() - startedAt
    if (data[expected] !== batch.length) throw new Error(`${expected}: ${data[expected]} of ${batch.length}`)
    slowestMs = Math.max(slowestMs, ms)
    seconds += ms / 1000
  }
  const single = (before + (await measureSingles(post))) / 2
  const rate = contacts.length / seconds
  say(
    `${name.padEnd(12)} ${seconds.toFixed(1).padStart(8)} ${rate.toFixed(0).padStart(12)} ${slowestMs.toFixed(0).padStart(12)} ${(rate / single).toFixed(1).padStart(20)}`,
  )
}

/**
 * @param {Post} post
 * @returns {Promise<number>} contacts per second
 */
async function measureSingles(post) {
  const startedAt = performance.now()
  for (let n = 0; n < SIZE.singles; n += 1) {
    const contact = { ...buildContact(singles, []), email: `single.${(singles += 1)}@batch.example.com` }
    await post('/contacts', contact, 201)
  }
  return (SIZE.singles * 1000) / (performance.now() - startedAt)
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`)
}
