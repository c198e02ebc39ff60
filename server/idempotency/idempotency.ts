import { now } from '../clock'
import { isLockTimeout } from '../database-errors'
import { db, isForeignKeyViolation, type Tx } from '../db'
import { decryptSecret, encryptSecret, fingerprint } from '../encryption'
import { IdempotencyInProgress, IdempotencyKeyReused, InvalidApiKey, ValidationError } from '../errors'
import { sentence } from '../messages/sentence'
import { onBehalfOf } from '../organization-context'
import { transact, transactLazily } from '../unit-of-work'
import { claimIdempotencyKey } from './queries'

export type Answer = { status: number; body: string }
export type Given = Answer & { replayed: boolean }

/** Scope of the stored answers: one API key. Other keys of the organization neither see nor reuse them. */
export type Asker = { organizationId: string; apiKeyId: string }

const KEPT_MS = 24 * 60 * 60 * 1000
const MAX_KEY_CHARACTERS = 255

/**
 * Makes a POST idempotent. The effect and the stored answer commit in one transaction, so a crash cannot repeat the
 * effect; a later request with the same key replays the answer. A concurrent duplicate blocks until the first commits
 * or the lock timeout expires. The transaction starts with the operation's first transactional call.
 * @param request method, path and body, as one text.
 * @param run performs the operation.
 * @param refusalOf maps an error to the answer to store; null if it must not be stored.
 * @throws {IdempotencyKeyReused} for the same key with another request.
 * @throws {IdempotencyInProgress} on lock timeout.
 * @throws {ValidationError} for a key that is empty or longer than 255 characters.
 * @throws {InvalidApiKey} if the API key was revoked meanwhile.
 */
export async function answerOnce(
  asker: Asker,
  key: string,
  request: string,
  run: () => Promise<Answer>,
  refusalOf: (error: unknown) => Answer | null,
): Promise<Given> {
  return onBehalfOf(asker.organizationId, () => firstAnswer(asker, key, request, run, refusalOf))
}

async function firstAnswer(
  asker: Asker,
  key: string,
  request: string,
  run: () => Promise<Answer>,
  refusalOf: (error: unknown) => Answer | null,
): Promise<Given> {
  if (key.length === 0 || key.length > MAX_KEY_CHARACTERS)
    throw new ValidationError({ 'Idempotency-Key': [sentence('request.idempotencyKeyLength')] })
  const entry: Entry = { ...asker, key, requestHash: fingerprint(request) }
  const stored = await storedAnswer(entry, db)
  if (stored) return stored
  let earlier: Given | null = null
  const claimOrEnd = async (tx: Tx) => {
    if (await claim(entry, tx)) return
    earlier = await storedAnswer(entry, tx)
    // Aborts the operation before its transaction changes anything.
    throw new IdempotencyInProgress()
  }
  try {
    const given = async () => ({ ...(await run()), replayed: false })
    return await transactLazily(given, {
      begin: claimOrEnd,
      complete: (made, tx) => (tx ? fill(entry, made, tx) : keepAlone(entry, made)),
    })
  } catch (error) {
    if (earlier) return earlier
    const refusal = refusalOf(error)
    if (!refusal) throw error
    // The operation's transaction was rolled back: store the refusal in a transaction of its own.
    return keepAlone(entry, refusal)
  }
}

type Entry = Asker & { key: string; requestHash: string }

/** @throws {IdempotencyKeyReused} if the stored answer belongs to another request. */
async function storedAnswer({ requestHash, ...named }: Entry, tx: Tx): Promise<Given | null> {
  const stored = await tx.idempotencyRecord.findUnique({ where: { organizationId_apiKeyId_key: named } })
  if (!stored || stored.createdAt < expiry()) return null
  if (stored.requestHash !== requestHash) throw new IdempotencyKeyReused()
  if (stored.status === null || stored.body === null) return null
  return {
    status: stored.status,
    body: decryptSecret('idempotent-answer', stored.body, named.organizationId),
    replayed: true,
  }
}

/**
 * Claims the key for this transaction; false if it already has an answer. A concurrent duplicate blocks on the row
 * until the first commits, or claims it if the first rolls back.
 */
async function claim({ organizationId, apiKeyId, key, requestHash }: Entry, tx: Tx): Promise<boolean> {
  try {
    return await claimIdempotencyKey(tx, organizationId, { apiKeyId, key, requestHash, at: now(), expired: expiry() })
  } catch (error) {
    if (isLockTimeout(error)) throw new IdempotencyInProgress()
    if (isForeignKeyViolation(error)) throw new InvalidApiKey()
    throw error
  }
}

async function fill({ organizationId, apiKeyId, key }: Entry, answer: Answer, tx: Tx): Promise<Given> {
  await tx.idempotencyRecord.update({
    where: { organizationId_apiKeyId_key: { organizationId, apiKeyId, key } },
    data: sealed(answer, organizationId),
  })
  return { ...answer, replayed: false }
}

/** Stores an answer without an effect. If a concurrent duplicate stored one first, returns that. */
async function keepAlone(entry: Entry, answer: Answer): Promise<Given> {
  return transact(async ({ tx }) => {
    if (await claim(entry, tx)) return fill(entry, answer, tx)
    const earlier = await storedAnswer(entry, tx)
    if (!earlier) throw new IdempotencyInProgress()
    return earlier
  })
}

/** Encrypted, because an answer may contain a secret (signing secrets are shown once). */
function sealed({ status, body }: Answer, organizationId: string): Answer {
  return { status, body: encryptSecret('idempotent-answer', body, organizationId) }
}

function expiry(): Date {
  return new Date(now().getTime() - KEPT_MS)
}
