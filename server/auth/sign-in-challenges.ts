import { randomBytes } from 'node:crypto'
import type { Prisma } from '@/prisma/generated/client'
import { MINUTE_MS, now } from '../clock'
import { db, type Tx } from '../db'
import { hashToken } from './account-token'
import { lockSignInChallengeRow } from './queries'

export const SIGN_IN_CHALLENGE_VALID_MS = 10 * MINUTE_MS
const ATTEMPTS_MAX = 5

/**
 * Flows that span two requests. A token is valid for its purpose only:
 * - `secondStep`: second factor after the password
 * - `passkey`: sign-in with a passkey
 * - `newPasskey`: registration of a passkey
 * - `provider`: redirect to an identity provider
 * - `newIdentity`: sign-up after the provider returned an unknown identity
 * - `connect`: permission for a signed-in user to link an identity
 */
type SignInChallengePurpose = 'secondStep' | 'passkey' | 'newPasskey' | 'provider' | 'newIdentity' | 'connect'

export async function createSignInChallenge(
  tx: Tx,
  purpose: SignInChallengePurpose,
  {
    userId,
    challenge = null,
    details,
  }: { userId: string | null; challenge?: string | null; details?: Prisma.InputJsonObject },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + SIGN_IN_CHALLENGE_VALID_MS)
  await tx.signInChallenge.create({
    data: {
      tokenHash: hashToken(token),
      purpose,
      userId,
      challenge,
      createdAt,
      expiresAt,
      ...(details && { details }),
    },
  })
  return token
}

const openChallengeWhere = (purpose: SignInChallengePurpose, token: string) => ({
  tokenHash: hashToken(token),
  purpose,
  expiresAt: { gt: now() },
})
const CHALLENGE_FIELDS = { userId: true, challenge: true, details: true } as const

export async function findSignInChallenge(purpose: SignInChallengePurpose, token: string) {
  return db.signInChallenge.findFirst({ where: openChallengeWhere(purpose, token), select: CHALLENGE_FIELDS })
}

/**
 * Counts an attempt, committed immediately so that concurrent attempts are counted too.
 * @returns null if no attempts are left, or the challenge is unknown or expired.
 */
export async function consumeChallengeAttempt(purpose: SignInChallengePurpose, token: string) {
  const [signInChallenge] = await db.signInChallenge.updateManyAndReturn({
    where: { ...openChallengeWhere(purpose, token), tries: { lt: ATTEMPTS_MAX } },
    data: { tries: { increment: 1 } },
    select: CHALLENGE_FIELDS,
  })
  return signInChallenge ?? null
}

export async function storeWebAuthnChallenge(token: string, challenge: string): Promise<void> {
  await db.signInChallenge.updateMany({ where: openChallengeWhere('secondStep', token), data: { challenge } })
}

export async function lockSignInChallenge(tx: Tx, purpose: SignInChallengePurpose, token: string): Promise<boolean> {
  return lockSignInChallengeRow(tx, { purpose, tokenHash: hashToken(token), at: now() })
}

export async function consumeSignInChallenge(tx: Tx, purpose: SignInChallengePurpose, token: string): Promise<boolean> {
  const { count } = await tx.signInChallenge.deleteMany({ where: openChallengeWhere(purpose, token) })
  return count === 1
}

export async function readAndConsumeSignInChallenge(tx: Tx, purpose: SignInChallengePurpose, token: string) {
  const signInChallenge = await tx.signInChallenge.findFirst({
    where: openChallengeWhere(purpose, token),
    select: CHALLENGE_FIELDS,
  })
  return signInChallenge && (await consumeSignInChallenge(tx, purpose, token)) ? signInChallenge : null
}
