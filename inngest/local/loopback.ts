import { Agent, fetch as undiciFetch } from 'undici'
import type { Transport } from './protocol'

/** One step may take this long: longer than a message, which a mail server may take a quarter of an hour for. */
const STEP_TIMEOUT_MS = 20 * 60 * 1000

/** Calls the app over loopback, without the limits that fetch has by default on long answers and many at once. */
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
