import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { precompressFiles } from '../precompress-files.mjs'
import { createStaticFileHandler } from './static-files.mjs'

const SCRIPT = 'console.log("é")\n'.repeat(200)
const home = mkdtempSync(path.join(tmpdir(), 'static-'))
const folder = path.join(home, 'static')
let server: ReturnType<typeof createServer>

beforeAll(async () => {
  mkdirSync(path.join(folder, 'chunks'), { recursive: true })
  writeFileSync(path.join(home, 'secret.js'), 'not for anybody')
  writeFileSync(path.join(folder, 'chunks', 'a-1.js'), SCRIPT)
  writeFileSync(path.join(folder, 'chunks', 'small.js'), '1')
  writeFileSync(path.join(folder, 'font.woff2'), Buffer.alloc(4096, 7))
  await precompressFiles(folder)
  const serve = createStaticFileHandler('/_next/static/', folder)
  const serveOrLeave = async (requests: IncomingMessage, answer: ServerResponse) => {
    if (!(await serve(requests, answer))) answer.writeHead(404, { 'X-From': 'Next' }).end()
  }
  server = createServer((requests, answer) => void serveOrLeave(requests, answer)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(() => {
  server.close()
  rmSync(home, { recursive: true })
})

async function ask(file: string, encoding = '', method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  const { port } = server.address() as AddressInfo
  const headers = encoding === '' ? {} : { 'accept-encoding': encoding }
  const answer = await request(`http://127.0.0.1:${port}${file}`, { method, headers })
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) }
}

describe('build files', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
  ])('serves a build file for Accept-Encoding %s as %s, cached as immutable', async (accepted, encoding, decode) => {
    const { status, headers, bytes } = await ask('/_next/static/chunks/a-1.js?dpl=1', accepted)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/javascript; charset=UTF-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(bytes.length).toBeLessThan(SCRIPT.length / 10)
    expect(decode(bytes).toString()).toBe(SCRIPT)
  })

  it('serves a build file uncompressed without Accept-Encoding or when compression saves nothing', async () => {
    const plain = await ask('/_next/static/chunks/a-1.js')
    expect(plain.bytes.toString()).toBe(SCRIPT)
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' })
    for (const file of ['chunks/small.js', 'font.woff2']) {
      const { status, headers } = await ask(`/_next/static/${file}`, 'br')
      expect(status).toBe(200)
      expect(headers['content-encoding']).toBeUndefined()
      expect(headers['cache-control']).toContain('immutable')
    }
  })

  it('does not resend a build file for a matching ETag, and sends no body for HEAD', async () => {
    const { etag } = (await ask('/_next/static/chunks/a-1.js', 'br')).headers
    const { port } = server.address() as AddressInfo
    const again = await request(`http://127.0.0.1:${port}/_next/static/chunks/a-1.js`, {
      headers: { 'accept-encoding': 'br', 'if-none-match': String(etag) },
    })
    expect(again.statusCode).toBe(304)
    await again.body.dump()
    const head = await ask('/_next/static/chunks/a-1.js', 'br', 'HEAD')
    expect(head).toMatchObject({ status: 200, headers: { 'content-encoding': 'br' } })
    expect(head.bytes.length).toBe(0)
  })
})

it.each([
  ['GET', '/_next/static/chunks/none.js'],
  ['GET', '/_next/static/..%2fsecret.js'],
  ['GET', '/_next/static/chunks/..%2f..%2fsecret.js'],
  ['GET', '/_next/static/%00'],
  ['GET', '/_next/static/%ff'],
  ['GET', '/_next/static/chunks'],
  ['GET', '/_next/static/'],
  ['GET', '/contacts'],
  ['POST', '/_next/static/chunks/a-1.js'],
] as const)('the static file handler leaves %s %s to Next', async (method, file) => {
  const { status, headers } = await ask(file, 'br', method)
  expect({ status, from: headers['x-from'] }).toEqual({ status: 404, from: 'Next' })
  expect(headers['content-encoding']).toBeUndefined()
})
