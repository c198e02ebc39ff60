import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4, isIPv6 } from 'node:net'

/**
 * The records of a name. A TXT record is one text, sent as strings of 255 bytes, or the strings themselves. With a CNAME, other types are
 * those of its target, as a resolver answers them.
 */
export type DnsRecords = { addresses?: string[]; txt?: (string | string[])[]; mx?: string[]; cname?: string }

/** Answer for a name: addresses, records, a DNS error code, or no response. May be changed later. */
export type DnsAnswer = string[] | DnsRecords | 'NXDOMAIN' | 'SERVFAIL' | 'silence'

export type NameServer = {
  nameServers: [string]
  set: (name: string, answer: DnsAnswer, delayMs?: number) => void
  queryCount: (name: string) => number
  close: () => void
}

const TYPES = { a: 1, cname: 5, mx: 15, txt: 16, aaaa: 28 }
const STRING_MAX_BYTES = 255

type Zones = Map<string, { answer: DnsAnswer; delayMs: number }>

/** A real DNS server on loopback that only answers the configured names. @param atPort any free port by default */
export async function aNameServer(atPort = 0): Promise<NameServer> {
  const zones: Zones = new Map()
  const queriedNames: string[] = []
  let isOpen = true
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = parseQuestion(query)
    queriedNames.push(name)
    const { answer, delayMs } = zones.get(name) ?? { answer: 'NXDOMAIN', delayMs: 0 }
    if (answer === 'silence') return
    const reply = buildReply(query, end, answer, listRecords(zones, name, type))
    setTimeout(() => isOpen && socket.send(reply, port, address), delayMs)
  })
  socket.bind(atPort, '127.0.0.1')
  await once(socket, 'listening')
  return {
    nameServers: [`127.0.0.1:${socket.address().port}`],
    set: (name, answer, delayMs = 0) => void zones.set(name.toLowerCase(), { answer, delayMs }),
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

function listRecords(zones: Zones, name: string, type: number): Buffer[] {
  const answer = zones.get(name)?.answer ?? 'NXDOMAIN'
  if (typeof answer === 'string') return []
  const {
    addresses = [],
    txt = [],
    mx = [],
    cname,
  }: DnsRecords = Array.isArray(answer) ? { addresses: answer } : answer
  const encode = (data: Buffer) => encodeRecord(name, type, data)
  if (cname !== undefined) {
    const alias = encodeRecord(name, TYPES.cname, encodeName(cname))
    return type === TYPES.cname ? [alias] : [alias, ...listRecords(zones, cname.toLowerCase(), type)]
  }
  switch (type) {
    case TYPES.a:
      return addresses.filter(isIPv4).map((address) => encode(Buffer.from(address.split('.').map(Number))))
    case TYPES.aaaa:
      return addresses.filter(isIPv6).map((address) => encode(Buffer.from(bytesOfIPv6(address))))
    case TYPES.mx:
      return mx.map((exchange) => encode(Buffer.concat([Buffer.from([0, 10]), encodeName(exchange)])))
    case TYPES.txt:
      return txt.map((strings) => encode(encodeStrings(typeof strings === 'string' ? splitText(strings) : strings)))
    default:
      return []
  }
}

function splitText(text: string): string[] {
  const parts = Array.from({ length: Math.ceil(text.length / STRING_MAX_BYTES) }, (_, index) =>
    text.slice(index * STRING_MAX_BYTES, (index + 1) * STRING_MAX_BYTES),
  )
  return parts.length > 0 ? parts : ['']
}

function encodeStrings(strings: readonly string[]): Buffer {
  return Buffer.concat(strings.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])))
}

function encodeName(name: string): Buffer {
  return Buffer.concat([encodeStrings(name.split('.')), Buffer.from([0])])
}

function buildReply(
  query: Buffer,
  questionEnd: number,
  answer: Exclude<DnsAnswer, 'silence'>,
  records: readonly Buffer[],
): Buffer {
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  const code = answer === 'NXDOMAIN' ? 3 : answer === 'SERVFAIL' ? 2 : 0
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, query.subarray(12, questionEnd), ...records])
}

/** With class IN and a TTL of 0. */
function encodeRecord(name: string, type: number, data: Buffer): Buffer {
  const head = Buffer.from([0, type, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 0xff])
  return Buffer.concat([encodeName(name), head, data])
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
