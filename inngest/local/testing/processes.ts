import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { bundle } from '@/server/testing/chaos/bundle'
import { V8_FLAGS } from '@/server/testing/v8-flags'
import { aRunnerDatabase, type TestDatabase } from './database'
import { ASLEEP } from './scenarios'
import { WAIT } from './wait'

export function useProcesses() {
  let database: TestDatabase
  let folder: string
  let file: string
  let script: string
  const children: ChildProcess[] = []

  beforeAll(async () => {
    script = await bundle(path.join(import.meta.dirname, 'killed-app.ts'))
  })
  afterAll(() => rmSync(path.dirname(script), { recursive: true }))

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

  const lines = () => readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return {
    get database() {
      return database
    },
    start: (name: string): ChildProcess => {
      const child = spawn(process.execPath, [...V8_FLAGS, script, database.url, file, name], { stdio: 'inherit' })
      children.push(child)
      return child
    },
    kill: async (child: ChildProcess): Promise<void> => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    untilSeen: (line: string) => vi.waitFor(() => expect(lines()).toContain(line), WAIT),
    untilAsleep: () =>
      vi.waitFor(async () => {
        expect(await database.query(`SELECT FROM inngest_local.run WHERE ${ASLEEP}`)).toHaveLength(1)
        const free = "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'execute' AND locked_at IS NULL"
        expect(await database.query(free)).toHaveLength(1)
      }, WAIT),
    things: () => lines().map((line) => line.split(' ').slice(1).join(' ')),
  }
}
