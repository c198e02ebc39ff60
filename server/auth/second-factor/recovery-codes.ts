import { randomBytes } from 'node:crypto'
import { now } from '../../clock'
import type { Tx } from '../../db'
import { asciiDigits } from '../../fields/digits'
import { hashShortSecret } from '../passwords'

export const RECOVERY_CODES = 10
/** Crockford's base 32, without characters that are easily confused. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CHARACTERS = 16

/** Replaces all codes of the user by ten new ones of 80 random bits each; only their hashes are stored. */
export async function renewRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, randomCode)
  await tx.recoveryCode.deleteMany({ where: { userId } })
  const createdAt = now()
  const hashes = await Promise.all(codes.map((code) => hashCode(userId, code)))
  await tx.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ codeHash, userId, createdAt })) })
  return codes
}

/** Consumes a code; of two concurrent calls one succeeds. */
export async function spendRecoveryCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { codeHash: await hashCode(userId, typed), userId, usedAt: null },
    data: { usedAt: now() },
  })
  return count === 1
}

export function looksLikeRecoveryCode(typed: string): boolean {
  return /[a-z]/i.test(typed) || plain(typed).length > 8
}

function randomCode(): string {
  const characters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  return characters.match(/.{4}/g)?.join('-') ?? characters
}

/** Normalizes a typed code: capitals, missing hyphens, look-alike letters, digits of other scripts. */
function plain(typed: string): string {
  return asciiDigits(typed)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
}

/** Salted with the user id, whose 74 random bits rule out precomputed tables. */
function hashCode(userId: string, code: string): Promise<Uint8Array<ArrayBuffer>> {
  return hashShortSecret(plain(code), Buffer.from(userId.replaceAll('-', ''), 'hex'))
}
