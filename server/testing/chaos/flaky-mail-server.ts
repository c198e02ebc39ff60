import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** What the server did with a text. `cut`: the client disconnected before the answer; null: nothing yet. */
export type TextAnswer = 'accepted' | 'dropped' | 'cut' | 452 | 554 | null

/** A message whose text arrived completely. @property isKept it is in the recipient's mailbox, whatever the server answered */
export type ReceivedText = {
  stepId: string
  to: string
  subject: string
  surveyToken: string | null
  at: number
  isKept: boolean
  answer: TextAnswer
}

export type FlakyMailServer = {
  url: string
  texts: ReceivedText[]
  /** Faults before the text, by kind. */
  earlyFaults: Map<string, number>
  countPending: () => number
  close: () => Promise<void>
}

const SLOWEST_MS = 4000
/** Shares of faults in each phase; the rest goes well. */
const CONNECT: [share: number, fault: 'busy' | 'hangUp'][] = [
  [0.03, 'busy'],
  [0.03, 'hangUp'],
]
const MAIL: [share: number, fault: 'hangUp'][] = [[0.01, 'hangUp']]
const RCPT: [share: number, fault: 'greylisted' | 'unknown'][] = [
  [0.05, 'greylisted'],
  // Below the rate of bounces at which an organization may not send any more.
  [0.012, 'unknown'],
]
const DATA: [share: number, fault: 'full' | 'spam' | 'dropped' | 'keptAndDropped' | 'late'][] = [
  [0.03, 'full'],
  [0.005, 'spam'],
  [0.015, 'dropped'],
  [0.015, 'keptAndDropped'],
  [0.15, 'late'],
]
const REPLIES = {
  busy: [421, 'Too busy'],
  greylisted: [451, 'Greylisted, come back later'],
  unknown: [550, '5.1.1 No such user'],
  full: [452, 'Disk full'],
  spam: [554, '5.7.1 Looks like spam'],
} as const

/**
 * A real SMTP server that refuses for now or for good, hangs up, takes a text and closes the connection without an answer, with or without
 * keeping it, and answers late.
 * @param onKept called with each message that is kept
 */
export async function aFlakyMailServer(
  chance: () => number,
  onKept: (text: ReceivedText) => void,
): Promise<FlakyMailServer> {
  const texts: ReceivedText[] = []
  const earlyFaults = new Map<string, number>()
  const sockets = new Map<number, Socket>()
  const pending = new Map<Socket, ReceivedText>()

  const pick = <F>(shares: readonly (readonly [number, F])[]): F | undefined => {
    let roll = chance()
    return shares.find(([share]) => (roll -= share) < 0)?.[1]
  }
  const fail = (
    fault: keyof typeof REPLIES | 'hangUp' | undefined,
    session: SMTPServerSession,
    callback: (error?: Error | null) => void,
  ) => {
    if (fault !== undefined) earlyFaults.set(fault, (earlyFaults.get(fault) ?? 0) + 1)
    if (fault === 'hangUp') sockets.get(session.remotePort)?.destroy()
    else callback(fault === undefined ? null : toReply(fault))
  }
  const receive = (session: SMTPServerSession, raw: string, callback: (error?: Error | null) => void) => {
    const fault = pick(DATA)
    const text: ReceivedText = {
      ...parseText(raw),
      to: session.envelope.rcptTo[0]?.address ?? '',
      at: Date.now(),
      isKept: fault === undefined || fault === 'keptAndDropped' || fault === 'late',
      answer: null,
    }
    texts.push(text)
    if (text.isKept) onKept(text)
    const socket = sockets.get(session.remotePort)
    if (socket) pending.set(socket, text)
    if (fault === 'dropped' || fault === 'keptAndDropped') {
      text.answer = 'dropped'
      socket?.destroy()
    } else if (fault === 'full' || fault === 'spam') {
      text.answer = fault === 'full' ? 452 : 554
      callback(toReply(fault))
    } else
      setTimeout(
        () => {
          if (text.answer === 'cut') return
          text.answer = 'accepted'
          callback()
        },
        fault === 'late' ? chance() * SLOWEST_MS : 0,
      )
  }

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onConnect: (session, callback) => fail(pick(CONNECT), session, callback),
    onMailFrom: (_address, session, callback) => fail(pick(MAIL), session, callback),
    onRcptTo: (_address, session, callback) => fail(pick(RCPT), session, callback),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => receive(session, Buffer.concat(chunks).toString('utf8'), callback))
    },
  })
  server.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(remotePort)
        const text = pending.get(socket)
        pending.delete(socket)
        if (text) text.answer ??= 'cut'
      })
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    texts,
    earlyFaults,
    countPending: () => [...pending.values()].filter(({ answer }) => answer === null).length,
    close: async () => {
      for (const socket of sockets.values()) socket.destroy()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

function parseText(raw: string) {
  const stepId = /^Message-ID: <([^@]+)@/im.exec(raw)?.[1] ?? ''
  const unfolded = raw.replaceAll('=\r\n', '')
  const subject = /^Subject: (.*)$/im.exec(raw)?.[1] ?? ''
  return { stepId, subject, surveyToken: /\/s\/([\w-]{43})/.exec(unfolded)?.[1] ?? null }
}

function toReply(fault: keyof typeof REPLIES): Error {
  const [responseCode, words] = REPLIES[fault]
  return Object.assign(new Error(words), { responseCode })
}
