import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { Pool } from 'pg'
import { SMALL_RUN_OPTION } from './bench/bench-arguments.mjs'
import { startBenchService } from './bench/bench-service.mjs'
import { findOrInstallChromium } from './lib/chromium.mjs'
import { exitOnError } from './lib/operator-error.mjs'
import { parseArguments } from './lib/parse-arguments.mjs'

/*
 * First visits of pages with a quarter of the CPU and Chromium's "Slow 4G": requests, bytes, script bytes, first and largest contentful
 * paint, layout shift; and the service's time for the document without throttling.
 *
 * `npm run bench:pages -- http://localhost:3500 /path/to/its/data` measures a running service, such as another version.
 */

/**
 * @typedef {import('@playwright/test').Browser} Browser
 * @typedef {import('@playwright/test').CDPSession} CDPSession
 * @typedef {Awaited<ReturnType<import('@playwright/test').BrowserContext['storageState']>>} StorageState
 * @typedef {Pick<import('./bench/bench-service.mjs').BenchService, 'address' | 'apiKey' | 'credentials' | 'pool' | 'stop'>} Service
 * @typedef {{ first: number, largest: number, moved: number }} Paints times in ms, and the layout shift
 * @typedef {{ requests: number, bytes: number, script: number } & Paints} Visit
 */

const { values, words } = await exitOnError(async () =>
  parseArguments(
    'Name an address and its data folder, or neither: npm run bench:pages -- http://localhost:3500 /path (--small: only show that it works)',
    { options: SMALL_RUN_OPTION, words: 2 },
  ),
)
/** `rounds`: visits per page; `requests`: of its document alone; `pages`: names, all by default. */
const SIZE = values.small
  ? { rounds: 1, requests: 2, pages: ['overview', 'sign-in', 'survey'] }
  : { rounds: 5, requests: 20 }
const PORT = 3293
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const PHONE = { width: 390, height: 844 }
const CPU = 4
/** A visit ends when the page has had no open request for this time. */
const QUIET_MS = 500
const VISIT_TIMEOUT_MS = 120_000

await exitOnError(async () => {
  const [address, dataDir] = words
  const service = address && dataDir ? openRunningService(address, dataDir) : await startBenchService(PORT)
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium(say),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
  try {
    const survey = await createSurveyLink(service)
    const storageState = await signIn(browser, service)
    say(`${service.address}, median of ${SIZE.rounds} fresh visits\n`)
    say('page                     requests      KB   script KB   first paint   largest paint   moved   service')
    /** @type {[name: string, path: string, state: StorageState | undefined][]} */
    const pages = [
      ['overview', '/', storageState],
      ['contacts', '/contacts', storageState],
      ['responses', '/responses', storageState],
      ['builder', '/sequences/new', storageState],
      ['survey editor', '/surveys/new', storageState],
      ['settings', '/settings', storageState],
      ['reference', '/docs/api', undefined],
      ['guide', '/docs/webhooks', undefined],
      ['sign-in', '/sign-in', undefined],
      ['survey', survey, undefined],
    ]
    for (const [name, place, state] of pages)
      if (SIZE.pages?.includes(name) ?? true) await measure(browser, service.address, name, place, state)
  } finally {
    await browser.close()
    await service.stop()
  }
})

/**
 * @param {Browser} browser
 * @param {string} address
 * @param {string} name
 * @param {string} place
 * @param {StorageState | undefined} storageState
 */
async function measure(browser, address, name, place, storageState) {
  /** @type {Visit[]} */
  const visits = []
  for (let round = 0; round < SIZE.rounds; round++) visits.push(await visit(browser, address, place, storageState))
  const middle = (/** @type {keyof Visit} */ key) => median(visits.map((one) => one[key]))
  const server = await serviceTime(address + place, storageState)
  say(
    `${name.padEnd(25)}${String(middle('requests')).padStart(8)}${kb(middle('bytes'))}${kb(middle('script')).padStart(12)}` +
      `${ms(middle('first')).padStart(14)}${ms(middle('largest')).padStart(16)}${middle('moved').toFixed(3).padStart(8)}${ms(server).padStart(10)}`,
  )
}

/**
 * @param {Browser} browser
 * @param {string} address
 * @param {string} place
 * @param {StorageState | undefined} storageState
 * @returns {Promise<Visit>}
 */
async function visit(browser, address, place, storageState) {
  const options = { baseURL: address, viewport: PHONE, ...(storageState === undefined ? {} : { storageState }) }
  const context = await browser.newContext(options)
  try {
    await context.addInitScript(observePaints)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const cost = { requests: 0, bytes: 0, script: 0 }
    const traffic = watchTraffic(session)
    const kinds = new Map()
    session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      cost.requests++
      cost.bytes += encodedDataLength
      if (kinds.get(requestId) === 'Script') cost.script += encodedDataLength
    })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU })
    const response = await page.goto(place, { timeout: VISIT_TIMEOUT_MS })
    if (response?.status() !== 200) throw new Error(`${place} answered ${response?.status()}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await traffic.untilQuiet()
    const paints = await page.evaluate(() => /** @type {Window & { paints?: Paints }} */ (window).paints)
    return { ...cost, first: 0, largest: 0, moved: 0, ...paints }
  } finally {
    await context.close()
  }
}

/** @param {CDPSession} session */
function watchTraffic(session) {
  /** @type {Set<string>} */
  const pending = new Set()
  let changedAt = performance.now()
  const change = (/** @type {() => void} */ apply) => {
    apply()
    changedAt = performance.now()
  }
  session.on('Network.requestWillBeSent', ({ requestId }) => change(() => pending.add(requestId)))
  session.on('Network.loadingFinished', ({ requestId }) => change(() => pending.delete(requestId)))
  session.on('Network.loadingFailed', ({ requestId }) => change(() => pending.delete(requestId)))
  return {
    async untilQuiet() {
      const until = performance.now() + VISIT_TIMEOUT_MS
      while (pending.size > 0 || performance.now() - changedAt < QUIET_MS) {
        if (performance.now() > until) throw new Error(`${pending.size} requests have not ended in time.`)
        await sleep(20)
      }
    },
  }
}

/** Runs in the page: sets `window.paints`. */
function observePaints() {
  const paints = { first: 0, largest: 0, moved: 0 }
  Object.assign(window, { paints })
  const observe = (/** @type {string} */ type, /** @type {(entry: PerformanceEntry) => void} */ take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') paints.first = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    paints.largest = entry.startTime
  })
  observe('layout-shift', (entry) => {
    const { hadRecentInput, value } = /** @type {PerformanceEntry & { hadRecentInput: boolean, value: number }} */ (
      entry
    )
    if (!hadRecentInput) paints.moved += value
  })
}

/**
 * Median time until the last byte of the document, without throttling, one request at a time.
 *
 * @param {string} url
 * @param {StorageState | undefined} storageState
 */
async function serviceTime(url, storageState) {
  const cookie = (storageState?.cookies ?? []).map(({ name, value }) => `${name}=${value}`).join('; ')
  const times = []
  for (let round = 0; round < SIZE.requests; round++) {
    const started = performance.now()
    const answer = await fetch(url, { headers: { cookie, 'accept-encoding': 'gzip' } })
    await answer.arrayBuffer()
    times.push(performance.now() - started)
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  }
  return median(times)
}

/**
 * @param {Browser} browser
 * @param {Service} service
 */
async function signIn(browser, { address, credentials }) {
  const context = await browser.newContext({ baseURL: address })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  const state = await context.storageState()
  await context.close()
  return state
}

/**
 * Sends a survey and reads its link from the Outbox, so that it has not been opened.
 *
 * @param {Service} service
 */
async function createSurveyLink({ address, apiKey, pool }) {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
  const surveys = await (await fetch(`${address}/api/v1/surveys`, { headers })).json()
  const email = `bench-${Date.now()}@example.com`
  const sent = await fetch(
    `${address}/api/v1/surveys/${surveys.data.find((/** @type {{ type: string }} */ { type }) => type === 'nps').id}/send`,
    {
      method: 'POST',
      headers,
      body: JSON.stringify({ contacts: [{ email, firstName: 'Ada' }] }),
    },
  )
  if (!sent.ok) throw new Error(`The survey could not be sent: ${await sent.text()}`)
  for (let tries = 0; tries < 300; tries++) {
    const { rows } = await pool.query('SELECT html FROM captured_message WHERE recipient = $1', [email])
    const link = /\/s\/[\w-]{43}/.exec(rows[0]?.html ?? '')?.[0]
    if (link) return link
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The survey has not arrived in the Outbox within 30 seconds.')
}

/**
 * @param {string} address
 * @param {string} dataDir
 * @returns {Service}
 */
function openRunningService(address, dataDir) {
  const read = (/** @type {string} */ file) => JSON.parse(fs.readFileSync(path.join(dataDir, file), 'utf8'))
  const port = fs.readFileSync(path.join(dataDir, 'postgres-port'), 'utf8').trim()
  const { apiKey, email, password } = read('demo.json')
  const pool = new Pool({
    connectionString: `postgresql://app:${read('secrets.json').postgresPassword}@127.0.0.1:${port}/app`,
  })
  return { address, apiKey, credentials: { email, password }, pool, stop: () => pool.end() }
}

/** @param {number[]} numbers */
function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** @param {number} bytes */
function kb(bytes) {
  return (bytes / 1024).toFixed(1).padStart(8)
}

/** @param {number} time */
function ms(time) {
  return `${Math.round(time)} ms`
}

/** @param {string} sentence */
function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}
