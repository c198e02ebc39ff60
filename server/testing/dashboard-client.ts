import { expect } from 'vitest'
import { handleSessionRpc } from '../api/session/session-rpc'

/** Calls a procedure as the dashboard does. */
export async function callDashboard<T>(cookie: string, procedure: string, input: object): Promise<T> {
  const isQuery = procedure.startsWith('auditLog.')
  const query = isQuery ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
  const response = await handleSessionRpc(
    new Request(`http://localhost/api/trpc/${procedure}${query}`, {
      method: isQuery ? 'GET' : 'POST',
      headers: {
        cookie,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': '192.0.2.9',
      },
      ...(isQuery ? {} : { body: JSON.stringify(input) }),
    }),
  )
  const body = (await response.json()) as { result?: { data: { data: T } } }
  expect(body).toHaveProperty('result')
  return body.result?.data.data as T
}
