import { createHash, randomBytes } from 'node:crypto'
import { now } from '../clock'
import { db, type Tx } from '../db'

/** What a mailed link is good for: one of another purpose opens nothing. */
export type TokenPurpose = 'verification' | 'passwordReset' | 'emailChangeFrom' | 'emailChangeTo' | 'takeBack'

/** Whose link it is, where it was sent, and, where it is about one thing alone, the id of that. */
export type TokenHolder = { userId: string; email: string; aboutId?: string | null }

/** 32 random bytes for a link; only their hash is kept. What has expired of this person is forgotten. */
export async function issueToken(
  tx: Tx,
  purpose: TokenPurpose,
  { userId, email, aboutId = null }: TokenHolder,
  validMs: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const at = now()
  await tx.accountToken.deleteMany({ where: { userId, expiresAt: { lt: at } } })
  const expiresAt = new Date(at.getTime() + validMs)
  await tx.accountToken.create({
    data: { tokenHash: hashToken(token), purpose, userId, email, aboutId, createdAt: at, expiresAt },
  })
  return token
}

/** What a link holds, without using it. */
export async function findToken(purpose: TokenPurpose, token: string) {
  return db.accountToken.findUnique({
    where: { tokenHash: hashToken(token), purpose },
    include: { user: { select: { email: true, emailVerifiedAt: true } } },
  })
}

/** Uses a link up. Of two at once one gets it. @returns null for one that is unknown, expired, used or for something else. */
export async function spendToken(tx: Tx, purpose: TokenPurpose, token: string): Promise<TokenHolder | null> {
  const at = now()
  const [used] = await tx.accountToken.updateManyAndReturn({
    where: { tokenHash: hashToken(token), purpose, usedAt: null, expiresAt: { gt: at } },
    data: { usedAt: at },
    select: { userId: true, email: true, aboutId: true },
  })
  return used ?? null
}

function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest())
}
