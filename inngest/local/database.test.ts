import { expect, it } from 'vitest'
import { openPool } from './database'

it('the runner’s pool ignores a second release of the same connection', async () => {
  const pool = openPool({ connectionString: process.env.DATABASE_URL, max: 1 })
  const release = await new Promise<() => void>((resolve, reject) => {
    pool.connect((error, _client, done) => (error ? reject(error) : resolve(done)))
  })
  release()
  expect(release).not.toThrow()
  // The single connection was released exactly once.
  expect([pool.idleCount, pool.totalCount]).toEqual([1, 1])
  await pool.end()
})
