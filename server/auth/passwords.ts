import { hash, hashRaw, verify } from '@node-rs/argon2'
import { PASSWORD_MAX_CHARACTERS } from './schema'

/** argon2id with 46 MiB and one pass: the first parameter set of OWASP's password storage cheat sheet. */
const ARGON2_PARAMETERS = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), ARGON2_PARAMETERS)
}

/**
 * A deterministic 32-byte hash of a random code that is shorter than a key: can be looked up, but is expensive to guess.
 * @param salt at least 8 bytes, unique per owner.
 */
export async function hashLowEntropySecret(secret: string, salt: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await hashRaw(secret, { ...ARGON2_PARAMETERS, salt }))
}

/**
 * Verifies a password. Takes the same time for an account that does not exist or has no password, so that timing does not reveal accounts.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  if (password.length > PASSWORD_MAX_CHARACTERS) return false
  const storedHash = passwordHash ?? (await getDecoyHash())
  const normalized = password.normalize('NFC')
  // Hashes from before NFC normalization are of the password as typed.
  const isCorrect =
    (await verify(storedHash, normalized)) || (normalized !== password && (await verify(storedHash, password)))
  return isCorrect && typeof passwordHash === 'string'
}

let decoyHash: Promise<string> | undefined

function getDecoyHash(): Promise<string> {
  decoyHash ??= hashPassword('decoy password')
  return decoyHash
}
