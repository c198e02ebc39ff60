import { PayloadTooLarge, ValidationError } from '../errors'

export const MAX_BODY_BYTES = 1_048_576

/**
 * The body of a request that carries one.
 * @throws {PayloadTooLarge} over 1 MiB. @throws {ValidationError} under `body` for anything that is no JSON object.
 */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request)
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new ValidationError({ body: ['Send a JSON object with the header Content-Type: application/json.'] })
  const value = parseJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ValidationError({ body: ['Send a JSON object.'] })
  return value as Record<string, unknown>
}

/**
 * The query, as single values.
 * @throws {ValidationError} when a parameter that the operation knows stands twice: which one counts would be a guess.
 */
export function readQuery(params: URLSearchParams, known: ReadonlySet<string>): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  for (const [name, value] of params) {
    if (!known.has(name)) continue
    if (name in query) throw new ValidationError({ [name]: ['Give this parameter once.'] })
    query[name] = value
  }
  return query
}

function parseJson(bytes: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ValidationError({ body: ['The body is not UTF-8 text.'] })
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new ValidationError({
      body: [error instanceof SyntaxError ? 'The body is not valid JSON.' : 'The body is nested too deeply.'],
    })
  }
  if (isDeeper(value, MAX_DEPTH)) throw new ValidationError({ body: ['The body is nested too deeply.'] })
  return value
}

/** Deeper than anything that is meant, and far from where walking through it recursively would exhaust the stack. */
const MAX_DEPTH = 500

/** Level by level, without recursion. */
function isDeeper(value: unknown, levels: number): boolean {
  let open = [value]
  for (let depth = 0; open.length > 0; depth += 1) {
    if (depth > levels) return true
    open = open.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

async function readBytes(request: Request): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw new PayloadTooLarge(MAX_BODY_BYTES)
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw new PayloadTooLarge(MAX_BODY_BYTES)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
