import { Agent, fetch as undiciFetch } from 'undici'
import type { Transport } from './protocol'

/** Longest step: a message, for which a mail server may take 15 minutes, plus a margin. */
const STEP_TIMEOUT_MS = 20 * 60 * 1000

/** Calls the app over loopback, without fetch's default limits on slow responses and concurrent requests. */
export function loopback(): Transport {
  const dispatcher = new Agent({
    headersTimeout: STEP_TIMEOUT_MS,
    bodyTimeout: STEP_TIMEOUT_MS,
    connections: 256,
    keepAliveTimeout: 4000,
  })
  return async (request) => {
    const response = await undiciFetch(request.url, {
      method: request.method,
      headers: [...request.headers],
      body: await request.text(),
      dispatcher,
    })
    return new Response(await response.text(), { status: response.status, headers: [...response.headers] })
  }
}
