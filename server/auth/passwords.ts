import { hash, hashRaw, verify } from '@node-rs/argon2'
import { PASSWORD_MAX_CHARACTERS } from './schema'

/** argon2id with 46 MiB and one pass: the first parameter set of OWASP's password storage cheat sheet. */
const PARAMETERS = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const

/** A PHC string, salt and parameters included. Of the composed form: systems type one letter in two ways (RFC 8265, 4.2). */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), PARAMETERS)
}

/**
 * 32 bytes that stand for a code which is random, but shorter than a key: found by what they are, and dear to guess.
 * @param salt at least 8 bytes that are nobody else's.
 */
export async function hashShortSecret(secret: string, salt: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await hashRaw(secret, { ...PARAMETERS, salt }))
}

/**
 * Whether this is the password. An account that does not exist, or has none, takes as long to refuse as a wrong
 * password, so that time does not tell who has an account.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  if (password.length > PASSWORD_MAX_CHARACTERS) return false
  const held = passwordHash ?? (await decoy())
  const composed = password.normalize('NFC')
  // Hashes from before passwords were composed are of the form that was typed.
  const isRight = (await verify(held, composed)) || (composed !== password && (await verify(held, password)))
  return isRight && typeof passwordHash === 'string'
}

let decoyHash: Promise<string> | undefined

function decoy(): Promise<string> {
  decoyHash ??= hashPassword('nobody has this password')
  return decoyHash
}
