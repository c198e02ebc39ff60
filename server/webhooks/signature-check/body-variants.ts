import type { SignatureFinding } from '../schema'

const EXCERPT_CHARACTERS = 24

type Judged = { ok: boolean; text: { key: SignatureFinding; values: Record<string, string | number> } }

type Variant = { key: SignatureFinding; text: string }

/** The body as pasted, and with common alterations undone. */
export function bodyVariants(body: string): Variant[] {
  const compacted = compact(body)
  return [
    { key: 'bodyFits', text: body },
    { key: 'bodyWhitespaceAdded', text: body.trim() },
    { key: 'bodyNewlineRemoved', text: `${body}\n` },
    ...(compacted === null ? [] : [{ key: 'bodyReserialized' as const, text: compacted }]),
  ]
}

/** @param fits whether the signature matches a text. @returns null if no variant matches. */
export function asSent(variants: readonly Variant[], fits: (text: string) => boolean): Judged | null {
  const key = variants.find(({ text }) => fits(text))?.key
  return key === undefined ? null : { ok: key === 'bodyFits', text: { key, values: {} } }
}

/** The first difference, in characters from 1, with an excerpt of both; empty past the end. */
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

/** Compact JSON, as deliveries are serialized. Undoes parsing and pretty-printing by a framework. */
function compact(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return null
  }
}
