import { handleRest } from '../api/rest'
import { anApiKey } from './factories/basics'

/** Whatever the answer holds: tests look into it freely and assert what they find. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

export type Answer = { status: number; headers: Headers; body: Json }

type Options = { headers?: Record<string, string>; raw?: string }

/** One request through the same door as the network's, with the key given. */
export async function restRequest(
  key: string | null,
  line: string,
  body?: unknown,
  options: Options = {},
): Promise<Answer> {
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

/** `await apiAs(organizationId, 'contacts:write')('POST /contacts', { … })`: with a key of its own. */
export function apiAs(organizationId: string, ...scopes: string[]) {
  const key = anApiKey(organizationId, scopes)
  return async (line: string, body?: unknown, options?: Options): Promise<Answer> =>
    restRequest((await key).key, line, body, options)
}
