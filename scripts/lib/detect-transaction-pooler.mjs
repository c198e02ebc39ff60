import { Client } from 'pg'

/** Another client that is served in between can hide the pooler from one attempt. */
const ATTEMPTS = 5

/**
 * Detects a pooler in transaction mode: only that serves two open connections with the same server process.
 *
 * @param {string} url
 * @returns {Promise<boolean>}
 * @throws {Error} of the driver, when the address cannot be reached
 */
export async function isTransactionPooler(url) {
  const [first, second] = [open(url), open(url)]
  try {
    await first.connect()
    // For cancelling, PostgreSQL reports the number of its process, a pooler one of its own.
    const { processID } = /** @type {Client & { processID: number | null }} */ (first)
    if (processID === (await serverProcess(first))) return false
    await second.connect()
    for (let attempt = 0; attempt < ATTEMPTS; attempt++)
      if ((await serverProcess(first)) === (await serverProcess(second))) return true
    return false
  } finally {
    await Promise.allSettled([first.end(), second.end()])
  }
}

/** @param {string} url */
function open(url) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  // Without a listener a connection that breaks between two queries would end the process before the next query can say so.
  client.on('error', () => {})
  return client
}

/** @param {Client} client */
async function serverProcess(client) {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  return rows[0].pid
}
