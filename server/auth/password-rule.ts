import { db } from '../db'
import { ValidationError } from '../errors'
import { sentence } from '../messages/sentence'

/** A password with fewer other letters than this consists of the user's own words. */
const OTHER_LETTERS_MIN = 4
/** Shorter words occur in too many others. */
const OWN_WORD_MIN_CHARACTERS = 3

/**
 * Rejects commonly used passwords and those made of the user's own words (NIST SP 800-63B, 3.1.1.2).
 * @param own the user's name, address and organization names.
 * @throws {ValidationError} under `password`.
 */
export async function requireUnguessable(password: string, own: readonly string[]): Promise<void> {
  const plain = fold(password)
  if ((await commonPasswords()).has(plain))
    throw new ValidationError({ password: [sentence('session.commonPassword')] })
  if (isMadeOf(plain, own)) throw new ValidationError({ password: [sentence('session.ownPassword')] })
}

export async function readOwnWords(person: { id: string } | { email: string }): Promise<string[]> {
  const user = await db.user.findUnique({
    where: person,
    select: { name: true, email: true, memberships: { select: { organization: { select: { name: true } } } } },
  })
  return user ? [user.name, user.email, ...user.memberships.map(({ organization }) => organization.name)] : []
}

let common: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common leaked passwords, from zxcvbn-ts (MIT licence). Loaded on first use. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}

function isMadeOf(password: string, own: readonly string[]): boolean {
  const words = own
    .flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= OWN_WORD_MIN_CHARACTERS)
    .toSorted((one, other) => other.length - one.length)
  const left = words.reduce((rest, word) => rest.replaceAll(word, ' '), password)
  return left !== password && left.replace(/[^\p{L}]+/gu, '').length < OTHER_LETTERS_MIN
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
