import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { Pool } from 'pg'
import { SMALL_OPTION } from './bench/arguments.mjs'
import { startService } from './bench/service.mjs'
import { readArguments } from './lib/arguments.mjs'
import { command } from './lib/checkout.mjs'
import { findChromium } from './lib/chromium.mjs'

/*
 * What a page costs whoever opens it for the first time: on a phone's processor (a quarter of this one's) and a slow line, as
 * Chromium's own "Slow 4G". Of each page the requests, the bytes and those of scripts among them, the first and the largest paint, how
 * much moved, and, without any of that, the time that the service took for the document.
 *
 * `npm run bench:pages -- http://localhost:3500 /path/to/its/data` measures a service that runs already, of another version
 * for example.
 */

const { values, words } = await command(async () =>
  readArguments(
    'Name an address and its data folder, or neither: npm run bench:pages -- http://localhost:3500 /path (--small: only show that it works)',
    { options: SMALL_OPTION, words: 2 },
  ),
)
/** `rounds`: fresh visits of each page; `requests`: of its document alone; `pages`: which ones, all by default. */
const SIZE = values.small
  ? { rounds: 1, requests: 2, pages: ['overview', 'sign-in', 'survey'] }
  : { rounds: 5, requests: 20 }
const PORT = 3293
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const PHONE = { width: 390, height: 844 }
const CPU = 4
/** A visit ends when the page has had no request under way for this time. */
const QUIET_MS = 500
const VISIT_TIMEOUT_MS = 120_000

await command(async () => {
  const [address, dataDir] = words
  const service = address && dataDir ? openService(address, dataDir) : await startService(PORT)
  const browser = await chromium.launch({
    executablePath: findChromium(say),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
  try {
    const survey = await surveyAddress(service)
    const storageState = await signIn(browser, service)
    say(`${service.address}, median of ${SIZE.rounds} fresh visits\n`)
    say('page                     requests      KB   script KB   first paint   largest paint   moved   service')
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

async function measure(browser, address, name, place, storageState) {
  const visits = []
  for (let round = 0; round < SIZE.rounds; round++) visits.push(await visit(browser, address, place, storageState))
  const middle = (key) => median(visits.map((one) => one[key]))
  const server = await serviceTime(address + place, storageState)
  say(
    `${name.padEnd(25)}${String(middle('requests')).padStart(8)}${kb(middle('bytes'))}${kb(middle('script')).padStart(12)}` +
      `${ms(middle('first')).padStart(14)}${ms(middle('largest')).padStart(16)}${middle('moved').toFixed(3).padStart(8)}${ms(server).padStart(10)}`,
  )
}

async function visit(browser, address, place, storageState) {
  const context = await browser.newContext({ baseURL: address, viewport: PHONE, storageState })
  try {
    await context.addInitScript(observePaints)
    const page = await context.newPage()
    const line = await context.newCDPSession(page)
    const cost = { requests: 0, bytes: 0, script: 0 }
    const traffic = watchTraffic(line)
    const kinds = new Map()
    line.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
    line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      cost.requests++
      cost.bytes += encodedDataLength
      if (kinds.get(requestId) === 'Script') cost.script += encodedDataLength
    })
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', SLOW_4G)
    await line.send('Emulation.setCPUThrottlingRate', { rate: CPU })
    const response = await page.goto(place, { timeout: VISIT_TIMEOUT_MS })
    if (response?.status() !== 200) throw new Error(`${place} answered ${response?.status()}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await traffic.untilQuiet()
    return { ...cost, ...(await page.evaluate(() => window.paints)) }
  } finally {
    await context.close()
  }
}

/** Counts the requests of a page that are under way. */
function watchTraffic(line) {
  const underWay = new Set()
  let changedAt = performance.now()
  const change = (apply) => {
    apply()
    changedAt = performance.now()
  }
  line.on('Network.requestWillBeSent', ({ requestId }) => change(() => underWay.add(requestId)))
  for (const end of ['Network.loadingFinished', 'Network.loadingFailed'])
    line.on(end, ({ requestId }) => change(() => underWay.delete(requestId)))
  return {
    async untilQuiet() {
      const until = performance.now() + VISIT_TIMEOUT_MS
      while (underWay.size > 0 || performance.now() - changedAt < QUIET_MS) {
        if (performance.now() > until) throw new Error(`${underWay.size} requests have not ended in time.`)
        await sleep(20)
      }
    },
  }
}

/** Runs in the page. */
function observePaints() {
  window.paints = { first: 0, largest: 0, moved: 0 }
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') window.paints.first = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    window.paints.largest = entry.startTime
  })
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) window.paints.moved += entry.value
  })
}

/** From request to the last byte of the document, one after the other, on this machine's own line. */
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

/** A link of a survey that nobody has opened yet: sent now, and read from the Outbox. */
async function surveyAddress({ address, apiKey, pool }) {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' }
  const surveys = await (await fetch(`${address}/api/v1/surveys`, { headers })).json()
  const email = `bench-${Date.now()}@example.com`
  const sent = await fetch(`${address}/api/v1/surveys/${surveys.data.find(({ type }) => type === 'nps').id}/send`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ contacts: [{ email, firstName: 'Ada' }] }),
  })
  if (!sent.ok) throw new Error(`The survey could not be sent: ${await sent.text()}`)
  for (let tries = 0; tries < 300; tries++) {
    const { rows } = await pool.query('SELECT html FROM captured_message WHERE recipient = $1', [email])
    const link = /\/s\/[\w-]{43}/.exec(rows[0]?.html ?? '')?.[0]
    if (link) return link
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The survey has not arrived in the Outbox within 30 seconds.')
}

/** One that runs already, on data in this folder. */
function openService(address, dataDir) {
  const read = (file) => JSON.parse(fs.readFileSync(path.join(dataDir, file), 'utf8'))
  const port = fs.readFileSync(path.join(dataDir, 'postgres-port'), 'utf8').trim()
  const { apiKey, email, password } = read('demo.json')
  const pool = new Pool({
    connectionString: `postgresql://app:${read('secrets.json').postgresPassword}@127.0.0.1:${port}/app`,
  })
  return { address, apiKey, credentials: { email, password }, pool, stop: () => pool.end() }
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
}

function kb(bytes) {
  return (bytes / 1024).toFixed(1).padStart(8)
}

function ms(time) {
  return `${Math.round(time)} ms`
}

function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}
