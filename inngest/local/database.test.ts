import { expect, it } from 'vitest'
import { openPool } from './database'

it('a pool of the runner takes a connection back once, however often it is given back', async () => {
  const pool = openPool({ connectionString: process.env.DATABASE_URL, max: 1 })
  const released = await new Promise<() => void>((resolve, reject) => {
    pool.connect((error, _client, release) => (error ? reject(error) : resolve(release)))
  })
  released()
  expect(released).not.toThrow()
  // The one connection is free, and only once.
  expect([pool.idleCount, pool.totalCount]).toEqual([1, 1])
  await pool.end()
})
