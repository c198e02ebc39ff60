import type { SignatureFinding } from '../schema'

const EXCERPT_CHARACTERS = 24

type BodyMatch = { ok: boolean; text: { key: SignatureFinding; values: Record<string, string | number> } }

type Variant = { key: SignatureFinding; text: string }

export function listBodyAlterations(body: string): Variant[] {
  const compacted = compactJson(body)
  return [
    { key: 'bodyFits', text: body },
    { key: 'bodyWhitespaceAdded', text: body.trim() },
    { key: 'bodyNewlineRemoved', text: `${body}\n` },
    ...(compacted === null ? [] : [{ key: 'bodyReserialized' as const, text: compacted }]),
  ]
}

export function matchBody(variants: readonly Variant[], fits: (text: string) => boolean): BodyMatch | null {
  const key = variants.find(({ text }) => fits(text))?.key
  return key === undefined ? null : { ok: key === 'bodyFits', text: { key, values: {} } }
}

export function findFirstDifference(
  expected: string,
  found: string,
): { position: number; expected: string; found: string } {
  const [expectedCharacters, foundCharacters] = [Array.from(expected), Array.from(found)]
  let at = 0
  while (at < expectedCharacters.length && expectedCharacters[at] === foundCharacters[at]) at += 1
  const excerpt = (characters: readonly string[]) => characters.slice(at, at + EXCERPT_CHARACTERS).join('')
  return { position: at + 1, expected: excerpt(expectedCharacters), found: excerpt(foundCharacters) }
}

function compactJson(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return null
  }
}
