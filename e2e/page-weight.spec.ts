import { readFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { measurePageWeights } from '../scripts/lib/page-weight.mjs'
import { expect, signInByCookie, test } from './fixtures'
import { SERVICE } from './service-config'
import { trackPendingRequests } from './track-pending-requests'

/* Response compression, and script bytes per page. */

test.use({ waitsForHydration: false })

const RECORD = path.join(SERVICE.root, 'e2e/page-weights.json')

/** The raw response: browsers and fetch hide its content encoding. */
function fetchRaw(
  address: string,
  cookie = '',
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; bytes: number }> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip, deflate, br', cookie }
    get(`${SERVICE.baseUrl}${address}`, { headers }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
      })
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, bytes }))
    }).on('error', reject)
  })
}

test('scripts and styles are served compressed and immutable, pages and API responses compressed', async ({
  page,
  owner,
}) => {
  const files = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/_next\/static\/.*\.(?:js|css)$/.test(pathname)) files.add(pathname)
  })
  await signInByCookie(page, owner)
  await page.goto('/contacts')
  expect(files.size).toBeGreaterThan(10)
  for (const file of files) {
    const { status, headers, bytes } = await fetchRaw(file)
    expect(status, file).toBe(200)
    expect(headers['cache-control'], file).toBe('public, max-age=31536000, immutable')
    if (bytes > 1024) expect(headers['content-encoding'], file).toBe('br')
  }

  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await fetchRaw('/contacts', cookies)).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } })
  const document = await fetchRaw('/api/v1/openapi.json')
  expect(document.status).toBe(200)
  expect(document.bytes).toBeGreaterThan(10_000)
  expect(document.headers['content-encoding']).toBe('gzip')
})

const DASHBOARD_LIMIT = 180_000
const SIGN_IN_LIMIT = 100_000
/** Growth beyond this needs a review and a new record (`npm run weigh -- --record`). */
const ALLOWED_GROWTH = 2_000

test('no page’s script exceeds the limit, or its recorded size by more than 2 KB', () => {
  const record = JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, number>
  const faults = measurePageWeights(path.join(SERVICE.root, '.next')).flatMap(({ page, bytes, files }) => {
    const before = record[page] ?? 0
    if (bytes <= DASHBOARD_LIMIT && bytes <= before + ALLOWED_GROWTH) return []
    const heaviest = files.filter(({ neededBy }) => !neededBy.includes('React and Next.js')).slice(0, 4)
    const what = heaviest.map((file) => `  ${file.bytes} bytes for ${file.neededBy.slice(0, 6).join(', ')}`)
    return [`${page}: ${bytes} bytes of script; ${before} on record, ${DASHBOARD_LIMIT} allowed\n${what.join('\n')}`]
  })
  expect(faults.join('\n')).toBe('')
})

for (const [name, address, limit] of [
  ['the overview', '/', DASHBOARD_LIMIT],
  ['the list of contacts', '/contacts', DASHBOARD_LIMIT],
  ['the sequence builder', '/sequences/new/blank', DASHBOARD_LIMIT],
  ['the survey editor', '/surveys/new', DASHBOARD_LIMIT],
  ['the sign-in page', '/sign-in', SIGN_IN_LIMIT],
] as const)
  test(`${name} loads at most ${limit / 1000} KB of script on a first visit`, async ({ page, owner }) => {
    if (address !== '/sign-in') await signInByCookie(page, owner)
    const bytes = await scriptBytesOf(page, address)
    test.info().annotations.push({ type: 'bytes', description: String(bytes) })
    expect(bytes).toBeLessThanOrEqual(limit)
  })

/** Script bytes of a first visit with an empty cache: body sizes, without headers. */
async function scriptBytesOf(page: Page, address: string): Promise<number> {
  // Counts only this page, not the one opened by the sign-in.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  let bytes = 0
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || response.mimeType.includes('javascript')) scripts.add(requestId)
  })
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  const requests = trackPendingRequests(page)
  await page.goto(address)
  await requests.idle()
  return bytes
}
