import { now } from '../clock'
import { db } from '../db'
import { decryptSecret, encryptSecret, fingerprint } from '../encryption'
import { IdempotencyInProgress, IdempotencyKeyReused, ValidationError } from '../errors'
import { transactAround } from '../webhooks/outbox'

export type Answer = { status: number; body: string }

const KEPT_MS = 24 * 60 * 60 * 1000
const MAX_KEY_CHARACTERS = 255
/** A twin waits this long for the first one's transaction before it is told to come back. */
const TWIN_WAIT_MS = 8000

/**
 * Answers a POST once. The effect and the stored answer commit together, so not even a crash between them can make the
 * effect happen twice; the same key and request later replay the answer. A concurrent twin waits for the first.
 * @param request method, path and body, as one text.
 * @param run performs the operation.
 * @param refusalOf the answer that an error means and that is to be remembered; null for one that is no answer.
 * @throws {IdempotencyKeyReused} for the same key with another request. @throws {IdempotencyInProgress} when the first
 * takes too long. @throws {ValidationError} for a key that is empty or longer than 255 characters.
 */
export async function answerOnce(
  organizationId: string,
  key: string,
  request: string,
  run: () => Promise<Answer>,
  refusalOf: (error: unknown) => Answer | null,
): Promise<Answer & { replayed: boolean }> {
  if (key.length === 0 || key.length > MAX_KEY_CHARACTERS)
    throw new ValidationError({ 'Idempotency-Key': ['Use 1 to 255 characters.'] })
  const requestHash = fingerprint(request)
  try {
    return await transactAround(async ({ tx }) => {
      await tx.$executeRaw`SELECT set_config('lock_timeout', ${String(TWIN_WAIT_MS)}, true)`
      await tx.$executeRaw`DELETE FROM idempotent_answer WHERE organization_id = ${organizationId}::uuid AND key = ${key} AND created_at < ${expiry()}`
      // A concurrent twin waits here until the first one commits, then sees its row; or takes its place if it failed.
      const claimed = await tx.$executeRaw`
        INSERT INTO idempotent_answer (organization_id, key, request_hash, created_at) VALUES (${organizationId}::uuid, ${key}, ${requestHash}, ${now()})
        ON CONFLICT DO NOTHING`
      const where = { organizationId_key: { organizationId, key } }
      if (claimed === 0)
        return replay(await tx.idempotentAnswer.findUniqueOrThrow({ where }), organizationId, requestHash)
      const answer = await run()
      await tx.idempotentAnswer.update({ where, data: sealed(answer, organizationId) })
      return { ...answer, replayed: false }
    })
  } catch (error) {
    if (isLockTimeout(error)) throw new IdempotencyInProgress()
    const refusal = refusalOf(error)
    if (!refusal) throw error
    // The operation refused and its transaction is gone: what it said is remembered on its own.
    await db.idempotentAnswer.createMany({
      data: [{ organizationId, key, requestHash, createdAt: now(), ...sealed(refusal, organizationId) }],
      skipDuplicates: true,
    })
    return { ...refusal, replayed: false }
  }
}

/** Answers older than a day are forgotten. @returns how many. */
export async function removeOldAnswers(): Promise<number> {
  const { count } = await db.idempotentAnswer.deleteMany({ where: { createdAt: { lt: expiry() } } })
  return count
}

type Stored = { requestHash: string; status: number | null; body: string | null }

function replay(stored: Stored, organizationId: string, requestHash: string): Answer & { replayed: boolean } {
  if (stored.requestHash !== requestHash) throw new IdempotencyKeyReused()
  if (stored.status === null || stored.body === null) throw new IdempotencyInProgress()
  return { status: stored.status, body: decryptSecret(stored.body, organizationId), replayed: true }
}

/** An answer may hold a secret (a signing secret is shown once), so it is kept encrypted. */
function sealed({ status, body }: Answer, organizationId: string): Answer {
  return { status, body: encryptSecret(body, organizationId) }
}

function isLockTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    /\b55P03\b|lock timeout/.test(`${error.message} ${JSON.stringify((error as { meta?: unknown }).meta ?? '')}`)
  )
}

function expiry(): Date {
  return new Date(now().getTime() - KEPT_MS)
}
