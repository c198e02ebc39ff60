import { randomBytes } from 'node:crypto'
import { now } from '../../clock'
import type { Tx } from '../../db'
import { toAsciiDigits } from '../../validation/ascii-digits'
import { hashLowEntropySecret } from '../passwords'

export const RECOVERY_CODE_COUNT = 10
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CODE_CHARACTERS = 16

export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, randomCode)
  await tx.recoveryCode.deleteMany({ where: { userId } })
  const createdAt = now()
  const hashes = await Promise.all(codes.map((code) => hashCode(userId, code)))
  await tx.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ codeHash, userId, createdAt })) })
  return codes
}

export async function consumeRecoveryCode(tx: Tx, userId: string, typedCode: string): Promise<boolean> {
  const { count } = await tx.recoveryCode.updateMany({
    where: { codeHash: await hashCode(userId, typedCode), userId, usedAt: null },
    data: { usedAt: now() },
  })
  return count === 1
}

export function looksLikeRecoveryCode(typedCode: string): boolean {
  return /[a-z]/i.test(typedCode) || normalizeCode(typedCode).length > 8
}

function randomCode(): string {
  const characters = Array.from(randomBytes(CODE_CHARACTERS), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(
    '',
  )
  return characters.match(/.{4}/g)?.join('-') ?? characters
}

function normalizeCode(typedCode: string): string {
  return toAsciiDigits(typedCode)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
}

/** Salted with the user id, whose 74 random bits rule out precomputed tables. */
function hashCode(userId: string, code: string): Promise<Uint8Array<ArrayBuffer>> {
  return hashLowEntropySecret(normalizeCode(code), Buffer.from(userId.replaceAll('-', ''), 'hex'))
}
