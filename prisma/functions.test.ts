import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  applyFunctionFiles,
  loadFunctionDefinitions,
  readFunctionFiles,
  replaceFunctions,
} from '@/scripts/lib/sql-functions.mjs'
import { aMigratedDatabase, type TestDatabase } from '@/server/testing/database/test-database'

const files = readFunctionFiles()
let database: TestDatabase
let owner: Client

beforeAll(async () => {
  database = await aMigratedDatabase()
  owner = new Client({ connectionString: database.ownerUrl, options: '-c client_min_messages=warning' })
  await owner.connect()
})

beforeEach(async () => {
  await owner.query('BEGIN')
  return async () => {
    await owner.query('ROLLBACK')
  }
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

it('the migrations create exactly the functions and triggers of prisma/functions', async () => {
  const migrated = await loadFunctionDefinitions(owner)
  expect(byName(migrated)).toEqual(byName(await replaceFunctions(owner, files)))
})

it('applying the SQL function files again changes nothing', async () => {
  const migrated = await loadFunctionDefinitions(owner)
  await applyFunctionFiles(owner, files)
  expect(await loadFunctionDefinitions(owner)).toEqual(migrated)
})

it('each SQL function file is named after its function and contains the triggers that call it', async () => {
  await replaceFunctions(owner, [])
  for (const file of files) {
    const before = new Set((await loadFunctionDefinitions(owner)).map(({ name }) => name))
    await applyFunctionFiles(owner, [file])
    const created = (await loadFunctionDefinitions(owner)).filter(({ name }) => !before.has(name))
    expect([...new Set(created.map((definition) => definition.file))]).toEqual([file.name])
  }
})

it('TypeScript names each database function that it relies on, also those that only triggers call', async () => {
  const functions = new Set((await loadFunctionDefinitions(owner)).map(({ file }) => file))
  const words = new Set(readSources().flatMap((text) => text.match(/\w+/g) ?? []))
  expect([...functions].filter((name) => !words.has(name))).toEqual([])
})

function readSources(): string[] {
  const folder = path.join(import.meta.dirname, '../server')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
}

function byName(definitions: { name: string; definition: string }[]): Record<string, string> {
  return Object.fromEntries(definitions.map(({ name, definition }) => [name, definition]))
}
