import { db } from '../db'
import { ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'

const MIN_OTHER_LETTERS = 4
const MIN_PERSONAL_WORD_CHARACTERS = 3

/**
 * Rejects commonly used passwords and those made of the user's own words (NIST SP 800-63B, 3.1.1.2).
 * @param personalWords the user's name, address and organization names.
 * @throws {ValidationError} under `password`.
 */
export async function requireStrongPassword(password: string, personalWords: readonly string[]): Promise<void> {
  const normalized = normalize(password)
  if ((await commonPasswords()).has(normalized))
    throw new ValidationError({ password: [localizableMessage('session.commonPassword')] })
  if (consistsOfPersonalWords(normalized, personalWords))
    throw new ValidationError({ password: [localizableMessage('session.ownPassword')] })
}

export async function listPersonalWords(person: { id: string } | { email: string }): Promise<string[]> {
  const user = await db.user.findUnique({
    where: person,
    select: { name: true, email: true, memberships: { select: { organization: { select: { name: true } } } } },
  })
  return user ? [user.name, user.email, ...user.memberships.map(({ organization }) => organization.name)] : []
}

let loadedCommonPasswords: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common leaked passwords, from zxcvbn-ts (MIT licence). Loaded on first use. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loadedCommonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return loadedCommonPasswords
}

function consistsOfPersonalWords(password: string, personalWords: readonly string[]): boolean {
  const words = personalWords
    .flatMap((text) => normalize(text).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= MIN_PERSONAL_WORD_CHARACTERS)
    .toSorted((one, other) => other.length - one.length)
  const remainder = words.reduce((rest, word) => rest.replaceAll(word, ' '), password)
  return remainder !== password && remainder.replace(/[^\p{L}]+/gu, '').length < MIN_OTHER_LETTERS
}

function normalize(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
