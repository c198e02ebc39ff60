import path from 'node:path'
import { startEmbeddedPostgres } from './embedded-postgres.mjs'
import { ROOT } from './operator-error.mjs'

/**
 * A PostgreSQL server for temporary databases: that of TEST_DATABASE_URL, or an embedded one in `.data-test`.
 *
 * @returns {Promise<{ adminUrl: string, stop: () => Promise<void> }>}
 */
export async function startTestPostgres() {
  const adminUrl = process.env.TEST_DATABASE_URL
  if (adminUrl) return { adminUrl, stop: async () => {} }
  return startEmbeddedPostgres({
    folder: path.join(ROOT, '.data-test'),
    password: 'only-on-loopback-and-only-for-tests',
    // The data is temporary, so it need not survive a crash.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
}
