import { ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { isObject } from '../validation/schema'
import { decodeContent, isForm, isInexactNumber, rejectDeepNesting } from './request-body'

type AnyBody = { headers: Headers; bytes: Buffer<ArrayBuffer>; maxBytes: number; maxElements: number }

/**
 * Reads a body whose sender decides its form: JSON whatever the content type says, or a form with its fields as an object. Each element of a
 * JSON list is one object. Numbers that a double cannot represent become text, because they are ids.
 * @throws {ValidationError} under `body` @throws {PayloadTooLarge} over `maxBytes`, decoded
 */
export async function readAnyBody({
  headers,
  bytes,
  maxBytes,
  maxElements,
}: AnyBody): Promise<Record<string, unknown>[]> {
  const decoded = await decodeContent(bytes, headers.get('content-encoding'), maxBytes)
  if (isForm({ headers })) return [groupFields(new URLSearchParams(decoded.toString('utf8')))]
  if (/^multipart\/form-data\b/i.test(headers.get('content-type') ?? '')) return [await readMultipart(headers, decoded)]
  const value = parseJson(decoded)
  const objects = Array.isArray(value) ? (value as unknown[]) : [value]
  if (objects.length === 0 || !objects.every(isObject))
    throw new ValidationError({ body: [localizableMessage('request.notAnObject')] })
  if (objects.length > maxElements)
    throw new ValidationError({ body: [localizableMessage('trigger.manyElements', { maximum: maxElements })] })
  return objects
}

async function readMultipart(headers: Headers, bytes: Buffer): Promise<Record<string, unknown>> {
  try {
    const contentType = headers.get('content-type') ?? ''
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
    return groupFields([...form].filter((field): field is [string, string] => typeof field[1] === 'string'))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ValidationError({ body: [localizableMessage('request.notJson')] })
  }
}

/** A field that is repeated becomes a list. */
function groupFields(fields: Iterable<[string, string]>): Record<string, unknown> {
  const grouped = new Map<string, string[]>()
  for (const [name, value] of fields) grouped.set(name, [...(grouped.get(name) ?? []), value])
  if (grouped.size === 0) throw new ValidationError({ body: [localizableMessage('request.notAnObject')] })
  return Object.fromEntries([...grouped].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}

function parseJson(bytes: Buffer): unknown {
  rejectDeepNesting(bytes)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return JSON.parse(quoteInexactNumbers(text))
  } catch (error) {
    // TextDecoder throws a TypeError, JSON.parse a SyntaxError.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
    throw new ValidationError({ body: [localizableMessage('request.notJson')] })
  }
}

function quoteInexactNumbers(text: string): string {
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs, (token) =>
    token.startsWith('"') || !isInexactNumber(token) ? token : `"${token}"`,
  )
}
