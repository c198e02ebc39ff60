import { hash, hashRaw, verify } from '@node-rs/argon2'
import { PASSWORD_MAX_CHARACTERS } from './schema'

/** argon2id with 46 MiB and one pass: the first parameter set of OWASP's password storage cheat sheet. */
const PARAMETERS = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const

/** A PHC string with salt and parameters. Normalizes to NFC, because systems encode the same letter differently (RFC 8265, 4.2). */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), PARAMETERS)
}

/**
 * A deterministic 32-byte hash of a random code that is shorter than a key: can be looked up, but is expensive to guess.
 * @param salt at least 8 bytes, unique per owner.
 */
export async function hashShortSecret(secret: string, salt: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await hashRaw(secret, { ...PARAMETERS, salt }))
}

/**
 * Verifies a password. Takes the same time for an account that does not exist or has no password, so that timing does not reveal accounts.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  if (password.length > PASSWORD_MAX_CHARACTERS) return false
  const held = passwordHash ?? (await decoy())
  const composed = password.normalize('NFC')
  // Hashes from before NFC normalization are of the password as typed.
  const isRight = (await verify(held, composed)) || (composed !== password && (await verify(held, password)))
  return isRight && typeof passwordHash === 'string'
}

let decoyHash: Promise<string> | undefined

function decoy(): Promise<string> {
  decoyHash ??= hashPassword('nobody has this password')
  return decoyHash
}
