import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { signPayload } from '../../webhooks/delivery/signature'
import { SIGNATURE_VECTORS, SIGNING_SECRET } from './signature-vectors'

/*
 * Runs the receivers of the guide with their own interpreters on one file of vectors, and as a whole over HTTP. Run with `-u` to rewrite
 * the vectors after a change of the signature scheme.
 */
const RECEIVERS = path.join(import.meta.dirname, '../../../docs/guides/receivers')
const VECTORS = path.join(RECEIVERS, 'vectors.json')

/** The C locale reveals receivers that forget to decode UTF-8. */
const ENVIRONMENT = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', GO111MODULE: 'off', LC_ALL: 'C' }

it('the committed signature vectors equal what the service signs today', async () => {
  await expect(`${JSON.stringify(SIGNATURE_VECTORS, null, 2)}\n`).toMatchFileSnapshot(VECTORS)
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
  const isNotInstalled = isMissing(check[0])
  const note = isNotInstalled ? ` (skipped: ${check[0]} is not installed here)` : ''

  it.skipIf(isNotInstalled && process.env.CI !== 'true')(
    `the example receiver accepts genuine and rejects forged signatures${note}`,
    async () => {
      const [command, ...args] = check
      const { stdout } = await promisify(execFile)(command, [...args, VECTORS], {
        cwd: path.join(RECEIVERS, folder),
        env: ENVIRONMENT,
        timeout: 90_000,
      })
      const verdicts = JSON.parse(stdout) as boolean[]
      const judged = SIGNATURE_VECTORS.map(({ name }, index) => [name, verdicts[index]])
      expect(judged).toEqual(SIGNATURE_VECTORS.map(({ name, genuine }) => [name, genuine]))
    },
  )

  it.skipIf(isNotInstalled && process.env.CI !== 'true')(
    `the example receiver refuses a forged request and handles each delivery once${note}`,
    async () => {
      const port = await freePort()
      const receiver = start(serve, folder, port)
      const body = '[{"firstName":"Zoé"}]'
      const delivery = randomUUID()
      const header = signPayload(body, [SIGNING_SECRET], new Date())

      await vi.waitFor(() => post(port, { body, header: 'forged', delivery }), { timeout: 80_000, interval: 100 })
      expect(await post(port, { body, header: 'forged', delivery })).toBe(400)
      expect(await post(port, { body, header, delivery })).toBe(204)
      expect(await post(port, { body, header, delivery })).toBe(204)
      expect(await post(port, { body, header, delivery: randomUUID() })).toBe(204)
      // Two deliveries, one of them sent twice; the receiver prints each event that it handles.
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
      env: { ...ENVIRONMENT, WEBHOOK_SECRET: SIGNING_SECRET, PORT: String(port) },
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

function isMissing(command: string): boolean {
  return spawnSync(command, command === 'go' ? ['version'] : ['--version'], { stdio: 'ignore' }).error !== undefined
}
