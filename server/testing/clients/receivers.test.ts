import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sign } from '../../webhooks/delivering/signature'

/*
 * Runs the receivers of the guide with their own interpreters on one file of vectors, and as a whole over HTTP. Run with `-u` to rewrite
 * the vectors after a change of the signature scheme.
 */
const RECEIVERS = path.join(import.meta.dirname, '../../../docs/guides/receivers')
const VECTORS = path.join(RECEIVERS, 'vectors.json')

const SECRET = 'whsec_dGhpcyBpcyBhIHRlc3Qgc2VjcmV0IG9mIDMyIGJ5dGU='
const OLD_SECRET = 'whsec_bmVpdGhlciBsb25nIG5vciBzaG9ydCBlbm91Z2ghIQ=='
const SENT_AT = new Date('2026-03-01T09:30:00.000Z')
const NOW = SENT_AT.getTime() / 1000
const CONTACT = '[{"id":"0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57","firstName":"Ada"}]'

/** The C locale reveals receivers that forget to decode UTF-8. */
const ENVIRONMENT = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', GO111MODULE: 'off', LC_ALL: 'C' }

type Vector = { name: string; why: string; secret: string; header: string; body: string; now: number; genuine: boolean }

type Case = {
  name: string
  why: string
  genuine: boolean
  body?: string
  arrivingBody?: string
  signedWith?: readonly string[]
  secret?: string
  now?: number
  header?: (header: string) => string
}

const GENUINE: readonly Omit<Case, 'genuine'>[] = [
  { name: 'a list of one object', why: 'This is what five kinds of event look like.' },
  {
    name: 'the bare object of step.completed',
    why: 'The signature covers the bytes, whatever their shape.',
    body: '{"event":"step.completed","status":"sent","email":"ada@example.com"}',
  },
  {
    name: 'letters beyond ASCII',
    why: 'The signature is computed over UTF-8.',
    body: '[{"firstName":"Zoé","comment":"Très bien, 谢谢, дякую 🎉","city":"Besançon"}]',
  },
  {
    name: 'escapes, line ends and spaces',
    why: 'Only the raw bytes fit: parsed and written again they would be others.',
    body: '[ {"text":"\\u00e9 \\/ \\n \\u0000", "score": 10.0 } ]\r\n',
  },
  {
    name: 'empty strings, empty lists and nulls',
    why: 'Nothing is left out before it is signed.',
    body: '[{"lastName":"","tags":[],"customFields":{},"phone":null}]',
  },
  { name: 'an empty body', why: 'The signed text is then the time and the dot.', body: '' },
  {
    name: 'two signatures, the receiver knows the new secret',
    why: 'During a rotation one signature that fits is enough.',
    signedWith: [SECRET, OLD_SECRET],
  },
  {
    name: 'two signatures, the receiver still has the old secret',
    why: 'During a rotation one signature that fits is enough, in whichever place.',
    signedWith: [SECRET, OLD_SECRET],
    secret: OLD_SECRET,
  },
  {
    name: 'a signature of a later scheme beside ours',
    why: 'Parts with other names are left alone.',
    header: (header) => `${header},v2=abcdef`,
  },
  { name: 'spaces after the commas', why: 'They carry no meaning.', header: (header) => header.replace(',', ', ') },
  { name: 'exactly 300 seconds old', why: 'The window is 300 seconds, its edge included.', now: NOW + 300 },
  { name: 'exactly 300 seconds ahead', why: 'A clock may be slow as well as fast.', now: NOW - 300 },
]

const FORGED: readonly Omit<Case, 'genuine'>[] = [
  { name: 'another secret', why: 'The sender does not know the secret.', signedWith: [OLD_SECRET] },
  {
    name: 'another body',
    why: 'The body was changed on the way.',
    arrivingBody: CONTACT.replace('Ada', 'Eve'),
  },
  { name: 'a line end more', why: 'One byte more is another body.', arrivingBody: `${CONTACT}\n` },
  {
    name: 'parsed and written again',
    why: 'Equal JSON is not the same bytes.',
    body: '[{"score": 10.0}]',
    arrivingBody: '[{"score":10}]',
  },
  { name: '301 seconds old', why: 'It may be a recording that is played again.', now: NOW + 301 },
  { name: '301 seconds ahead', why: 'The window holds in both directions.', now: NOW - 301 },
  {
    name: 'a newer time with the old signature',
    why: 'The time is part of what is signed.',
    now: NOW + 3600,
    header: (header) => header.replace(`t=${NOW}`, `t=${NOW + 3600}`),
  },
  {
    name: 'the time in milliseconds',
    why: 'The time is in seconds.',
    header: () => `t=${NOW}000,v1=${hmac(`${NOW}000.${CONTACT}`)}`,
  },
  {
    name: 'a time that is no number',
    why: 'There is nothing to compare.',
    header: () => `t=now,v1=${hmac(`now.${CONTACT}`)}`,
  },
  { name: 'no time', why: 'Without a time it could be of any age.', header: (header) => header.replace(/t=\d+,/, '') },
  { name: 'no signature', why: 'There is nothing to compare.', header: () => `t=${NOW}` },
  { name: 'an empty signature', why: 'Nothing is not a signature.', header: () => `t=${NOW},v1=` },
  { name: 'half a signature', why: 'A prefix is not the whole.', header: (header) => header.slice(0, -32) },
  {
    name: 'a signature with something behind it',
    why: 'It has to be the same, not to begin the same.',
    header: (header) => `${header}00`,
  },
  { name: 'letters that are no hex', why: 'They fit nothing.', header: () => `t=${NOW},v1=${'é'.repeat(64)}` },
  {
    name: 'the right signature under another name',
    why: 'Only v1 counts.',
    header: (header) => header.replace('v1=', 'v0='),
  },
  { name: 'an empty header', why: 'It is not signed.', header: () => '' },
  { name: 'words', why: 'It is not a signature header.', header: () => 'Bearer of good news' },
  {
    name: 'the secret decoded before use',
    why: 'The key is the whole secret as it was given, whsec_ included.',
    header: () => `t=${NOW},v1=${hmac(`${NOW}.${CONTACT}`, Buffer.from(SECRET.slice('whsec_'.length), 'base64'))}`,
  },
]

const vectors: Vector[] = [
  ...GENUINE.map((one) => vectorOf({ ...one, genuine: true })),
  ...FORGED.map((one) => vectorOf({ ...one, genuine: false })),
]

it('the committed signature vectors equal what the service signs today', async () => {
  await expect(`${JSON.stringify(vectors, null, 2)}\n`).toMatchFileSnapshot(VECTORS)
})

/** Ruby has no bundled web server: serves the Rack application. */
const RACK = `
  require 'socket'
  require 'stringio'
  $stdout.sync = true
  server = TCPServer.new('127.0.0.1', Integer(ENV['PORT']))
  loop do
    socket = server.accept
    env = {}
    socket.gets
    while (line = socket.gets.chomp) != ''
      name, value = line.split(': ', 2)
      env["HTTP_#{name.upcase.tr('-', '_')}"] = value
    end
    env['rack.input'] = StringIO.new(socket.read(env['HTTP_CONTENT_LENGTH'].to_i))
    status, = RECEIVER.call(env)
    socket.write("HTTP/1.1 #{status} .\\r\\nConnection: close\\r\\n\\r\\n")
    socket.close
  end
`

type Runtime = {
  language: string
  folder: string
  check: readonly [string, ...string[]]
  serve: readonly [string, ...string[]]
}

const RUNTIMES: readonly Runtime[] = [
  {
    language: 'Node',
    folder: 'node',
    check: [process.execPath, 'check.mjs'],
    serve: [process.execPath, 'receiver.mjs'],
  },
  { language: 'Python', folder: 'python', check: ['python3', 'check.py'], serve: ['python3', 'receiver.py'] },
  {
    language: 'PHP',
    folder: 'php',
    check: ['php', 'check.php'],
    serve: ['php', '-S', '127.0.0.1:PORT', 'receiver.php'],
  },
  { language: 'Ruby', folder: 'ruby', check: ['ruby', 'check.rb'], serve: ['ruby', '-r', './receiver', '-e', RACK] },
  {
    language: 'Go',
    folder: 'go',
    check: ['go', 'run', 'receiver.go', 'check.go'],
    serve: ['go', 'run', 'receiver.go'],
  },
]

describe.each(RUNTIMES)('the receiver in $language', ({ folder, check, serve }) => {
  const missing = isMissing(check[0])
  const excuse = missing ? ` (skipped: ${check[0]} is not installed here)` : ''

  it.skipIf(missing && process.env.CI !== 'true')(
    `the example receiver accepts genuine and rejects forged signatures${excuse}`,
    async () => {
      const [command, ...args] = check
      const { stdout } = await promisify(execFile)(command, [...args, VECTORS], {
        cwd: path.join(RECEIVERS, folder),
        env: ENVIRONMENT,
        timeout: 90_000,
      })
      const verdicts = JSON.parse(stdout) as boolean[]
      const told = vectors.map(({ name }, index) => [name, verdicts[index]])
      expect(told).toEqual(vectors.map(({ name, genuine }) => [name, genuine]))
    },
  )

  it.skipIf(missing && process.env.CI !== 'true')(
    `the example receiver refuses a forged request and handles each delivery once${excuse}`,
    async () => {
      const port = await freePort()
      const receiver = start(serve, folder, port)
      const body = '[{"firstName":"Zoé"}]'
      const delivery = randomUUID()
      const header = sign(body, [SECRET], new Date())

      await vi.waitFor(() => post(port, { body, header: 'forged', delivery }), { timeout: 80_000, interval: 100 })
      expect(await post(port, { body, header: 'forged', delivery })).toBe(400)
      expect(await post(port, { body, header, delivery })).toBe(204)
      expect(await post(port, { body, header, delivery })).toBe(204)
      expect(await post(port, { body, header, delivery: randomUUID() })).toBe(204)
      // Two deliveries, one of them twice; the receiver prints each event that it handles.
      await vi.waitFor(() => expect(receiver.printed().split('new_contact').length - 1).toBe(2), { timeout: 5000 })
    },
  )
})

let running: ChildProcess | undefined

afterEach(async () => {
  if (running?.pid === undefined || running.exitCode !== null || running.signalCode !== null) return
  // Kills the process group: `go run` starts the receiver as a child process.
  process.kill(-running.pid, 'SIGKILL')
  await once(running, 'exit')
})

function start([command, ...args]: Runtime['serve'], folder: string, port: number) {
  let output = ''
  running = spawn(
    command,
    args.map((arg) => arg.replace('PORT', arg.includes('127.0.0.1:PORT') ? String(port) : 'PORT')),
    {
      cwd: path.join(RECEIVERS, folder),
      env: { ...ENVIRONMENT, WEBHOOK_SECRET: SECRET, PORT: String(port) },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [running.stdout, running.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return { printed: () => output }
}

async function post(port: number, { body, header, delivery }: Record<'body' | 'header' | 'delivery', string>) {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-Service-Signature': header,
      'X-Service-Delivery': delivery,
      'X-Service-Event': 'new_contact',
    },
  })
  return response.status
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

function vectorOf({ name, why, genuine, ...more }: Case): Vector {
  const body = more.body ?? CONTACT
  const header = sign(body, more.signedWith ?? [SECRET], SENT_AT)
  return {
    name,
    why,
    genuine,
    secret: more.secret ?? SECRET,
    now: more.now ?? NOW,
    header: more.header?.(header) ?? header,
    body: more.arrivingBody ?? body,
  }
}

function hmac(text: string, key: string | Buffer = SECRET): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

function isMissing(command: string): boolean {
  return spawnSync(command, command === 'go' ? ['version'] : ['--version'], { stdio: 'ignore' }).error !== undefined
}
