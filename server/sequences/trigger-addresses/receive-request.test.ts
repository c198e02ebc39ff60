import { beforeEach, describe, expect, it, vi } from 'vitest'
import { HEAD } from '@/app/t/[code]/route'
import { db } from '../../db'
import { anEmailAddress, anOrganization } from '../../testing/factories/basics'
import { aSequence } from '../../testing/factories/sequences'
import {
  anActiveAddress,
  decideAll,
  listOutcomes,
  listRequests,
  parseSettings,
  post,
} from '../../testing/trigger-requests'
import { TRIGGER_BODY_MAX_BYTES } from './constants'
import { eraseExpiredBodies } from './erase-bodies'
import { createTriggerAddress, saveTriggerSettings } from './trigger-addresses'

let organizationId: string
let sequenceId: string
let url: string

beforeEach(async () => {
  organizationId = await anOrganization()
  sequenceId = (await aSequence(organizationId)).id
  url = await anActiveAddress(organizationId, sequenceId)
  return () => vi.useRealTimers()
})

const bodies = async () => (await listRequests(organizationId)).map(({ body }) => JSON.parse(body ?? 'null') as unknown)

describe('what a body may be', () => {
  it('202: JSON, whatever the content type says', async () => {
    expect((await post(url, '{"a":1}', { 'content-type': 'text/plain' })).status).toBe(202)
    expect(await bodies()).toEqual([{ a: 1 }])
  })

  it('202: a form, with repeated fields as a list', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await post(url, 'email=ada%40example.com&tag=a&tag=b&__proto__=x', headers)).status).toBe(202)
    const [body] = await bodies()
    expect(JSON.stringify(body)).toBe('{"email":"ada@example.com","tag":["a","b"],"__proto__":"x"}')
  })

  it('202: a multipart form without its files', async () => {
    const form = new FormData()
    form.set('email', 'ada@example.com')
    form.set('file', new Blob(['x'.repeat(100)]), 'x.txt')
    const sent = new Response(form)
    const type = sent.headers.get('content-type') ?? ''
    expect((await post(url, await sent.text(), { 'content-type': type })).status).toBe(202)
    expect(await bodies()).toEqual([{ email: 'ada@example.com' }])
  })

  it('202: a list, of which each element is decided by itself', async () => {
    const people = [{ email: anEmailAddress() }, { email: 'no address' }, { email: anEmailAddress() }]
    expect((await post(url, people)).status).toBe(202)
    await decideAll(organizationId)
    expect((await listOutcomes(organizationId)).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      'entered',
      'entered',
      'invalid',
    ])
  })

  it('202: keeps the digits of numbers that a double cannot represent', async () => {
    await post(url, '{"id":820982911946154508,"text":"820982911946154508","small":12.50}')
    expect(await bodies()).toEqual([{ id: '820982911946154508', text: '820982911946154508', small: 12.5 }])
  })

  it.each([
    ['no JSON', 'hello'],
    ['a text', '"hello"'],
    ['an empty list', '[]'],
    ['a list of numbers', '[1]'],
    ['nothing', ''],
    ['deep nesting', `${'['.repeat(600)}${']'.repeat(600)}`],
    ['more elements than are accepted', JSON.stringify(Array.from({ length: 101 }, () => ({})))],
  ])('400: %s, which the log lists', async (_, body) => {
    expect((await post(url, body)).status).toBe(400)
    expect(await listRequests(organizationId)).toMatchObject([
      { outcome: 'unreadable', body: null, details: [{ field: 'body' }] },
    ])
  })

  it('413: a body that is too large, of which nothing is kept but that it came', async () => {
    const large = JSON.stringify({ text: 'x'.repeat(TRIGGER_BODY_MAX_BYTES) })
    expect((await post(url, large)).status).toBe(413)
    expect(await listRequests(organizationId)).toMatchObject([{ outcome: 'tooLarge', body: null }])
    expect((await post(url, JSON.stringify({ text: 'x'.repeat(TRIGGER_BODY_MAX_BYTES - 20) }))).status).toBe(202)
  })
})

describe('limits', () => {
  it('429: more than 600 requests a minute, with the time to wait', async () => {
    const address = await db.triggerAddress.findFirstOrThrow({ where: { organizationId } })
    const { defineBucket, consumeBuckets } = await import('../../rate-limit/rate-limit')
    const bucket = defineBucket(`trigger requests ${address.id}`, 60, 600)
    await Promise.all(Array.from({ length: 600 }, () => consumeBuckets([bucket])))
    const response = await post(url, { a: 1 })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await listRequests(organizationId)).toEqual([])
  })

  it('a flood of refused requests does not fill the log', async () => {
    for (let count = 0; count < 25; count += 1) expect((await post(url, 'no')).status).toBe(400)
    expect(await listOutcomes(organizationId)).toHaveLength(20)
  })
})

describe('what systems ask before they send', () => {
  it('200: the unsigned ping of WooCommerce, which is no request', async () => {
    const signature = { scheme: 'body', header: 'X-WC-Webhook-Signature', encoding: 'base64' }
    const settings = parseSettings({ signature })
    await saveTriggerSettings(organizationId, { sequenceId, settings, signingSecret: 'secret' })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await post(url, 'webhook_id=42', headers)).status).toBe(200)
    expect(await listRequests(organizationId)).toEqual([])
  })

  it('HEAD answers 200 for an address, 404 for none', async () => {
    const probe = async (code: string) => {
      const request = new Request(`http://localhost/t/${code}`, { method: 'HEAD' })
      return (await HEAD(request, { params: Promise.resolve({ code }) })).status
    }
    expect(await probe(url.split('/t/')[1] ?? '')).toBe(200)
    expect(await probe('A'.repeat(43))).toBe(404)
  })
})

it('signatures are checked once a key is stored, and the key is needed', async () => {
  const signature = { scheme: 'body', header: 'X-Signature', encoding: 'hex', prefix: 'v0=' }
  const settings = parseSettings({ signature })
  await expect(saveTriggerSettings(organizationId, { sequenceId, settings })).rejects.toMatchObject({
    details: { signingSecret: [expect.any(String)] },
  })
  await saveTriggerSettings(organizationId, { sequenceId, settings, signingSecret: 'key' })
  const { createHmac } = await import('node:crypto')
  const signed = `v0=${createHmac('sha256', 'key').update('{"a":1}').digest('hex').toUpperCase()}`
  expect((await post(url, '{"a":1}', { 'x-signature': signed })).status).toBe(202)
  expect((await post(url, '{"a":2}', { 'x-signature': signed })).status).toBe(401)
  await saveTriggerSettings(organizationId, { sequenceId, settings: parseSettings() })
  expect((await post(url, '{"a":2}')).status).toBe(202)
  expect(await db.triggerAddress.findFirst({ where: { organizationId } })).toMatchObject({
    signingSecretEncrypted: null,
  })
})

it('bodies are erased after 30 days, and what waits keeps its own', async () => {
  await post(url, { email: anEmailAddress() })
  await decideAll(organizationId)
  await post(url, { email: anEmailAddress() })
  const travel = (days: number) => vi.useFakeTimers({ now: Date.now() + days * 86_400_000, toFake: ['Date'] })
  travel(29)
  await eraseExpiredBodies()
  expect((await bodies()).filter(Boolean)).toHaveLength(2)
  travel(2)
  await eraseExpiredBodies()
  expect((await listRequests(organizationId)).map(({ body, outcome }) => [body !== null, outcome])).toEqual([
    [false, 'entered'],
    [true, null],
  ])
})

it('a second address of a sequence is refused', async () => {
  await expect(createTriggerAddress(organizationId, sequenceId)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
})
