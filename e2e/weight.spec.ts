import { get, type IncomingHttpHeaders } from 'node:http'
import { expect, signIn, test } from './fixtures'
import { SERVICE } from './service-address'

/* What goes over the wire. */

/** The answer as it is sent: browsers, and fetch, would say nothing of how it was compressed. */
function ask(
  path: string,
  cookie = '',
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; bytes: number }> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'gzip, deflate, br', cookie }
    get(`${SERVICE.baseUrl}${path}`, { headers }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
      })
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, bytes }))
    }).on('error', reject)
  })
}

test('scripts and styles are compressed and kept for good, pages compressed; answers of the API are as they are', async ({
  page,
  owner,
}) => {
  const files = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/_next\/static\/.*\.(?:js|css)$/.test(pathname)) files.add(pathname)
  })
  await signIn(page, owner)
  await page.goto('/contacts', { waitUntil: 'networkidle' })
  expect(files.size).toBeGreaterThan(10)
  for (const file of files) {
    const { status, headers, bytes } = await ask(file)
    expect(status, file).toBe(200)
    expect(headers['cache-control'], file).toBe('public, max-age=31536000, immutable')
    if (bytes > 1024) expect(headers['content-encoding'], file).toBe('br')
  }

  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await ask('/contacts', cookies)).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } })
  const document = await ask('/api/v1/openapi.json')
  expect(document.status).toBe(200)
  expect(document.bytes).toBeGreaterThan(10_000)
  expect(document.headers['content-encoding']).toBeUndefined()
})
