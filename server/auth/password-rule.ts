import { db } from '../db'
import { ValidationError } from '../errors'
import { sentence } from '../messages/sentence'

/** Below this many letters beside them, a password is made of a person's own words. */
const OTHER_LETTERS_MIN = 4
/** Shorter words stand in many others. */
const OWN_WORD_MIN_CHARACTERS = 3

/**
 * Refuses a password that is among the first ones that someone would try (NIST SP 800-63B, 3.1.1.2).
 * @param own the person's name, their address and the names of their organizations.
 * @throws {ValidationError} under `password`.
 */
export async function requireUnguessable(password: string, own: readonly string[]): Promise<void> {
  const plain = fold(password)
  if ((await commonPasswords()).has(plain))
    throw new ValidationError({ password: [sentence('session.commonPassword')] })
  if (isMadeOf(plain, own)) throw new ValidationError({ password: [sentence('session.ownPassword')] })
}

/** The words of a person who has an account, for {@link requireUnguessable}. */
export async function readOwnWords(person: { id: string } | { email: string }): Promise<string[]> {
  const user = await db.user.findUnique({
    where: person,
    select: { name: true, email: true, memberships: { select: { organization: { select: { name: true } } } } },
  })
  return user ? [user.name, user.email, ...user.memberships.map(({ organization }) => organization.name)] : []
}

let common: Promise<ReadonlySet<string>> | undefined

/** The 49,000 commonest passwords of published leaks, as zxcvbn-ts keeps them (MIT licence). Loaded when the first password is set. */
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
