import { handleRest } from '../api/rest/rest'
import { anApiKey } from './factories/basics'

/** Untyped: tests assert on arbitrary bodies. */
// oxlint-disable-next-line typescript/no-explicit-any
type AnyJson = any

export type RestResponse = { status: number; headers: Headers; body: AnyJson }

type Options = { headers?: Record<string, string>; raw?: string }

/** Sends one request through the real request handler, with this key. */
export async function sendRestRequest(
  key: string | null,
  line: string,
  body?: unknown,
  options: Options = {},
): Promise<RestResponse> {
  const [method = 'GET', path = '/'] = line.split(' ')
  const text = options.raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await handleRest(
    new Request(`http://localhost/api/v1${path}`, {
      method,
      headers: {
        ...(key === null ? {} : { 'X-API-Key': key }),
        ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...options.headers,
      },
      ...(text === undefined ? {} : { body: text }),
    }),
  )
  const answer = await response.text()
  return { status: response.status, headers: response.headers, body: answer === '' ? undefined : JSON.parse(answer) }
}

/** A client with a new API key: `await apiAs(organizationId, 'contacts:write')('POST /contacts', { … })`. */
export function apiAs(organizationId: string, ...scopes: string[]) {
  const key = anApiKey(organizationId, scopes)
  return async (line: string, body?: unknown, options?: Options): Promise<RestResponse> =>
    sendRestRequest((await key).key, line, body, options)
}
