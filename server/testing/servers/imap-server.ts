import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type StoredMail = { uid: number; source: string; flags: Set<string> }

export type ImapServer = {
  url: string
  mails: StoredMail[]
  deliver: (source: string) => StoredMail
  /** Breaks the connection at the next command with this name. */
  breakAt: (command: string | null) => void
  password: string
  close: () => Promise<void>
}

const CAPABILITIES = 'IMAP4rev1 LITERAL+'

/** A small IMAP server on loopback with one folder: what a client needs to read unread messages and to flag them (RFC 3501). */
export async function openImapServer(): Promise<ImapServer> {
  const mails: StoredMail[] = []
  const sockets = new Set<Socket>()
  let breakingCommand: string | null = null
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.write(`* OK [CAPABILITY ${CAPABILITIES}] ready\r\n`)
    let buffered = ''
    socket.on('data', (chunk: Buffer) => {
      buffered += chunk.toString('latin1')
      for (;;) {
        const end = buffered.indexOf('\r\n')
        if (end === -1) return
        const literal = /\{(\d+)\+?\}$/.exec(buffered.slice(0, end))
        if (literal) {
          const size = Number(literal[1])
          if (!buffered.slice(0, end).endsWith('+}') && buffered.length === end + 2) socket.write('+ go on\r\n')
          if (buffered.length < end + 2 + size + 2) return
          const value = buffered.slice(end + 2, end + 2 + size)
          buffered = `${buffered.slice(0, end).replace(/\{\d+\+?\}$/, JSON.stringify(value))}${buffered.slice(end + 2 + size)}`
          continue
        }
        const line = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        answer(socket, line)
      }
    })
  })

  function answer(socket: Socket, line: string): void {
    const [, tag = '', command = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? []
    const name = command.toUpperCase()
    if (name === breakingCommand) {
      breakingCommand = null
      socket.destroy()
      return
    }
    const lines = respond(name, rest)
    socket.write(lines.map((one) => one.replace(/^OK/, `${tag} OK`).replace(/^NO/, `${tag} NO`)).join(''), 'latin1')
    if (name === 'LOGOUT') socket.end()
  }

  function respond(name: string, rest: string): string[] {
    switch (name) {
      case 'CAPABILITY':
        return [`* CAPABILITY ${CAPABILITIES}\r\n`, 'OK done\r\n']
      case 'LOGIN':
        return rest.includes(imap.password) ? ['OK done\r\n'] : ['NO [AUTHENTICATIONFAILED] wrong password\r\n']
      case 'LIST':
        return ['* LIST (\\HasNoChildren) "/" INBOX\r\n', 'OK done\r\n']
      case 'SELECT':
        return [
          `* ${mails.length} EXISTS\r\n`,
          '* 0 RECENT\r\n',
          '* FLAGS (\\Seen \\Flagged)\r\n',
          '* OK [PERMANENTFLAGS (\\Seen \\Flagged)] flags\r\n',
          '* OK [UIDVALIDITY 1] valid\r\n',
          `* OK [UIDNEXT ${mails.length + 1}] next\r\n`,
          'OK [READ-WRITE] done\r\n',
        ]
      case 'UID SEARCH':
        return [
          `* SEARCH${mails
            .filter(({ flags }) => !flags.has('\\Seen'))
            .map(({ uid }) => ` ${uid}`)
            .join('')}\r\n`,
          'OK done\r\n',
        ]
      case 'UID FETCH':
        return [...findMails(rest).map(fetchLine), 'OK done\r\n']
      case 'UID STORE':
        for (const { flags } of findMails(rest))
          for (const flag of /\(([^)]*)\)/.exec(rest)?.[1]?.split(' ') ?? []) flags.add(flag)
        return ['OK done\r\n']
      case 'LOGOUT':
        return ['* BYE\r\n', 'OK done\r\n']
      default:
        return ['OK done\r\n']
    }
  }

  function findMails(rest: string): StoredMail[] {
    const uid = Number.parseInt(rest, 10)
    return mails.filter((mail) => mail.uid === uid)
  }

  function fetchLine({ uid, source, flags }: StoredMail): string {
    const bytes = Buffer.from(source).toString('latin1')
    return `* ${uid} FETCH (UID ${uid} FLAGS (${[...flags].join(' ')}) BODY[]<0> {${bytes.length}}\r\n${bytes})\r\n`
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const imap: ImapServer = {
    url: `imap://bounces:secret@127.0.0.1:${port}/INBOX`,
    mails,
    password: 'secret',
    deliver: (source) => {
      const mail = { uid: mails.length + 1, source, flags: new Set<string>() }
      mails.push(mail)
      return mail
    },
    breakAt: (command) => {
      breakingCommand = command
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return imap
}
