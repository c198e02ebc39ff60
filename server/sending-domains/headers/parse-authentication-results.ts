import { removeComments } from './parse-header-fields'

export type MethodResult = { method: string; result: string; properties: Map<string, string> }
export type AuthenticationResults = { server: string | null; methods: MethodResult[] }

const METHODS_MAX = 50

/** Authentication-Results (RFC 8601, 2.2), also as Microsoft writes it: without the name of the server. */
export function parseAuthenticationResults(value: string): AuthenticationResults {
  const parts = removeComments(value)
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .slice(0, METHODS_MAX)
  const [first = ''] = parts
  const hasServer = !/^[\w-]+\s*=/.test(first)
  return {
    server: hasServer ? (first.split(/\s+/)[0] ?? null) : null,
    methods: (hasServer ? parts.slice(1) : parts).flatMap(parseMethod),
  }
}

function parseMethod(part: string): MethodResult[] {
  const tokens = part.split(/\s+/).join(' ').replace(/ ?= ?/g, '=').split(' ')
  const [method = '', result = ''] = (tokens[0] ?? '').split('=')
  if (method === '' || result === '') return []
  const properties = tokens.slice(1).flatMap((token): [string, string][] => {
    const at = token.indexOf('=')
    return at > 0 ? [[token.slice(0, at).toLowerCase(), token.slice(at + 1)]] : []
  })
  // `dkim/1=pass` carries the version of the method.
  return [
    {
      method: (method.split('/')[0] ?? '').toLowerCase(),
      result: result.toLowerCase(),
      properties: new Map(properties),
    },
  ]
}
