import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { acceptEvents } from './events'
import { aRunnerDatabase, type TestDatabase } from './testing/database'
import { ASLEEP } from './testing/scenarios'

const ROOT = path.resolve(import.meta.dirname, '../..')
const WAIT = { timeout: 20_000, interval: 20 }

let database: TestDatabase
let folder: string
let file: string
const children: ChildProcess[] = []

beforeEach(async () => {
  database = await aRunnerDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'runner-'))
  file = path.join(folder, 'seen')
  writeFileSync(file, '')
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await database.drop()
  rmSync(folder, { recursive: true })
})

function startProcess(name: string): ChildProcess {
  const script = path.join(ROOT, 'inngest/local/testing/killed-app.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, database.url, file, name], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  children.push(child)
  return child
}

const lines = () => readFileSync(file, 'utf8').split('\n').filter(Boolean)
const untilSeen = (line: string) => vi.waitFor(() => expect(lines()).toContain(line), WAIT)
const untilAsleep = () =>
  vi.waitFor(async () => {
    expect(await database.query(`SELECT FROM inngest_local.run WHERE ${ASLEEP}`)).toHaveLength(1)
    expect(
      await database.query("SELECT FROM graphile_worker.jobs WHERE task_identifier = 'execute' AND locked_at IS NULL"),
    ).toHaveLength(1)
  }, WAIT)
const things = () => lines().map((line) => line.split(' ').slice(1).join(' '))

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

it('another process takes over after a kill and repeats only the interrupted step', async () => {
  const first = startProcess('one')
  await untilSeen('one ready')
  startProcess('two')
  await untilSeen('two ready')
  await acceptEvents(database.url, [{ name: 'test/journey', data: {} }])
  await untilSeen('one slow begins')
  await kill(first)
  await untilSeen('two slow begins')
  await untilSeen('two after')
  expect(things().filter((thing) => thing !== 'ready')).toEqual([
    'before',
    'slow begins',
    'slow begins',
    'slow ends',
    'after',
  ])
}, 40_000)
