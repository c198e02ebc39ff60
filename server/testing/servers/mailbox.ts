import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = {
  to: string
  /** The envelope sender. */
  envelopeFrom: string
  raw: string
  mail: Email
  header: (name: string) => string | undefined
}

export type SmtpFault =
  | { at: 'connect' | 'mail' | 'rcpt' | 'data'; code: number; text: string }
  /** `connect`: accepts the connection and stays silent; `data`: accepts the message and never answers. */
  | { at: 'connect' | 'data'; hang: true }
  /** Accepts the message, and answers only after the promise settles. */
  | { at: 'data'; after: Promise<unknown> }
  /** Accepts the message, then drops the connection without an answer; `keep`: stores the message all the same. */
  | { at: 'data'; drop: true; keep?: boolean }

export type Mailbox = {
  url: string
  port: number
  received: ReceivedMail[]
  fault: (...faults: SmtpFault[]) => void
  to: (address: string) => ReceivedMail[]
  waitFor: (address: string, count?: number, timeoutMs?: number) => Promise<ReceivedMail[]>
  disconnect: () => void
  close: () => Promise<void>
}

/**
 * A real SMTP server on loopback that stores messages, with injectable faults.
 * @param atPort any free port by default @param onMail called with each message before the client gets its answer
 */
export async function openMailbox(
  atPort = 0,
  onMail: (mail: ReceivedMail) => void = () => undefined,
): Promise<Mailbox> {
  const received: ReceivedMail[] = []
  const faults: SmtpFault[] = []
  const waiters = new Set<() => void>()
  const nextFault = (at: SmtpFault['at']): SmtpFault | undefined => {
    const index = faults.findIndex((fault) => fault.at === at)
    return index === -1 ? undefined : faults.splice(index, 1)[0]
  }
  const sockets = new Set<Socket>()
  const disconnect = () => {
    for (const socket of sockets) socket.destroy()
  }
  const store = async (session: SMTPServerSession, raw: string) => {
    const { mailFrom, rcptTo } = session.envelope
    const mail = await parseReceivedMail(rcptTo[0]?.address ?? '', raw, mailFrom ? mailFrom.address : '')
    onMail(mail)
    received.push(mail)
    for (const check of waiters) check()
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onConnect: (_session, callback) => {
      const fault = nextFault('connect')
      if (fault && 'hang' in fault) return
      callback(faultError(fault))
    },
    onMailFrom: (_address, _session, callback) => callback(faultError(nextFault('mail'))),
    onRcptTo: (_address, _session, callback) => callback(faultError(nextFault('rcpt'))),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const fault = nextFault('data')
        const end = async () => {
          if (fault && 'hang' in fault) return
          if (fault && 'after' in fault) await fault.after
          if (fault && 'drop' in fault) {
            if (fault.keep) await store(session, raw)
            disconnect()
            return
          }
          if (!fault || 'after' in fault) await store(session, raw)
          callback(faultError(fault))
        }
        void end()
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(atPort, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  const to = (address: string) => received.filter((mail) => mail.to === address)
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    to,
    fault: (...ordered) => void faults.push(...ordered),
    waitFor: (address, count = 1, timeoutMs = 60_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(check)
          reject(new Error(`${to(address).length} of ${count} messages to ${address} after ${timeoutMs} ms`))
        }, timeoutMs)
        const check = () => {
          if (to(address).length < count) return
          clearTimeout(timer)
          waiters.delete(check)
          resolve(to(address))
        }
        waiters.add(check)
        check()
      }),
    disconnect,
    close: async () => {
      disconnect()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

export async function parseReceivedMail(to: string, raw: string, envelopeFrom = ''): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw)
  return {
    to,
    envelopeFrom,
    raw,
    mail,
    header: (name) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value,
  }
}

function faultError(fault: SmtpFault | undefined): Error | null {
  if (!fault || !('code' in fault)) return null
  return Object.assign(new Error(fault.text), { responseCode: fault.code })
}
