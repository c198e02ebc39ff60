import { handleSessionRpc } from '../../api/session/session-rpc'

export const TEST_ORIGIN = 'https://feedback.example.com'

const QUERIES = new Set([
  'account.get',
  'account.identities',
  'account.invitations',
  'account.secondFactor',
  'account.sessions',
  'contacts.list',
  'members.list',
])

type Answer = { cookies?: readonly string[]; headers?: Record<string, string> }

/** A browser with a cookie jar, for the account pages and the session API. @param address its client address, read at each request */
export function aCookieBrowser(address: () => string) {
  const jar = new Map<string, string>()
  const headers = () => ({
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    'sec-fetch-site': 'same-origin',
    'x-forwarded-for': address(),
  })

  /** Applies the Set-Cookie headers of an answer to the jar. */
  function keep<T extends object>(answer: T): T {
    const { cookies = [], headers: sent = {} } = answer as Answer
    for (const line of [...cookies, sent['Set-Cookie'] ?? '']) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }

  const post = (path: string, contentType: string, body: BodyInit, more: Record<string, string>) =>
    new Request(TEST_ORIGIN + path, {
      method: 'POST',
      headers: { ...headers(), 'content-type': contentType, ...more },
      body,
    })
  const form = (path: string, fields: Record<string, string>, more: Record<string, string> = {}) =>
    post(path, 'application/x-www-form-urlencoded', new URLSearchParams(fields), more)
  const json = (path: string, body: object, more: Record<string, string> = {}) =>
    post(path, 'application/json', JSON.stringify(body), more)

  const call = async (procedure: string, input?: object, more: Record<string, string> = {}) => {
    const isQuery = QUERIES.has(procedure)
    const response = await handleSessionRpc(
      new Request(`${TEST_ORIGIN}/api/trpc/${procedure}${isQuery ? '?input=%7B%7D' : ''}`, {
        method: isQuery ? 'GET' : 'POST',
        headers: { ...headers(), 'content-type': 'application/json', ...more },
        ...(isQuery ? {} : { body: JSON.stringify(input ?? {}) }),
      }),
    )
    const body = await response.json()
    const { message, data } = body.error ?? {}
    return {
      status: response.status,
      data: body.result?.data.data,
      error: data?.error,
      message: message as string | undefined,
    }
  }

  return { jar, headers, keep, form, json, call }
}
