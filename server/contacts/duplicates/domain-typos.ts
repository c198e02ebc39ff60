/** Domains of mail providers that people mistype, and those one edit from another of them, which are no typos. */
const PROVIDERS = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.fr',
  'outlook.com',
  'outlook.fr',
  'yahoo.com',
  'yahoo.fr',
  'icloud.com',
  'orange.fr',
  'wanadoo.fr',
  'laposte.net',
  'protonmail.com',
]
const REAL_NEIGHBOURS = ['mail.com', 'email.com', 'ymail.com', 'gmail.co', 'yahoo.co', 'outlook.co', 'hotmail.co']
const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789-.'

/** Mistyped domain → what was meant: one character missing, added, replaced or swapped with the next one. */
export const DOMAIN_TYPOS: ReadonlyMap<string, string> = new Map(
  PROVIDERS.flatMap((domain) =>
    listEdits(domain)
      .filter((edit) => !PROVIDERS.includes(edit) && !REAL_NEIGHBOURS.includes(edit))
      .map((edit) => [edit, domain] as const),
  ),
)

function listEdits(word: string): string[] {
  const edits = new Set<string>()
  for (let at = 0; at <= word.length; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    if (tail !== '') edits.add(head + tail.slice(1))
    if (tail.length > 1) edits.add(`${head}${tail[1]}${tail[0]}${tail.slice(2)}`)
    for (const character of CHARACTERS) {
      edits.add(head + character + tail)
      if (tail !== '') edits.add(head + character + tail.slice(1))
    }
  }
  return [...edits].filter((edit) => edit !== word)
}
