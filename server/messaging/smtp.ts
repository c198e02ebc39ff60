import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { parseConnectionUrl } from 'nodemailer/lib/shared/index.js'
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import { log } from '../log'
import { toAsciiEmail } from '../validation/schema'
import { signMessage } from './dkim'
import type { DeliverMessage, EmailMessage, MessageOutcome } from './message'

const CONNECT_TIMEOUT_MS = 10_000
const IDLE_MS = 10_000

/**
 * Opens a mail server by URL: `smtps://` uses TLS from the first byte, `smtp://` upgrades if the server offers it. A password
 * is never sent without TLS, except to this machine.
 *
 * nodemailer's own transports retry a message when a connection breaks, and do not report at which point it broke. Exactly-once
 * delivery depends on whether the text was already sent, so this drives the connection itself.
 * @param clientName the EHLO name (RFC 5321, 4.1.1.1), unless the URL has a `name`.
 * @param timeoutMs total time for one message; RFC 5321, 4.5.3.2 recommends minutes for each reply.
 * @param maxIdleConnections connections kept open for the next messages.
 * @param replyTimeoutMs time for the reply to the text, beside `timeoutMs`; included in it if absent. A content filter may take
 *   minutes, and a missing reply counts as unconfirmed: the message is not sent again.
 */
export function createSmtpSender(
  url: string,
  timeoutMs: number,
  {
    maxIdleConnections = 20,
    clientName = 'localhost',
    replyTimeoutMs,
  }: { maxIdleConnections?: number; clientName?: string; replyTimeoutMs?: number } = {},
): DeliverMessage<EmailMessage> {
  const options = connectionOptions(url, clientName, Math.max(timeoutMs, replyTimeoutMs ?? 0))
  const idle: Idle = new Map()

  return async (message) => {
    const envelope = { from: buildEnvelopeSender(message), to: toAsciiEmail(message.to.address) }
    const deadline = Date.now() + timeoutMs
    try {
      const text = await compose(message)
      const reused = takeIdle(idle)
      const limits = { deadline, replyTimeoutMs }
      const first = reused && (await transmit(reused, envelope, text, limits))
      // A reused connection may be dead: if it breaks without a reply, nothing was transmitted, so try a new one. A reply such as "try
      // later" is final for this attempt.
      const isDead = !first || (first.outcome.state === 'postponed' && !first.isAnswered)
      const { outcome, connection, isAlive } = isDead
        ? await transmit(await connect(options, deadline, idle), envelope, text, limits)
        : first
      if (isAlive) keepIdle(connection, idle, maxIdleConnections)
      else connection.close()
      return outcome
    } catch (error) {
      // No connection was established, so nothing was transmitted.
      return { state: 'postponed', words: describeError(error), isAboutServer: true }
    }
  }
}

function buildEnvelopeSender({ from, envelopeFrom = from.address, returnPathDomain }: EmailMessage): string {
  const address = toAsciiEmail(envelopeFrom)
  return returnPathDomain === undefined ? address : `${address.slice(0, address.lastIndexOf('@'))}@${returnPathDomain}`
}

type Idle = Map<SMTPConnection, NodeJS.Timeout>

type Transmission = { outcome: MessageOutcome; connection: SMTPConnection; isAlive: boolean; isAnswered: boolean }
type Envelope = { from: string; to: string }

function transmit(
  connection: SMTPConnection,
  envelope: Envelope,
  text: Buffer,
  { deadline, replyTimeoutMs }: { deadline: number; replyTimeoutMs: number | undefined },
): Promise<Transmission> {
  return new Promise((resolve) => {
    let isTextSent = false
    const onLost = (error: unknown) => {
      const words = describeError(error)
      const outcome: MessageOutcome = isTextSent
        ? { state: 'unconfirmed', words }
        : { state: 'postponed', words, isAboutServer: true }
      finish({ outcome, connection, isAlive: false, isAnswered: false })
    }
    const onEnd = () => onLost(new Error('The mail server closed the connection.'))
    const onTimeout = () => onLost(new Error('The mail server took too long.'))
    let timer = setTimeout(onTimeout, deadline - Date.now())
    const finish = (transmission: Transmission) => {
      clearTimeout(timer)
      connection.off('error', onLost).off('end', onEnd)
      resolve(transmission)
    }
    connection.once('error', onLost).once('end', onEnd)
    // Read only once the server has requested the text: from then on, a missing reply proves nothing.
    const body = Readable.from(
      (function* () {
        isTextSent = true
        if (replyTimeoutMs !== undefined) {
          clearTimeout(timer)
          timer = setTimeout(onTimeout, replyTimeoutMs)
        }
        yield text
      })(),
    )
    // After a refusal the session is in the middle of a transaction: closing the connection is simpler than resetting it.
    connection.send({ ...envelope, size: text.length }, body, (error) =>
      finish({
        outcome: error ? classifyError(error) : { state: 'accepted' },
        connection,
        isAlive: error === null,
        isAnswered: error === null || error.responseCode !== undefined,
      }),
    )
  })
}

function classifyError(error: SMTPConnection.SMTPError): MessageOutcome {
  const words = describeError(error)
  const { responseCode, command } = error
  if (responseCode === undefined) {
    const isMessageInvalid = error.code === 'EENVELOPE' || error.code === 'EMESSAGE'
    return { state: isMessageInvalid ? 'refused' : 'postponed', words }
  }
  const scope = command === 'MAIL FROM' ? { isAboutServer: true as const } : {}
  if (responseCode < 500) return { state: 'postponed', words, ...scope }
  return { ...classifyPermanentRefusal(words, command), ...scope }
}

export function classifyPermanentRefusal(
  words: string,
  command: string | undefined,
): Extract<MessageOutcome, { state: 'bounced' | 'refused' }> {
  if (isMailboxGone(words, command)) return { state: 'bounced', words, isGone: true }
  // A policy refusal (5.7.x) concerns the sender or the message: it may succeed on another day or from another sender.
  return command === 'RCPT TO' && !/\b5\.7\.\d/.test(words)
    ? { state: 'bounced', words, isGone: false }
    : { state: 'refused', words }
}

const WRONG_ADDRESS = /\b5\.1\.(?:1|2|3|6|10)\b/
const REJECTED_RECIPIENT = /\b5\.4\.1\b.*recipient address rejected/i
const UNKNOWN_USER =
  /user unknown|unknown user|no such (?:user|recipient|mailbox|account)|(?:user|recipient|mailbox|account|address) (?:unknown|not found|does not exist|doesn't exist)|user doesn't have an? [\w.-]{1,60} account|invalid (?:recipient|mailbox)/i

function isMailboxGone(words: string, command: string | undefined): boolean {
  if (WRONG_ADDRESS.test(words)) return true
  if (/\b5\.\d{1,3}\.\d{1,3}\b/.test(words)) return command === 'RCPT TO' && REJECTED_RECIPIENT.test(words)
  return UNKNOWN_USER.test(words)
}

function connect(options: SMTPConnection.Options, deadline: number, idle: Idle): Promise<SMTPConnection> {
  const connection = new SMTPConnection(options)
  let timer: NodeJS.Timeout
  const connected = new Promise<SMTPConnection>((resolve, reject) => {
    const fail = (error: SMTPConnection.SMTPError) => {
      // Reject first: closing emits `end`, which would become the reason.
      reject(options.requireTLS && isTlsError(error) ? tlsRequiredError(describeError(error)) : error)
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
      if (options.requireTLS && !connection.secure) fail(tlsRequiredError('the connection is not encrypted'))
      else if (credentials && (connection as { allowsAuth?: boolean }).allowsAuth)
        connection.login(credentials, (error) => (error ? fail(error) : ready()))
      else ready()
    })
  })
  return connected.finally(() => clearTimeout(timer))
}

function isTlsError({ code, message }: SMTPConnection.SMTPError): boolean {
  return code === 'ETLS' || /certificate|self.signed|\b(?:tls|ssl)\b/i.test(message)
}

function tlsRequiredError(words: string): Error {
  return new Error(
    `No secure connection to the mail server, so the password was not sent (${words}). Use smtps://, or a server that offers STARTTLS with a valid certificate.`,
  )
}

function keepIdle(connection: SMTPConnection, idle: Idle, maxIdle: number): void {
  if (idle.size >= maxIdle) return connection.quit()
  const timer = setTimeout(() => idle.delete(connection) && connection.quit(), IDLE_MS)
  timer.unref()
  idle.set(connection, timer)
}

function takeIdle(idle: Idle): SMTPConnection | undefined {
  const [entry] = idle
  if (!entry) return undefined
  const [connection, timer] = entry
  clearTimeout(timer)
  idle.delete(connection)
  return connection
}

function connectionOptions(url: string, clientName: string, timeoutMs: number): SMTPConnection.Options {
  const parsed = parseConnectionUrl(url)
  const isLoopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(parsed.host ?? '')
  const needsTls = parsed.auth !== undefined && !isLoopback
  return {
    name: clientName,
    ...parsed,
    ...(needsTls ? { requireTLS: true, ignoreTLS: false, opportunisticTLS: false } : {}),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // On this machine a certificate proves nothing, and a local server's is rarely signed by a CA.
    ...(isLoopback ? { tls: { rejectUnauthorized: false, ...parsed.tls } } : {}),
  }
}

async function compose(message: EmailMessage): Promise<Buffer> {
  const { channel: _, envelopeFrom: _from, returnPathDomain: _domain, dkimKey, ...mail } = message
  const text = await new MailComposer({ ...mail, textEncoding: 'quoted-printable' }).compile().build()
  return dkimKey ? signMessage(text, dkimKey) : text
}

function describeError(error: unknown): string {
  const { response, message } = error as { response?: unknown; message?: unknown }
  const words = typeof response === 'string' && response !== '' ? response : String(message)
  log.debug({ err: error }, 'the mail server did not take a message')
  return words.replaceAll('\u0000', '').replace(/\s+/g, ' ').trim().slice(0, 500)
}
