import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, it } from 'vitest'
import { identifyProcess, isGroupRunning } from './running-processes.mjs'

/** Listens, with busy threads that end after the first one. */
const BUSY_SERVER = `
  const { Worker } = require('node:worker_threads')
  const { pbkdf2 } = require('node:crypto')
  for (let i = 0; i < 3; i++) new Worker('for (;;) JSON.stringify(process.memoryUsage())', { eval: true })
  setInterval(() => pbkdf2('a', 'b', 50_000, 64, 'sha512', () => {}), 5)
  const memory = Array.from({ length: 20 }, () => Buffer.alloc(10_000_000, 1))
  const server = require('node:net').createServer(() => {})
  server.listen(0, '127.0.0.1', () => console.log(server.address().port, memory.length))
`

async function portIsFree(port: number): Promise<boolean> {
  const probe = net.createServer()
  const outcome = new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => resolve(true))
  })
  const isFree = await outcome
  if (isFree) await new Promise((resolve) => probe.close(resolve))
  return isFree
}

describe('isGroupRunning', () => {
  it('reports a killed process group as running until its port is free', async () => {
    for (let round = 0; round < 5; round++) {
      const child = spawn(process.execPath, ['-e', BUSY_SERVER], {
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      })
      const exit = once(child, 'exit')
      const [output] = await once(child.stdout, 'data')
      const server = identifyProcess(child.pid ?? 0)
      expect(isGroupRunning(server)).toBe(true)
      child.kill('SIGKILL')
      // Without an await: once this process handles the exit, the zombie is gone.
      while (isGroupRunning(server));
      expect(await portIsFree(Number.parseInt(output, 10))).toBe(true)
      await exit
    }
  })
})
