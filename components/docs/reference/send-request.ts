export type TryableOperation = {
  method: string
  /** Below /api/v1, with `{id}` placeholders for path parameters. */
  path: string
  parameters: readonly {
    name: string
    in: 'path' | 'query' | 'header'
    isRequired: boolean
    example?: string
  }[]
  body?: string
}

export type RequestInput = { key: string; values: Readonly<Record<string, string>>; body: string | undefined }

export type ApiResponse = {
  status: string
  milliseconds: number
  text: string
}

/**
 * Calls an API operation on this origin, authenticated by the API key only, without the session cookie.
 * @throws {TypeError} if there is no response.
 */
export async function sendRequest(operation: TryableOperation, input: RequestInput): Promise<ApiResponse> {
  const { url, init } = toFetchArguments(operation, input)
  const startedAt = performance.now()
  const response = await fetch(url, { ...init, credentials: 'omit', cache: 'no-store' })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return {
    status: `${response.status} ${response.statusText}`.trim(),
    milliseconds: Math.round(performance.now() - startedAt),
    text: isJson && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text,
  }
}

export function toFetchArguments(operation: TryableOperation, { key, values, body }: RequestInput) {
  const filled = operation.parameters.flatMap((parameter) => {
    const value = values[parameter.name] ?? ''
    return value === '' ? [] : [{ ...parameter, value }]
  })
  const path = filled.reduce(
    (url, parameter) =>
      parameter.in === 'path' ? url.replace(`{${parameter.name}}`, encodeURIComponent(parameter.value)) : url,
    operation.path,
  )
  const pairs = (location: 'query' | 'header') =>
    filled.flatMap((parameter): [string, string][] =>
      parameter.in === location ? [[parameter.name, parameter.value]] : [],
    )
  const query = new URLSearchParams(pairs('query'))
  const headers = new Headers(pairs('header'))
  if (key !== '') headers.set('X-API-Key', key)
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  const url = `/api/v1${path}${query.size === 0 ? '' : `?${query}`}`
  return { url, init: { method: operation.method, headers, ...(body === undefined ? {} : { body }) } }
}
