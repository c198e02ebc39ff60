import { Client } from 'pg'

/** Of how many looks one must see it. Another client that is served in between can hide it from one look. */
const LOOKS = 5

/**
 * Two connections that are given the same server process one after the other, while the first is still open, share it: what a pooler
 * in transaction mode does, and neither a pooler in session mode nor the database itself.
 *
 * @param {string} url
 * @returns {Promise<boolean>} whether the address leads through a pooler that lends its connections for one transaction
 * @throws {Error} of the driver, when the address cannot be reached
 */
export async function isTransactionPooler(url) {
  const [first, second] = [open(url), open(url)]
  try {
    await first.connect()
    // A pooler gives a number of its own for cancelling, where the database gives that of the process.
    if (first.processID === (await serverProcess(first))) return false
    await second.connect()
    for (let look = 0; look < LOOKS; look++)
      if ((await serverProcess(first)) === (await serverProcess(second))) return true
    return false
  } finally {
    await Promise.allSettled([first.end(), second.end()])
  }
}

function open(url) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  // Without a listener a connection that breaks between two queries would end the process before the next query can say so.
  client.on('error', () => {})
  return client
}

async function serverProcess(client) {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  return rows[0].pid
}
