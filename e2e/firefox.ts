import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WebSocket } from 'undici'
import type { Json } from './fixtures'

/* An installed Firefox, driven by WebDriver BiDi, which Playwright does not do with a Firefox of the system. */

export const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((file) => existsSync(file))

export type Firefox = {
  send: (method: string, params?: object) => Promise<Json>
  close: () => Promise<void>
}

export async function startFirefox(binary: string): Promise<Firefox> {
  const profile = mkdtempSync(path.join(tmpdir(), 'firefox-'))
  const child = spawn(binary, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const address = await readAddress(child)
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const pending = new Map<number, (answer: Json) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data))
    pending.get(answer.id)?.(answer)
    pending.delete(answer.id)
  })
  let last = 0
  const send = async (method: string, params: object = {}): Promise<Json> => {
    last += 1
    const id = last
    const answered = new Promise<Json>((resolve) => pending.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error, message } = await answered
    if (error !== undefined) throw new Error(`${method}: ${error}, ${message}`)
    return result
  }
  await send('session.new', { capabilities: {} })
  const close = async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    socket.close()
    child.kill()
    await exited
    rmSync(profile, { recursive: true, force: true })
  }
  return { send, close }
}

function readAddress({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    stderr?.on('data', (part: Buffer) => {
      output += part.toString()
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(output) ?? []
      if (address !== undefined) resolve(address)
    })
    stderr?.on('end', () => reject(new Error(`Firefox did not start: ${output}`)))
  })
}
