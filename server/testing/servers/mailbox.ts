import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export type ReceivedMail = {
  /** The envelope's recipient. */
  to: string
  raw: string
  mail: Email
  /** Of one header, its first value; names in lower case. */
  header: (name: string) => string | undefined
}

/** What the server does to the next message for which it is ordered. */
export type Fault =
  | { at: 'connect' | 'mail' | 'rcpt' | 'data'; code: number; text: string }
  /** Accepts the connection and says nothing; or takes the text and never answers. */
  | { at: 'connect' | 'data'; hang: true }
  /** Takes the text, and answers only then. */
  | { at: 'data'; after: Promise<unknown> }
  /** Takes the text, then breaks the connection without an answer; `keep` when the message is kept all the same. */
  | { at: 'data'; drop: true; keep?: boolean }

export type Mailbox = {
  url: string
  port: number
  /** Every message that was accepted (or kept by a fault), in the order of arrival. */
  received: ReceivedMail[]
  /** Orders faults, one per message or connection, first come first served. */
  fault: (...faults: Fault[]) => void
  /** Only those to this address. */
  to: (address: string) => ReceivedMail[]
  /** Resolves when `count` messages to the address have arrived. */
  waitFor: (address: string, count?: number, timeoutMs?: number) => Promise<ReceivedMail[]>
  /** Breaks every open connection, as a server does that restarts. */
  disconnect: () => void
  close: () => Promise<void>
}

/**
 * A real SMTP server on loopback that keeps what it gets, and misbehaves to order.
 * @param atPort any free port unless one is given @param onMail is called with each message before the client gets its answer
 */
export async function openMailbox(
  atPort = 0,
  onMail: (mail: ReceivedMail) => void = () => undefined,
): Promise<Mailbox> {
  const received: ReceivedMail[] = []
  const faults: Fault[] = []
  const waiting = new Set<() => void>()
  const take = (at: Fault['at']): Fault | undefined => {
    const index = faults.findIndex((fault) => fault.at === at)
    return index === -1 ? undefined : faults.splice(index, 1)[0]
  }
  const sockets = new Set<Socket>()
  const disconnect = () => {
    for (const socket of sockets) socket.destroy()
  }
  const keep = async (session: SMTPServerSession, raw: string) => {
    const mail = await readMail(session.envelope.rcptTo[0]?.address ?? '', raw)
    onMail(mail)
    received.push(mail)
    for (const wake of waiting) wake()
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onConnect: (_session, callback) => {
      const fault = take('connect')
      if (fault && 'hang' in fault) return
      callback(faultError(fault))
    },
    onMailFrom: (_address, _session, callback) => callback(faultError(take('mail'))),
    onRcptTo: (_address, _session, callback) => callback(faultError(take('rcpt'))),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        const fault = take('data')
        const end = async () => {
          if (fault && 'hang' in fault) return
          if (fault && 'after' in fault) await fault.after
          if (fault && 'drop' in fault) {
            if (fault.keep) await keep(session, raw)
            disconnect()
            return
          }
          if (!fault || 'after' in fault) await keep(session, raw)
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
          waiting.delete(check)
          reject(new Error(`${to(address).length} of ${count} messages to ${address} after ${timeoutMs} ms`))
        }, timeoutMs)
        const check = () => {
          if (to(address).length < count) return
          clearTimeout(timer)
          waiting.delete(check)
          resolve(to(address))
        }
        waiting.add(check)
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

/** A message as it arrived. @param to the envelope's recipient */
export async function readMail(to: string, raw: string): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw)
  return { to, raw, mail, header: (name) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value }
}

function faultError(fault: Fault | undefined): Error | null {
  if (!fault || !('code' in fault)) return null
  return Object.assign(new Error(fault.text), { responseCode: fault.code })
}
