import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { Pool } from 'pg'
import { startService } from './bench/service.mjs'
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

const PORT = 3293
const ROUNDS = 5
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const PHONE = { width: 390, height: 844 }
const CPU = 4

await command(async () => {
  const [address, dataDir] = process.argv.slice(2)
  const service = address && dataDir ? openService(address, dataDir) : await startService(PORT)
  const browser = await chromium.launch({
    executablePath: findChromium(say),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
  try {
    const survey = await surveyAddress(service)
    const storageState = await signIn(browser, service)
    say(`${service.address}, median of ${ROUNDS} fresh visits\n`)
    say('page                     requests      KB   script KB   first paint   largest paint   moved   service')
    for (const [name, place, state] of [
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
    ])
      await measure(browser, service.address, name, place, state)
  } finally {
    await browser.close()
    await service.stop()
  }
})

async function measure(browser, address, name, place, storageState) {
  const visits = []
  for (let round = 0; round < ROUNDS; round++) visits.push(await visit(browser, address, place, storageState))
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
    await page.goto(place, { waitUntil: 'networkidle', timeout: 120_000 })
    return { ...cost, ...(await page.evaluate(() => window.paints)) }
  } finally {
    await context.close()
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
  for (let round = 0; round < 20; round++) {
    const started = performance.now()
    await (await fetch(url, { headers: { cookie, 'accept-encoding': 'gzip' } })).arrayBuffer()
    times.push(performance.now() - started)
  }
  return median(times)
}

async function signIn(browser, { address, credentials }) {
  const context = await browser.newContext({ baseURL: address })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
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
