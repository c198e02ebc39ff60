import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect } from 'vitest'
import { type AllowedNetworks, parseNetworks } from '../../outbound/allowed-networks'
import { type SafePostResult, safePost } from '../../outbound/safe-request'
import { aReceiver, type Receiver, type ScriptedResponse } from './https-receiver'
import { aNameServer, type NameServer } from './name-server'

export const RECEIVER_HOST = 'receiver.example'
export const BLOCKED_ERROR = /^ADDRESS_BLOCKED$/

export type ExpectedRequestResult = { ok?: true; status?: number; error?: RegExp; body?: RegExp; seconds?: number }

const TICK_MS = 50

/**
 * Real TLS, real DNS and the real ten-second timeout, for the calling file. All calls start concurrently, so a matrix takes little longer
 * than its slowest call. 127.0.0.1 acts as a public receiver; every other private address stays refused.
 */
export function useSafeRequestFixture(hosts: string[]) {
  const allowed = parseNetworks(['127.0.0.1/32'])
  const closing: (() => unknown)[] = []
  const results = new Map<string, Promise<SafePostResult>>()
  const expectations = new Map<string, ExpectedRequestResult>()
  const matrix = {
    names: undefined as unknown as NameServer,
    receiver: undefined as unknown as Receiver,
    allowed,
    closing,
    results,
    startCall,
    compareCase,
  }

  // Maximum timer delay so far, in ms. On a loaded machine a deadline ends a call this much later.
  let latenessMs = 0
  let tickedAt = performance.now()
  const ticking = setInterval(() => {
    latenessMs = Math.max(latenessMs, performance.now() - tickedAt - TICK_MS)
    tickedAt = performance.now()
  }, TICK_MS)

  beforeAll(async () => {
    matrix.names = await aNameServer()
    matrix.receiver = await aReceiver({ hosts: [RECEIVER_HOST, ...hosts] })
    matrix.names.set(RECEIVER_HOST, ['127.0.0.1'])
  })

  afterAll(async () => {
    clearInterval(ticking)
    await Promise.allSettled(results.values())
    await matrix.receiver.close()
    for (const close of closing) await close()
    matrix.names.close()
  })

  function startCall(
    title: string,
    url: string,
    expected: ExpectedRequestResult,
    networks: AllowedNetworks = allowed,
  ): void {
    expectations.set(title, expected)
    const request = { url, headers: { 'Content-Type': 'application/json' }, body: '[]' }
    const options = { ...matrix.names, authorities: matrix.receiver.authorities, allowed: networks }
    results.set(title, safePost(request, options))
  }

  /** The result of a call and what is expected of it, to be compared with `toEqual`. */
  async function compareCase(title: string): Promise<{ actual: object; expected: object }> {
    const { ok, status, error, body, durationMs = 0 } = (await results.get(title)) ?? {}
    const expected = expectations.get(title) ?? {}
    const { seconds = 0 } = expected
    const latestMs = seconds * 1000 + 1500 + latenessMs
    const isInTime = seconds === 0 || (durationMs > seconds * 1000 - 100 && durationMs < latestMs)
    return {
      actual: { ok, status, error, body: expected.body && body, isInTime },
      expected: {
        ok: expected.ok ?? false,
        status: expected.status,
        error: expected.error && expect.stringMatching(expected.error),
        body: expected.body && expect.stringMatching(expected.body),
        isInTime: true,
      },
    }
  }

  return matrix
}

/** Answers each path `/0`, `/1`, … with the reply at that index, other paths with `otherwise`. */
export function setRepliesByPath(receiver: Receiver, replies: readonly ScriptedResponse[], otherwise: number): void {
  const byPath = new Map(replies.map((reply, index) => [`/${index}`, reply]))
  receiver.script((request, response) => {
    const reply = byPath.get(request.url ?? '') ?? otherwise
    if (typeof reply === 'function') return reply(request, response)
    const { status, headers = {}, body = '', afterMs = 0 } = typeof reply === 'number' ? { status: reply } : reply
    setTimeout(() => response.writeHead(status, headers).end(body), afterMs)
  })
}

/** A reply written to the socket, below HTTP. */
export function rawSocketResponse(answer: (socket: TLSSocket) => unknown): ScriptedResponse {
  return (request) => void answer(request.socket as TLSSocket)
}
