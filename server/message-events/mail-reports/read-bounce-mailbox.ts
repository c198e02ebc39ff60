import { ImapFlow } from 'imapflow'
import { now } from '../../clock'
import { db } from '../../db'
import { env } from '../../env'
import { log } from '../../log'
import { recordEach } from '../record-each'
import { isMailboxFailing, MAILBOX_FAILING_HEARTBEAT } from './mailbox-health'
import { parseMailReport } from './parse-mail-report'
import { recordParsedMailReport } from './record-mail-report'

/** Of one round; the next begins a minute later. */
const MESSAGES_MAX = 200
const BUDGET_MS = 20_000
/** A report is a few kilobytes and the headers of the message; the rest is the message's body. */
const MESSAGE_MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 15_000

/**
 * Reads the unread messages of the mailbox that mail comes back to (IMAP_URL), records reports, and marks each message as read once it is
 * recorded. A message that cannot be parsed is flagged; one that cannot be recorded stays unread. Repeating a message has no effect.
 * @returns null without a mailbox, or while it cannot be reached, which the health check reports
 */
export async function readBounceMailbox(imapUrl = env.imapUrl): Promise<{ read: number; recorded: number } | null> {
  if (imapUrl === undefined) return null
  const client = openClient(imapUrl)
  try {
    await client.connect()
    const result = await readUnread(client, decodeURIComponent(new URL(imapUrl).pathname.slice(1)) || 'INBOX')
    await db.jobHeartbeat.deleteMany({ where: { job: MAILBOX_FAILING_HEARTBEAT } })
    return result
  } catch (error) {
    await recordFailure(error)
    return null
  } finally {
    client.close()
  }
}

function openClient(imapUrl: string): ImapFlow {
  const { protocol, hostname, port, username, password } = new URL(imapUrl)
  const secure = protocol === 'imaps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host)
  const client = new ImapFlow({
    host,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    // The password is never sent without TLS, except to this machine.
    ...(secure || isLoopback ? {} : { doSTARTTLS: true }),
    ...(isLoopback ? { tls: { rejectUnauthorized: false } } : {}),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  // Also reported by the call that fails; without a listener it would end the process.
  client.on('error', (error) => log.debug({ err: error }, 'the connection to the bounce mailbox failed'))
  return client
}

async function readUnread(client: ImapFlow, folder: string): Promise<{ read: number; recorded: number }> {
  const until = performance.now() + BUDGET_MS
  const lock = await client.getMailboxLock(folder)
  try {
    const uids = await client.search({ seen: false }, { uid: true })
    // The client answers false instead of throwing when the server refuses or the connection breaks.
    if (!uids) throw new Error('the mailbox could not be searched')
    const result = { read: 0, recorded: 0 }
    await recordEach(uids.slice(0, MESSAGES_MAX), async (uid) => {
      if (performance.now() > until) return
      const message = await client.fetchOne(`${uid}`, { source: { maxLength: MESSAGE_MAX_BYTES } }, { uid: true })
      const recorded = message && message.source ? await recordMessage(message.source) : 'nothing'
      const flags = recorded === 'unreadable' ? ['\\Seen', '\\Flagged'] : ['\\Seen']
      if (!(await client.messageFlagsAdd(`${uid}`, flags, { uid: true })))
        throw new Error('a message could not be marked as read')
      result.read += 1
      if (recorded === 'recorded') result.recorded += 1
    })
    return result
  } finally {
    lock.release()
  }
}

async function recordMessage(source: Uint8Array): Promise<'recorded' | 'nothing' | 'unreadable'> {
  const report = await parseMailReport(source, now()).catch((error: unknown) => {
    log.warn({ err: error }, 'a message in the bounce mailbox could not be parsed')
    return null
  })
  if (report === null) return 'unreadable'
  return (await recordParsedMailReport(report)).message ? 'recorded' : 'nothing'
}

async function recordFailure(error: unknown): Promise<void> {
  const { responseText, message } = error as { responseText?: string; message?: string }
  if (!(await isMailboxFailing()))
    log.warn({ err: error, words: responseText ?? message }, 'the bounce mailbox cannot be read')
  const at = new Date()
  await db.jobHeartbeat.upsert({
    where: { job: MAILBOX_FAILING_HEARTBEAT },
    create: { job: MAILBOX_FAILING_HEARTBEAT, at },
    update: { at },
  })
}
