import { createHash, randomBytes } from 'node:crypto'
import { now } from '../clock'
import { db, type Tx } from '../db'

export type AccountTokenPurpose = 'verification' | 'passwordReset' | 'emailChangeFrom' | 'emailChangeTo' | 'takeBack'

export type AccountTokenHolder = { userId: string; email: string; subjectId?: string | null }

/** Creates a token of 32 random bytes for a link; only its hash is stored. Also deletes the user's expired tokens. */
export async function issueAccountToken(
  tx: Tx,
  purpose: AccountTokenPurpose,
  { userId, email, subjectId = null }: AccountTokenHolder,
  validMs: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = now()
  await tx.accountToken.deleteMany({ where: { userId, expiresAt: { lt: at } } })
  const expiresAt = new Date(at.getTime() + validMs)
  await tx.accountToken.create({
    data: { tokenHash: hashToken(token), purpose, userId, email, subjectId, createdAt: at, expiresAt },
  })
  return token
}

/** Reads a token without consuming it, because mail scanners follow links too; it may be expired or used. */
export async function findAccountTokenInAnyState(purpose: AccountTokenPurpose, token: string) {
  return db.accountToken.findUnique({
    where: { tokenHash: hashToken(token), purpose },
    include: { user: { select: { email: true, emailVerifiedAt: true } } },
  })
}

/** Consumes a token; of two concurrent calls one succeeds. @returns null if it is unknown, expired, used or of another purpose. */
export async function consumeAccountToken(tx: Tx, purpose: AccountTokenPurpose, token: string) {
  const at = now()
  const [used] = await tx.accountToken.updateManyAndReturn({
    where: { tokenHash: hashToken(token), purpose, usedAt: null, expiresAt: { gt: at } },
    data: { usedAt: at },
    select: { userId: true, email: true, subjectId: true },
  })
  return used ?? null
}

export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest())
}
