import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4, isIPv6 } from 'node:net'

/** Answer for a name: addresses, a DNS error code, or no response. May be changed later. */
export type DnsAnswer = string[] | 'NXDOMAIN' | 'SERVFAIL' | 'silence'

export type NameServer = {
  nameServers: [string]
  set: (name: string, answer: DnsAnswer, delayMs?: number) => void
  queryCount: (name: string) => number
  close: () => void
}

const A = 1
const AAAA = 28

/** A real DNS server on loopback that only answers the configured names. */
export async function aNameServer(): Promise<NameServer> {
  const zones = new Map<string, { answer: DnsAnswer; delayMs: number }>()
  const queriedNames: string[] = []
  let isOpen = true
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = parseQuestion(query)
    queriedNames.push(name)
    const { answer, delayMs } = zones.get(name) ?? { answer: 'NXDOMAIN', delayMs: 0 }
    if (answer === 'silence') return
    const reply = buildReply(query, end, type, answer)
    setTimeout(() => isOpen && socket.send(reply, port, address), delayMs)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    nameServers: [`127.0.0.1:${socket.address().port}`],
    set: (name, answer, delayMs = 0) => void zones.set(name, { answer, delayMs }),
    queryCount: (name) => queriedNames.filter((queried) => queried === name).length,
    close: () => {
      isOpen = false
      socket.close()
    },
  }
}

function parseQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function buildReply(query: Buffer, questionEnd: number, type: number, answer: Exclude<DnsAnswer, 'silence'>): Buffer {
  const addresses = typeof answer === 'string' ? [] : answer.filter(type === AAAA ? isIPv6 : isIPv4)
  const records = type === A || type === AAAA ? addresses : []
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  const code = answer === 'NXDOMAIN' ? 3 : answer === 'SERVFAIL' ? 2 : 0
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([
    header,
    query.subarray(12, questionEnd),
    ...records.map((record) => encodeRecord(type, record)),
  ])
}

/** The name as a pointer to the question, a TTL of 0, and the address. */
function encodeRecord(type: number, address: string): Buffer {
  const bytes = type === A ? address.split('.').map(Number) : bytesOfIPv6(address)
  const head = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length])
  return Buffer.concat([head, Buffer.from(bytes)])
}

function bytesOfIPv6(address: string): number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const missing = 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}
