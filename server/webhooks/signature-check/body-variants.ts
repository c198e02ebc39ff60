import type { SignatureFinding } from '../schema'

/** How much is shown of the place where two bodies part. */
const EXCERPT_CHARACTERS = 24

type Judged = { ok: boolean; text: { key: SignatureFinding; values: Record<string, string | number> } }

type Variant = { key: SignatureFinding; text: string }

/** The body as it is, and as it was if one of the usual things happened to it between the wire and the developer. */
export function bodyVariants(body: string): Variant[] {
  const compacted = compact(body)
  return [
    { key: 'bodyFits', text: body },
    { key: 'bodyWhitespaceAdded', text: body.trim() },
    { key: 'bodyNewlineRemoved', text: `${body}\n` },
    ...(compacted === null ? [] : [{ key: 'bodyReserialized' as const, text: compacted }]),
  ]
}

/**
 * Which of the variants was sent; null when the signature fits none.
 * @param fits whether the signature is of this text.
 */
export function asSent(variants: readonly Variant[], fits: (text: string) => boolean): Judged | null {
  const key = variants.find(({ text }) => fits(text))?.key
  return key === undefined ? null : { ok: key === 'bodyFits', text: { key, values: {} } }
}

/**
 * Where the bodies part, counted in characters from 1, and a little of both from there; empty where one has ended.
 */
export function firstDifference(
  expected: string,
  found: string,
): { position: number; expected: string; found: string } {
  const [wanted, given] = [Array.from(expected), Array.from(found)]
  let at = 0
  while (at < wanted.length && wanted[at] === given[at]) at += 1
  const excerpt = (characters: readonly string[]) => characters.slice(at, at + EXCERPT_CHARACTERS).join('')
  return { position: at + 1, expected: excerpt(wanted), found: excerpt(given) }
}

/** As we write JSON: without a space. Also for a body that a framework had parsed and printed prettily. */
function compact(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return null
  }
}
