import { createHash, randomBytes } from 'node:crypto'
import type { Prisma } from '@/prisma/generated/client'
import { MINUTE_MS, now } from '../../clock'
import { db, type Tx } from '../../db'

/** How long somebody has for the second of two requests. */
export const STEP_MS = 10 * MINUTE_MS
/** Wrong codes before one has to begin anew, with the password. */
const TRIES = 5

/**
 * What began with one request and ends with another: `secondStep` after a right password, `passkey` while somebody signs in
 * with one, `newPasskey` while somebody adds one, `provider` while somebody is at Google or another provider, `newIdentity` once
 * that named somebody who has no account, `connect` before somebody who is signed in goes there. A token of one opens nothing of
 * the others.
 */
export type StepPurpose = 'secondStep' | 'passkey' | 'newPasskey' | 'provider' | 'newIdentity' | 'connect'

/** @returns 32 random bytes for the browser; only their hash is kept. */
export async function beginStep(
  tx: Tx,
  purpose: StepPurpose,
  {
    userId,
    challenge = null,
    details,
  }: { userId: string | null; challenge?: string | null; details?: Prisma.InputJsonObject },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + STEP_MS)
  await tx.signInStep.create({
    data: {
      tokenHash: hashToken(token),
      purpose,
      userId,
      challenge,
      createdAt,
      expiresAt,
      ...(details === undefined ? {} : { details }),
    },
  })
  return token
}

export type Step = { userId: string | null; challenge: string | null; details: unknown }

const open = (purpose: StepPurpose, token: string) => ({
  tokenHash: hashToken(token),
  purpose,
  expiresAt: { gt: now() },
})
const SHOWN = { userId: true, challenge: true, details: true } as const

/** What a token holds, without using it. @returns null for one that is unknown, used, expired or of something else. */
export async function findStep(purpose: StepPurpose, token: string): Promise<Step | null> {
  return db.signInStep.findFirst({ where: open(purpose, token), select: SHOWN })
}

/**
 * Counts one try, at once and for good: whoever tries at the same moment is counted too.
 * @returns null where there is none left, or nothing to try.
 */
export async function countTry(purpose: StepPurpose, token: string): Promise<Step | null> {
  const [step] = await db.signInStep.updateManyAndReturn({
    where: { ...open(purpose, token), tries: { lt: TRIES } },
    data: { tries: { increment: 1 } },
    select: SHOWN,
  })
  return step ?? null
}

/** Keeps what a passkey is asked to sign. */
export async function setChallenge(token: string, challenge: string): Promise<boolean> {
  const { count } = await db.signInStep.updateMany({ where: open('secondStep', token), data: { challenge } })
  return count === 1
}

/** Holds a step until the transaction ends: of two at once the second finds none. */
export async function lockStep(tx: Tx, purpose: StepPurpose, token: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT FROM sign_in_step WHERE token_hash = ${hashToken(token)} AND purpose = ${purpose} AND expires_at > ${now()} FOR UPDATE`
  return rows.length > 0
}

/** Uses a token up. Of two at once one gets it. */
export async function spendStep(tx: Tx, purpose: StepPurpose, token: string): Promise<boolean> {
  const { count } = await tx.signInStep.deleteMany({ where: open(purpose, token) })
  return count === 1
}

/** Uses a token up, and says what it held. Of two at once the second gets null. */
export async function takeStep(tx: Tx, purpose: StepPurpose, token: string): Promise<Step | null> {
  const step = await tx.signInStep.findFirst({ where: open(purpose, token), select: SHOWN })
  return step && (await spendStep(tx, purpose, token)) ? step : null
}

function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest())
}
