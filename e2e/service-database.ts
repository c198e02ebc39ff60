import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Pool } from 'pg'

/** Connects to a local service's database as its owner. The caller must end the pool. */
export function openServiceDatabase(dataDir: string): Pool {
  const read = (file: string) => readFileSync(path.join(dataDir, file), 'utf8')
  const { postgresPassword } = JSON.parse(read('secrets.json')) as { postgresPassword: string }
  const url = `postgresql://app:${postgresPassword}@127.0.0.1:${read('postgres-port').trim()}/app`
  return new Pool({ connectionString: url, options: '-c TimeZone=UTC', max: 1 })
}
