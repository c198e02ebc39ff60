import type { IncomingMessage, ServerResponse } from 'node:http'
import { aReceiver } from '../servers/https-receiver'

/** The status sent, or why there was none. `cut`: the caller disconnected before the answer. */
export type ReceiverResponse = number | 'reset' | 'hang' | 'cut'

export type ReceivedAttempt = { deliveryId: string; path: string; at: number; response: ReceiverResponse | null }

export type FlakyReceiver = {
  authorities: string
  url: (path: string) => string
  attempts: ReceivedAttempt[]
  countPending: () => number
  close: () => Promise<void>
}

const HANG_MS = 11_000
const SLOWEST_MS = 900

/** Share of each answer at a `/fickle…` address; the rest is 200. */
const SHARES: [share: number, answer: Exclude<ReceiverResponse, 'cut'>][] = [
  [0.16, 500],
  [0.05, 503],
  [0.03, 429],
  [0.03, 302],
  [0.08, 'reset'],
  [0.015, 'hang'],
]

/**
 * An HTTPS receiver with realistic failures, by path: `/steady…` answers 200, sometimes slowly; `/hopeless…` always 500; `/gone…` like
 * `/fickle…`, then 410 for good; `/fickle…` anything.
 * @param goneAfter requests after which a `/gone…` address answers 410
 */
export async function aFlakyReceiver(chance: () => number, goneAfter: number): Promise<FlakyReceiver> {
  const receiver = await aReceiver()
  const seen: ReceivedAttempt[] = []
  const requestsTo = (path: string) => seen.filter((one) => one.path === path).length

  const answerFor = (path: string): Exclude<ReceiverResponse, 'cut'> => {
    if (path.startsWith('/steady')) return 200
    if (path.startsWith('/hopeless')) return 500
    if (path.startsWith('/gone') && requestsTo(path) > goneAfter) return 410
    let roll = chance()
    return SHARES.find(([share]) => (roll -= share) < 0)?.[1] ?? 200
  }

  receiver.script((request, response) => {
    const path = request.url ?? ''
    const entry: ReceivedAttempt = {
      deliveryId: String(request.headers['x-service-delivery']),
      path,
      at: Date.now(),
      response: null,
    }
    seen.push(entry)
    const delayMs = chance() < 0.5 ? 0 : chance() * SLOWEST_MS
    sendAnswer(answerFor(path), delayMs, entry, request, response)
  })
  return {
    authorities: receiver.authorities,
    url: receiver.url,
    attempts: seen,
    countPending: () => seen.filter(({ response }) => response === null).length,
    close: receiver.close,
  }
}

function sendAnswer(
  answer: Exclude<ReceiverResponse, 'cut'>,
  delayMs: number,
  entry: ReceivedAttempt,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (answer === 'reset') {
    entry.response = 'reset'
    request.socket.destroy()
    return
  }
  if (answer === 'hang') {
    entry.response = 'hang'
    const timer = setTimeout(() => response.writeHead(200).end(), HANG_MS)
    request.socket.once('close', () => clearTimeout(timer))
    return
  }
  const timer = setTimeout(() => {
    if (response.destroyed) return
    entry.response = answer
    const headers = answer === 302 ? { Location: '/elsewhere' } : answer === 503 ? { 'Retry-After': '120' } : {}
    response.writeHead(answer, headers).end('{"received":true}')
  }, delayMs)
  request.socket.once('close', () => {
    clearTimeout(timer)
    entry.response ??= 'cut'
  })
}
