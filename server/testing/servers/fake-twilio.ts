import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TwilioAccount } from '@/server/messaging/twilio'

export type ReceivedSms = {
  sid: string
  to: string
  from?: string
  messagingServiceSid?: string
  body: string
  statusCallback?: string
}

export type TwilioFault =
  | { code: number; message: string; status: number; headers?: Record<string, string> }
  | { status: number; text: string; headers?: Record<string, string> }
  /** Drops the connection without an answer; `keep`: accepts the message all the same. */
  | { cut: true; keep?: boolean }
  /** Never answers; `keep` as above. */
  | { hang: true; keep?: boolean }

export type FakeTwilio = {
  account: TwilioAccount
  /** Signs the requests of Twilio. */
  authToken: string
  received: ReceivedSms[]
  to: (phone: string) => ReceivedSms[]
  countRequests: () => number
  fault: (...faults: TwilioFault[]) => void
  close: () => Promise<void>
}

/** Twilio's Messages resource on loopback, as documented by Twilio, with injectable faults. */
export async function openFakeTwilio(from = '+15005550006'): Promise<FakeTwilio> {
  const received: ReceivedSms[] = []
  const faults: TwilioFault[] = []
  const sockets = new Set<Socket>()
  let requestCount = 0
  const authToken = randomBytes(16).toString('hex')
  const accountSid = sid('AC')
  const account = { accountSid, user: sid('SK'), password: randomBytes(16).toString('hex'), from }

  const answer = (request: IncomingMessage, response: ServerResponse, form: URLSearchParams) => {
    const fault = faults.shift()
    const isAccepted = !fault || ('keep' in fault && fault.keep)
    const refusal = findRefusal(account, request, form)
    if (refusal) return sendFault(response, refusal)
    if (isAccepted) received.push(parseText(form))
    if (fault && 'hang' in fault) return
    if (fault && 'cut' in fault) return request.socket.destroy()
    if (fault) return sendFault(response, fault)
    const { sid: name, to, body } = received.at(-1) as ReceivedSms
    response.writeHead(201, JSON_TYPE)
    response.end(JSON.stringify({ sid: name, status: 'queued', to, body, error_code: null, error_message: null }))
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requestCount += 1
      answer(request, response, new URLSearchParams(Buffer.concat(chunks).toString()))
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    account: { ...account, apiUrl: `http://127.0.0.1:${port}` },
    authToken,
    received,
    to: (phone) => received.filter(({ to }) => to === phone),
    countRequests: () => requestCount,
    fault: (...ordered) => void faults.push(...ordered),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Environment variables that point a service at the fake. */
export function twilioEnvironment({ account, authToken }: FakeTwilio): Record<string, string> {
  return {
    TWILIO_ACCOUNT_SID: account.accountSid,
    TWILIO_API_KEY_SID: account.user,
    TWILIO_API_KEY_SECRET: account.password,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: account.from,
    TWILIO_API_URL: account.apiUrl,
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json;charset=utf-8' }

function findRefusal(
  { accountSid, user, password }: Omit<TwilioAccount, 'apiUrl'>,
  request: IncomingMessage,
  form: URLSearchParams,
): TwilioFault | null {
  const { method, url = '', headers } = request
  const isKnown = headers.authorization === `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  if (!isKnown) return { code: 20003, message: 'Authenticate', status: 401 }
  if (method !== 'POST' || url !== `/2010-04-01/Accounts/${accountSid}/Messages.json`)
    return { code: 20404, message: `The requested resource ${url} was not found`, status: 404 }
  if (!form.get('To')) return { code: 21604, message: "A 'To' phone number is required.", status: 400 }
  if (!form.get('From') && !form.get('MessagingServiceSid'))
    return { code: 21603, message: "A 'From' phone number is required.", status: 400 }
  return form.get('Body') ? null : { code: 21602, message: 'Message body is required.', status: 400 }
}

function sendFault(response: ServerResponse, fault: TwilioFault): void {
  if (!('status' in fault)) return
  const { status, headers = {} } = fault
  if ('text' in fault) return void response.writeHead(status, headers).end(fault.text)
  const { code, message } = fault
  response.writeHead(status, { ...JSON_TYPE, ...headers })
  response.end(JSON.stringify({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }))
}

function parseText(form: URLSearchParams): ReceivedSms {
  const [from, service, statusCallback] = ['From', 'MessagingServiceSid', 'StatusCallback'].map((name) =>
    form.get(name),
  )
  return {
    sid: sid('SM'),
    to: form.get('To') ?? '',
    ...(from == null ? {} : { from }),
    ...(service == null ? {} : { messagingServiceSid: service }),
    body: form.get('Body') ?? '',
    ...(statusCallback == null ? {} : { statusCallback }),
  }
}

function sid(kind: string): string {
  return `${kind}${randomBytes(16).toString('hex')}`
}
