import { DAY_MS, now } from '../clock'
import { isLockTimeout } from '../database-errors'
import { db, isForeignKeyViolation, type Tx } from '../db'
import { decryptSecret, encryptSecret, sha256Hex } from '../encryption'
import { IdempotencyInProgress, IdempotencyKeyReused, InvalidApiKey, ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { transact, transactLazily } from '../unit-of-work'
import { claimIdempotencyKey } from './queries'

export type SerializedResponse = { status: number; body: string }
export type IdempotentResponse = SerializedResponse & { replayed: boolean }

export type IdempotencyScope = { organizationId: string; apiKeyId: string }

const MAX_KEY_CHARACTERS = 255

/**
 * Makes a POST idempotent. The effect and the stored answer commit in one transaction, so a crash cannot repeat the
 * effect; a later request with the same key replays the answer. A concurrent duplicate blocks until the first commits
 * or the lock timeout expires. The transaction starts with the operation's first transactional call.
 * @param request method, path and body, as one text.
 * @param run performs the operation.
 * @param toStoredRefusal maps an error to the answer to store; null if it must not be stored.
 * @throws {IdempotencyKeyReused} for the same key with another request.
 * @throws {IdempotencyInProgress} on lock timeout.
 * @throws {ValidationError} for a key that is empty or longer than 255 characters.
 * @throws {InvalidApiKey} if the API key was revoked meanwhile.
 */
export async function withIdempotencyKey(
  scope: IdempotencyScope,
  key: string,
  request: string,
  run: () => Promise<SerializedResponse>,
  toStoredRefusal: (error: unknown) => SerializedResponse | null,
): Promise<IdempotentResponse> {
  if (key.length === 0 || key.length > MAX_KEY_CHARACTERS)
    throw new ValidationError({ 'Idempotency-Key': [localizableMessage('request.idempotencyKeyLength')] })
  const entry: Entry = { ...scope, key, requestHash: sha256Hex(request) }
  const stored = await findStoredResponse(entry, db)
  if (stored) return stored
  let earlier: IdempotentResponse | null = null
  const claimOrAbort = async (tx: Tx) => {
    if (await claim(entry, tx)) return
    earlier = await findStoredResponse(entry, tx)
    // Aborts the operation before its transaction changes anything.
    throw new IdempotencyInProgress()
  }
  try {
    const runOnce = async () => ({ ...(await run()), replayed: false })
    return await transactLazily(runOnce, {
      begin: claimOrAbort,
      complete: (answer, tx) => (tx ? storeResponse(entry, answer, tx) : storeWithoutEffect(entry, answer)),
    })
  } catch (error) {
    if (earlier) return earlier
    const refusal = toStoredRefusal(error)
    if (!refusal) throw error
    // The operation's transaction was rolled back: store the refusal in a transaction of its own.
    return storeWithoutEffect(entry, refusal)
  }
}

type Entry = IdempotencyScope & { key: string; requestHash: string }

async function findStoredResponse({ requestHash, ...scope }: Entry, tx: Tx): Promise<IdempotentResponse | null> {
  const stored = await tx.idempotencyRecord.findUnique({ where: { organizationId_apiKeyId_key: scope } })
  if (!stored || stored.createdAt < expiryCutoff()) return null
  if (stored.requestHash !== requestHash) throw new IdempotencyKeyReused()
  if (stored.status === null || stored.body === null) return null
  return {
    status: stored.status,
    body: decryptSecret('idempotent-answer', stored.body, scope.organizationId),
    replayed: true,
  }
}

async function claim({ organizationId, apiKeyId, key, requestHash }: Entry, tx: Tx): Promise<boolean> {
  try {
    const values = { apiKeyId, key, requestHash, at: now(), expired: expiryCutoff() }
    return await claimIdempotencyKey(tx, organizationId, values)
  } catch (error) {
    if (isLockTimeout(error)) throw new IdempotencyInProgress()
    if (isForeignKeyViolation(error)) throw new InvalidApiKey()
    throw error
  }
}

async function storeResponse(entry: Entry, answer: SerializedResponse, tx: Tx): Promise<IdempotentResponse> {
  const { organizationId, apiKeyId, key } = entry
  await tx.idempotencyRecord.update({
    where: { organizationId_apiKeyId_key: { organizationId, apiKeyId, key } },
    data: { status: answer.status, body: encryptSecret('idempotent-answer', answer.body, organizationId) },
  })
  return { ...answer, replayed: false }
}

/** Stores an answer without an effect. If a concurrent duplicate stored one first, returns that. */
async function storeWithoutEffect(entry: Entry, answer: SerializedResponse): Promise<IdempotentResponse> {
  return transact(async ({ tx }) => {
    if (await claim(entry, tx)) return storeResponse(entry, answer, tx)
    const earlier = await findStoredResponse(entry, tx)
    if (!earlier) throw new IdempotencyInProgress()
    return earlier
  })
}

function expiryCutoff(): Date {
  return new Date(now().getTime() - DAY_MS)
}
