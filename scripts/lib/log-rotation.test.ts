import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rotateLog, rotatePeriodically } from './log-rotation.mjs'

let folder = ''
let log = ''
let writer: ChildProcess | undefined

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rotation-'))
  log = path.join(folder, 'service.log')
})
afterEach(() => {
  writer?.kill('SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true })
})

it('does not rotate a log that is below its size limit or does not exist', () => {
  fs.writeFileSync(log, 'short\n')
  expect([rotateLog(log, { maxBytes: 7 }), rotateLog(path.join(folder, 'none'))]).toEqual([false, false])
  expect(fs.readdirSync(folder)).toEqual(['service.log'])
})

it('rotates a log into numbered files that only the owner can read, and deletes the oldest', () => {
  for (const text of ['one', 'two', 'three', 'four']) {
    fs.appendFileSync(log, text)
    expect(rotateLog(log, { maxBytes: 3, keep: 3 })).toBe(true)
  }
  expect(contents()).toEqual({
    'service.log': '',
    'service.log.1': 'four',
    'service.log.2': 'three',
    'service.log.3': 'two',
  })
  expect(fs.statSync(`${log}.1`).mode & 0o777).toBe(0o600)
})

it('rotates a log completely when it takes several reads to copy', () => {
  const text = Array.from({ length: 300_000 }, (_, n) => `line ${n}\n`).join('')
  fs.writeFileSync(log, text)
  rotateLog(log, { maxBytes: 1 })
  expect(fs.readFileSync(`${log}.1`, 'utf8') === text).toBe(true)
})

it('loses no line written before or after a rotation, and the writer continues at the start of the file', async () => {
  const write = await aWriterOnRequest()
  for (let n = 1; n <= 3; n += 1) {
    await write(`before ${n}\n`)
    rotateLog(log, { maxBytes: 1, keep: 9 })
  }
  await write('after\n')
  expect(contents()).toEqual({
    'service.log': 'after\n',
    'service.log.1': 'before 3\n',
    'service.log.2': 'before 2\n',
    'service.log.3': 'before 1\n',
  })
})

it('preserves whole lines in order under a nonstop writer, and loses lines only between two files', async () => {
  await aWriterThatNeverPauses()
  for (let rotations = 0; rotations < 20; ) if (rotateLog(log, { maxBytes: 100_000, keep: 30 })) rotations += 1
  writer?.kill('SIGKILL')
  await once(writer as ChildProcess, 'exit')

  const files = Array.from({ length: 20 }, (_, n) => `${log}.${20 - n}`)
  const pieces = [...files, log].map((file) => numbersIn(file))
  for (const numbers of pieces.slice(0, -1)) expect(numbers.length).toBeGreaterThan(500)
  // No line within a file is missing or repeated; between two files a few may be lost.
  for (const numbers of pieces) expect(numbers).toEqual(numbers.map((_, n) => (numbers[0] ?? 0) + n))
  const kept = pieces.flat()
  expect(kept).toEqual(kept.toSorted((a, b) => a - b))
  const written = kept.at(-1) ?? 0
  // The number depends on the scheduling of this process.
  expect((written - kept.length) / written).toBeLessThan(0.5)
})

it('checks and rotates a log periodically', async () => {
  fs.writeFileSync(log, 'first')
  const keeper = rotatePeriodically([log], { maxBytes: 4, checkEveryMs: 10 })
  expect(fs.readFileSync(`${log}.1`, 'utf8')).toBe('first')
  fs.appendFileSync(log, 'second')
  await expect.poll(() => fs.readFileSync(`${log}.1`, 'utf8')).toBe('second')
  await keeper.stop()
})

/** A process whose standard output is the log, as that of the web server. */
async function aWriterOnRequest(): Promise<(text: string) => Promise<void>> {
  const child = start("process.on('message', (text) => { fs.writeSync(1, text); process.send('written') })")
  return async (text) => {
    child.send(text)
    await once(child, 'message')
  }
}

async function aWriterThatNeverPauses(): Promise<void> {
  const child = start(
    "process.send('ready'); for (let n = 1; ; n += 1) fs.writeSync(1, 'line ' + n + ' '.repeat(80) + '\\n')",
  )
  await once(child, 'message')
}

function start(program: string): ChildProcess {
  const out = fs.openSync(log, 'a', 0o600)
  const child = spawn(process.execPath, ['-e', `const fs = require('node:fs'); ${program}`], {
    stdio: ['ignore', out, 'inherit', 'ipc'],
  })
  fs.closeSync(out)
  writer = child
  return child
}

function numbersIn(file: string): number[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => Number(/^line (\d+) *$/.exec(line)?.[1] ?? Number.NaN))
}

function contents(): Record<string, string> {
  return Object.fromEntries(
    fs
      .readdirSync(folder)
      .toSorted()
      .map((name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')]),
  )
}
