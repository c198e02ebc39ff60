import { createHash, randomBytes } from 'node:crypto'
import { now } from '../../clock'
import type { Tx } from '../../db'

export const RECOVERY_CODES = 10
/** Crockford's base 32: nothing in it is taken for something else. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CHARACTERS = 16

/** Ten new codes of 80 random bits each in place of all that the person had; only their hashes are kept. */
export async function renewRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, randomCode)
  await tx.recoveryCode.deleteMany({ where: { userId } })
  const createdAt = now()
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ codeHash: hashCode(code), userId, createdAt })) })
  return codes
}

/** Uses a code up. Of two at once one gets it. */
export async function spendRecoveryCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { codeHash: hashCode(typed), userId, usedAt: null },
    data: { usedAt: now() },
  })
  return count === 1
}

/** Whether somebody types a recovery code, and not one of an app. */
export function looksLikeRecoveryCode(typed: string): boolean {
  return /[a-z]/i.test(typed) || plain(typed).length > 8
}

function randomCode(): string {
  const characters = Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')
  return characters.match(/.{4}/g)?.join('-') ?? characters
}

/** However it was typed: with capitals, without hyphens, an O for the zero. */
function plain(typed: string): string {
  return typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
}

function hashCode(code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(plain(code)).digest())
}
