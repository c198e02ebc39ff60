import { randomBytes } from 'node:crypto'
import { now } from '../../clock'
import type { Tx } from '../../db'
import { asciiDigits } from '../../fields/digits'
import { hashShortSecret } from '../passwords'

export const RECOVERY_CODES = 10
/** Crockford's base 32: nothing in it is taken for something else. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CHARACTERS = 16

/** Ten new codes of 80 random bits each in place of all that the person had; only their hashes are kept. */
export async function renewRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, randomCode)
  await tx.recoveryCode.deleteMany({ where: { userId } })
  const createdAt = now()
  const hashes = await Promise.all(codes.map((code) => hashCode(userId, code)))
  await tx.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ codeHash, userId, createdAt })) })
  return codes
}

/** Uses a code up. Of two at once one gets it. */
export async function spendRecoveryCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { codeHash: await hashCode(userId, typed), userId, usedAt: null },
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

/** However it was typed: with capitals, without hyphens, an O for the zero, in the digits of another script. */
function plain(typed: string): string {
  return asciiDigits(typed)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
}

/** The id of a person has 74 random bits: nobody makes a table for all of them at once. */
function hashCode(userId: string, code: string): Promise<Uint8Array<ArrayBuffer>> {
  return hashShortSecret(plain(code), Buffer.from(userId.replaceAll('-', ''), 'hex'))
}
