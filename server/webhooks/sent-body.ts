import type { SignatureFinding } from './schema'

/** How much is shown of the place where two bodies part. */
const EXCERPT_CHARACTERS = 24

type Judged = { ok: boolean; text: { key: SignatureFinding; values: Record<string, string | number> } }

/**
 * What happened to the body between the wire and the developer's hands, by trying what usually happens: null when the
 * signature fits none of it.
 * @param fits whether the signature is of this text.
 */
export function asSent(body: string, fits: (text: string) => boolean): Judged | null {
  if (fits(body)) return { ok: true, text: { key: 'bodyFits', values: {} } }
  const key = (
    [
      ['bodyWhitespaceAdded', body.trim()],
      ['bodyNewlineRemoved', `${body}\n`],
      ['bodyReserialized', compact(body)],
    ] as const
  ).find(([, text]) => text !== null && fits(text))?.[0]
  return key === undefined ? null : { ok: false, text: { key, values: {} } }
}

/**
 * Where the bodies part, counted in characters from 1, and a little of both from there; empty where one has ended.
 */
export function firstDifference(
  expected: string,
  found: string,
): { position: number; expected: string; found: string } {
  const [wanted, given] = [[...expected], [...found]]
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
