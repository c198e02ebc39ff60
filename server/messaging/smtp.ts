import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { parseConnectionUrl } from 'nodemailer/lib/shared/index.js'
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import { toAsciiAddress } from '../fields/schema'
import { log } from '../log'
import type { Deliver, EmailMessage, Outcome } from './message'

const CONNECT_TIMEOUT_MS = 10_000
/** How long an idle connection is kept for the next message. */
const IDLE_MS = 10_000

/**
 * Opens a mail server by URL: `smtps://` uses TLS from the first byte, `smtp://` upgrades if the server offers it. A password
 * is never sent without TLS, except to this machine.
 *
 * nodemailer's own transports retry a message when a connection breaks, and do not report at which point it broke. Exactly-once
 * delivery depends on whether the text was already sent, so this drives the connection itself.
 * @param clientName the EHLO name (RFC 5321, 4.1.1.1), unless the URL has a `name`.
 * @param timeoutMs total time for one message; RFC 5321, 4.5.3.2 recommends minutes for each reply.
 * @param maxIdle connections kept open for the next messages.
 * @param answerMs time for the reply to the text, beside `timeoutMs`; included in it if absent. A content filter may take
 *   minutes, and a missing reply counts as unconfirmed: the message is not sent again.
 */
export function openMailServer(
  url: string,
  timeoutMs: number,
  {
    maxIdle = 20,
    clientName = 'localhost',
    answerMs,
  }: { maxIdle?: number; clientName?: string; answerMs?: number } = {},
): Deliver<EmailMessage> {
  const options = connectionOptions(url, clientName, Math.max(timeoutMs, answerMs ?? 0))
  const idle: Idle = new Map()

  return async (message) => {
    const envelope = { from: toAsciiAddress(message.from.address), to: toAsciiAddress(message.to.address) }
    const deadline = Date.now() + timeoutMs
    try {
      const text = await compose(message)
      const held = takeFrom(idle)
      const limits = { deadline, answerMs }
      const first = held && (await handOver(held, envelope, text, limits))
      // A kept connection may be dead: if it breaks without a reply, nothing was handed over, so try a new one. A reply such as "try
      // later" is final for this attempt.
      const isDead = !first || (first.outcome.state === 'postponed' && !first.isAnswered)
      const { outcome, connection, isAlive } = isDead
        ? await handOver(await open(options, deadline, idle), envelope, text, limits)
        : first
      if (isAlive) keep(connection, idle, maxIdle)
      else connection.close()
      return outcome
    } catch (error) {
      // No connection was established, so nothing was handed over.
      return { state: 'postponed', words: errorWords(error), isAboutServer: true }
    }
  }
}

type Idle = Map<SMTPConnection, NodeJS.Timeout>

type Offer = { outcome: Outcome; connection: SMTPConnection; isAlive: boolean; isAnswered: boolean }
type Envelope = { from: string; to: string }

function handOver(
  connection: SMTPConnection,
  envelope: Envelope,
  text: Buffer,
  { deadline, answerMs }: { deadline: number; answerMs: number | undefined },
): Promise<Offer> {
  return new Promise((resolve) => {
    let isTextOut = false
    const lost = (error: unknown) => {
      const words = errorWords(error)
      const outcome: Outcome = isTextOut
        ? { state: 'unconfirmed', words }
        : { state: 'postponed', words, isAboutServer: true }
      settle({ outcome, connection, isAlive: false, isAnswered: false })
    }
    const end = () => lost(new Error('The mail server closed the connection.'))
    const tooLong = () => lost(new Error('The mail server took too long.'))
    let timer = setTimeout(tooLong, deadline - Date.now())
    const settle = (offer: Offer) => {
      clearTimeout(timer)
      connection.off('error', lost).off('end', end)
      resolve(offer)
    }
    connection.once('error', lost).once('end', end)
    // Read only once the server has requested the text: from then on, a missing reply proves nothing.
    const body = Readable.from(
      (function* () {
        isTextOut = true
        if (answerMs !== undefined) {
          clearTimeout(timer)
          timer = setTimeout(tooLong, answerMs)
        }
        yield text
      })(),
    )
    // After a refusal the session is in the middle of a transaction: closing the connection is simpler than resetting it.
    connection.send({ ...envelope, size: text.length }, body, (error) =>
      settle({
        outcome: error ? classifyError(error) : { state: 'accepted' },
        connection,
        isAlive: error === null,
        isAnswered: error === null || error.responseCode !== undefined,
      }),
    )
  })
}

/** RFC 5321: 4yz may be retried, 5yz must not. */
function classifyError(error: SMTPConnection.SMTPError): Outcome {
  const words = errorWords(error)
  const { responseCode, command } = error
  if (responseCode === undefined) {
    const isOurs = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
    return { state: isOurs ? 'refused' : 'postponed', words }
  }
  const scope = command === 'MAIL FROM' ? { isAboutServer: true as const } : {}
  if (responseCode < 500) return { state: 'postponed', words, ...scope }
  return { ...classifyRefusal(words, command), ...scope }
}

/** Classifies a permanent refusal, from the SMTP session or from a later bounce report. */
export function classifyRefusal(
  words: string,
  command: string | undefined,
): Extract<Outcome, { state: 'bounced' | 'refused' }> {
  if (isMailboxGone(words, command)) return { state: 'bounced', words, isGone: true }
  // A policy refusal (5.7.x) concerns the sender or the message: it may succeed on another day or from another sender.
  return command === 'RCPT TO' && !/\b5\.7\.\d/.test(words)
    ? { state: 'bounced', words, isGone: false }
    : { state: 'refused', words }
}

/** RFC 3463, 3.2: the address itself is wrong. */
const WRONG_ADDRESS = /\b5\.1\.(?:1|2|3|6|10)\b/
/** Exchange Online's reply for an unknown recipient. */
const REJECTED_RECIPIENT = /\b5\.4\.1\b.*recipient address rejected/i
/** Replies of servers without enhanced status codes. */
const UNKNOWN_USER =
  /user unknown|unknown user|no such (?:user|recipient|mailbox|account)|(?:user|recipient|mailbox|account|address) (?:unknown|not found|does not exist|doesn't exist)|invalid (?:recipient|mailbox)/i

function isMailboxGone(words: string, command: string | undefined): boolean {
  if (WRONG_ADDRESS.test(words)) return true
  if (/\b5\.\d{1,3}\.\d{1,3}\b/.test(words)) return command === 'RCPT TO' && REJECTED_RECIPIENT.test(words)
  return UNKNOWN_USER.test(words)
}

function open(options: SMTPConnection.Options, deadline: number, idle: Idle): Promise<SMTPConnection> {
  const connection = new SMTPConnection(options)
  let timer: NodeJS.Timeout
  const opened = new Promise<SMTPConnection>((resolve, reject) => {
    const fail = (error: SMTPConnection.SMTPError) => {
      // Reject first: closing emits `end`, which would become the reason.
      reject(options.requireTLS && isAboutTls(error) ? withoutTls(errorWords(error)) : error)
      connection.close()
    }
    timer = setTimeout(() => fail(new Error('The mail server took too long.')), deadline - Date.now())
    // Never removed: an error on an idle connection is harmless, and without a listener would end the process.
    connection.on('error', fail)
    connection.once('end', () => {
      clearTimeout(idle.get(connection))
      idle.delete(connection)
      reject(new Error('The mail server closed the connection.'))
    })
    const ready = () => {
      // A message is a series of small writes with a reply after each: Nagle's algorithm would delay each of them.
      ;(connection as unknown as { _socket: Socket })._socket.setNoDelay(true)
      resolve(connection)
    }
    connection.connect(() => {
      const credentials = options.auth as SMTPConnection.Credentials | undefined
      if (options.requireTLS && !connection.secure) fail(withoutTls('the connection is not encrypted'))
      else if (credentials && (connection as { allowsAuth?: boolean }).allowsAuth)
        connection.login(credentials, (error) => (error ? fail(error) : ready()))
      else ready()
    })
  })
  return opened.finally(() => clearTimeout(timer))
}

function isAboutTls({ code, message }: SMTPConnection.SMTPError): boolean {
  return code === 'ETLS' || /certificate|self.signed|\b(?:tls|ssl)\b/i.test(message)
}

function withoutTls(words: string): Error {
  return new Error(
    `No secure connection to the mail server, so the password was not sent (${words}). Use smtps://, or a server that offers STARTTLS with a valid certificate.`,
  )
}

function keep(connection: SMTPConnection, idle: Idle, maxIdle: number): void {
  if (idle.size >= maxIdle) return connection.quit()
  const timer = setTimeout(() => idle.delete(connection) && connection.quit(), IDLE_MS)
  timer.unref()
  idle.set(connection, timer)
}

function takeFrom(idle: Idle): SMTPConnection | undefined {
  const [held] = idle
  if (!held) return undefined
  const [connection, timer] = held
  clearTimeout(timer)
  idle.delete(connection)
  return connection
}

function connectionOptions(url: string, clientName: string, timeoutMs: number): SMTPConnection.Options {
  const given = parseConnectionUrl(url)
  const isLoopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(given.host ?? '')
  const needsTls = given.auth !== undefined && !isLoopback
  return {
    name: clientName,
    ...given,
    ...(needsTls ? { requireTLS: true, ignoreTLS: false, opportunisticTLS: false } : {}),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // On this machine a certificate proves nothing, and a local server's is rarely signed by a CA.
    ...(isLoopback ? { tls: { rejectUnauthorized: false, ...given.tls } } : {}),
  }
}

function compose(message: EmailMessage): Promise<Buffer> {
  const { channel: _, ...mail } = message
  return new MailComposer({ ...mail, textEncoding: 'quoted-printable' }).compile().build()
}

function errorWords(error: unknown): string {
  const { response, message } = error as { response?: unknown; message?: unknown }
  const words = typeof response === 'string' && response !== '' ? response : String(message)
  log.debug({ err: error }, 'the mail server did not take a message')
  return words.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim().slice(0, 500)
}
