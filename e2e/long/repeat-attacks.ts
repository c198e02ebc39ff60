import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Certificate, certificateFor } from '@/server/testing/servers/certificates'
import { aReceiver } from '@/server/testing/servers/https-receiver'
import { HttpBrowser } from '../http-browser'

/*
 * One tenant and one unauthenticated client repeat attacks that once stalled the service for all tenants, in a separate process. Each
 * attack has the size at which it was harmful and repeats until the process is ended.
 */

export type AttackOptions = {
  port: number
  key: string
  email: string
  password: string
  sequenceId: string
  ca: Certificate
  /** Runs only attacks whose name starts with this; all if absent. */
  only?: string
}

// In production the load comes from other machines: the service under test gets CPU first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const { port, key, email, password, sequenceId, ca, only = '' } = JSON.parse(process.argv[2] ?? '') as AttackOptions
const baseUrl = `http://127.0.0.1:${port}`
const PAUSE_MS = 500

const api = async (line: string, body?: unknown, headers: Record<string, string> = {}) => {
  const [method = 'GET', path = ''] = line.split(' ')
  const answer = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Sends the whole body at once; a connection that the server closes counts as answered. */
function postUnawaited(path: string, body: Buffer, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers, agent: false }, (answer) => {
      answer.resume().on('end', resolve).on('error', resolve)
    })
    sent.on('error', () => resolve())
    sent.end(body)
  })
}

const largeBody = Buffer.from(`[${'[],'.repeat(13_000_000)}[]]`)
const hangingReceiver = await aReceiver({ certificate: await certificateFor(['127.0.0.1'], { ca }) })
hangingReceiver.script(() => undefined)
const browser = new HttpBrowser(baseUrl)
await browser.signIn(email, password)

let round = 0
const words = ['ada', 'example', 'grace', 'an', 'er', 'b', 'o', 'i', 'le', 'ra']

const ATTACKS: Record<string, () => Promise<unknown>> = {
  'bodies of 40 MB at public endpoints': async () => {
    const json = { 'content-type': 'application/json' }
    await postUnawaited('/api/auth/callback/credentials', largeBody, json)
    await postUnawaited('/api/inngest', largeBody, {
      ...json,
      'x-inngest-signature': `t=${Math.floor(Date.now() / 1000)}&s=${'ab'.repeat(32)}`,
    })
  },
  'guesses of keys': () =>
    Promise.all(
      Array.from({ length: 20 }, () =>
        fetch(`${baseUrl}/api/v1/contacts`, { headers: { 'x-api-key': `cfs_${'a'.repeat(43)}` } }).then((a) =>
          a.text(),
        ),
      ),
    ),
  'guesses of passwords': () => new HttpBrowser(baseUrl).signIn(email, 'not the password').catch(() => undefined),
  'forty creations at once with a phone and an Idempotency-Key': () =>
    Promise.all(
      Array.from({ length: 40 }, () =>
        api(
          'POST /contacts',
          { email: `${randomUUID()}@example.com`, firstName: 'Ada', phone: '+33 1 99 00 51 19' },
          { 'idempotency-key': randomUUID() },
        ),
      ),
    ),
  'a hundred subscriptions that hang, and a thousand events for each': async () => {
    round += 1
    for (let n = 0; n < 5; n += 1)
      await api('POST /webhooks/subscribe', {
        hookUrl: hangingReceiver.url(`/${round}-${n}`),
        triggerType: 'new_contact',
      })
    const contacts = Array.from({ length: 100 }, () => ({ email: `${randomUUID()}@example.com` }))
    await api(`POST /sequences/${sequenceId}/execute`, { contacts })
  },
  'a check of a signature over 900 KB': () =>
    browser.mutate('webhookConsole.checkSignature', {
      body: 'x'.repeat(900_000),
      header: `t=${Math.floor(Date.now() / 1000)},v1=${'ab'.repeat(32)}`,
    }),
  'deep pages': () =>
    Promise.all([900, 500, 100].map((page) => browser.query('contacts.list', { page: page * 2, limit: 100 }))),
  'rotating broad searches': () =>
    Promise.all(
      words.map((word, n) =>
        browser.query('contacts.list', { search: `${word}${n % 2 ? '' : round % 10}`, limit: 100 }),
      ),
    ),
  'a sequence with 20,000 people paused and resumed': async () => {
    await browser.mutate('sequences.setStatus', { id: sequenceId, status: 'paused' })
    await browser.mutate('sequences.setStatus', { id: sequenceId, status: 'active' })
  },
  'slow lines that never end a request': async () => {
    const sent = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/auth/callback/credentials',
      agent: false,
    })
    sent.on('error', () => undefined)
    sent.write('x')
    await sleep(5000)
    sent.destroy()
  },
}

const runsByAttack: Record<string, number> = {}
for (const [name, attack] of Object.entries(ATTACKS).filter(([named]) => named.startsWith(only)))
  void (async () => {
    for (;;) {
      await attack().catch(() => undefined)
      runsByAttack[name] = (runsByAttack[name] ?? 0) + 1
      await sleep(PAUSE_MS)
    }
  })()

process.on('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(runsByAttack)}\n`)
  process.exit(0)
})
process.stdout.write('at work\n')
