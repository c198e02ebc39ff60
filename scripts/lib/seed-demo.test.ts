import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aMigratedDatabase, type TestDatabase } from '@/server/testing/database/test-database'
import { seedDemo } from './seed-demo.mjs'
import type { ServiceEnvironment } from './service-environment.mjs'
import { formatStartupBanner } from './startup-banner.mjs'

let database: TestDatabase
let dataDir = ''
let output: string[] = []
const say = (sentence: string) => output.push(sentence)

beforeEach(async () => {
  database = await aMigratedDatabase()
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'demo-'))
  output = []
})
afterEach(async () => {
  await database.drop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

describe('demo organization', () => {
  it('does not create a demo organization on a public service by default', async () => {
    expect(await seedDemo(environment({ isPublic: true }), false, say)).toBeNull()
    expect(await organizations()).toBe(0)
    expect(output).toEqual([expect.stringMatching(/no demo organization.*npm start -- --demo.*org:create/)])
    expect(fs.readdirSync(dataDir)).toEqual([])
  })

  it('creates the demo organization on a local service by default, and shows its password and key only once', async () => {
    const first = await seedDemo(environment({ isPublic: false }), false, say)
    const { password, apiKey } = first?.made ?? { password: '', apiKey: '' }
    expect(ready(first)).toContain(password)
    expect(ready(first)).toContain(apiKey)
    const file = path.join(dataDir, 'demo.json')
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)

    const second = await seedDemo(environment({ isPublic: false }), false, say)
    expect(second).toEqual({ file, made: null })
    expect(ready(second)).toContain(`the sign-in details are in ${file}`)
    expect(ready(second)).not.toContain(password)
    expect(ready(second)).not.toContain(apiKey)
  })

  it('prints a message and adds nothing for --demo when the database has an organization', async () => {
    await query("INSERT INTO organization (id, name, updated_at) VALUES (gen_random_uuid(), 'Ours', now())")
    expect(await seedDemo(environment({ isPublic: false }), true, say)).toBeNull()
    expect(output).toEqual([expect.stringContaining('--demo only fills an empty database')])
    expect(await organizations()).toBe(1)
  })
})

it('announces where the service listens, and how to make it public when it is local only', () => {
  expect(ready(null)).toContain(
    'on this machine only (127.0.0.1, port 3000). To let others in, set HOST=0.0.0.0 and NEXTAUTH_URL',
  )
  const open = formatStartupBanner({
    address: 'https://feedback.example.com',
    demo: null,
    environment: environment({ host: '0.0.0.0', isLoopback: false, isPublic: true }),
    mode: 'start',
  })
  expect(open).toContain('on 0.0.0.0, port 3000')
  expect(open).not.toContain('HOST=')
})

function ready(demo: Parameters<typeof formatStartupBanner>[0]['demo']): string {
  return formatStartupBanner({ address: 'http://localhost:3000', demo, environment: environment({}), mode: 'start' })
}

function environment(changes: Partial<ServiceEnvironment>): ServiceEnvironment {
  return {
    dataDir,
    host: '127.0.0.1',
    isLoopback: true,
    isPublic: false,
    port: 3000,
    postgresPassword: '',
    servicePassword: '',
    variables: { ...process.env, DATABASE_URL: database.url },
    ...changes,
  }
}

async function organizations(): Promise<number> {
  return (await query('SELECT FROM organization')).rowCount ?? 0
}

async function query(sql: string) {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
