import { now } from '../clock'
import { isLockTimeout } from '../database-errors'
import { db, inTransaction, isForeignKeyViolation, type Tx } from '../db'
import { decryptSecret, encryptSecret, fingerprint } from '../encryption'
import { IdempotencyInProgress, IdempotencyKeyReused, InvalidApiKey, ValidationError } from '../errors'
import { sentence } from '../messages/sentence'
import { onBehalfOf } from '../organization-context'
import { transactAround } from '../unit-of-work'

export type Answer = { status: number; body: string }
export type Given = Answer & { replayed: boolean }

/** Whose answers these are: one API key's. Another key of the organization may not see them, and has its own. */
export type Asker = { organizationId: string; apiKeyId: string }

const KEPT_MS = 24 * 60 * 60 * 1000
const MAX_KEY_CHARACTERS = 255

/**
 * Answers a POST once. The effect and the stored answer commit together, so not even a crash between them can make the
 * effect happen twice; the same key and request later replay the answer. A concurrent twin waits for the first, as long
 * as the database's lock timeout lets it. The transaction begins with the first that the operation transacts.
 * @param request method, path and body, as one text.
 * @param run performs the operation.
 * @param refusalOf the answer that an error means and that is to be remembered; null for one that is no answer.
 * @throws {IdempotencyKeyReused} for the same key with another request. @throws {IdempotencyInProgress} when the first
 * takes too long. @throws {ValidationError} for a key that is empty or longer than 255 characters.
 * @throws {InvalidApiKey} when the API key was revoked meanwhile.
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
    // Ends the operation here, whatever it was about to do.
    throw new IdempotencyInProgress()
  }
  try {
    const given = async () => ({ ...(await run()), replayed: false })
    return await transactAround(given, claimOrEnd, (made, tx) => (tx ? fill(entry, made, tx) : keepAlone(entry, made)))
  } catch (error) {
    if (earlier) return earlier
    const refusal = refusalOf(error)
    if (!refusal) throw error
    // The operation refused and its transaction is gone: what it said is remembered on its own.
    return keepAlone(entry, refusal)
  }
}

type Entry = Asker & { key: string; requestHash: string }

/** @throws {IdempotencyKeyReused} for an answer to another request. */
async function storedAnswer({ requestHash, ...named }: Entry, tx: Tx): Promise<Given | null> {
  const stored = await tx.idempotentAnswer.findUnique({ where: { organizationId_apiKeyId_key: named } })
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
 * Takes the key for this transaction: false when it has an answer. A concurrent twin waits here until the first one
 * commits; or takes its place if it failed.
 */
async function claim({ organizationId, apiKeyId, key, requestHash }: Entry, tx: Tx): Promise<boolean> {
  try {
    const claimed = await tx.$executeRaw`
      INSERT INTO idempotent_answer AS a (organization_id, api_key_id, key, request_hash, created_at)
      VALUES (${organizationId}::uuid, ${apiKeyId}::uuid, ${key}, ${requestHash}, ${now()})
      ON CONFLICT (organization_id, api_key_id, key) DO UPDATE
      SET request_hash = excluded.request_hash, status = NULL, body = NULL, created_at = excluded.created_at
      WHERE a.created_at < ${expiry()}`
    return claimed === 1
  } catch (error) {
    if (isLockTimeout(error)) throw new IdempotencyInProgress()
    if (isForeignKeyViolation(error)) throw new InvalidApiKey()
    throw error
  }
}

async function fill({ organizationId, apiKeyId, key }: Entry, answer: Answer, tx: Tx): Promise<Given> {
  await tx.idempotentAnswer.update({
    where: { organizationId_apiKeyId_key: { organizationId, apiKeyId, key } },
    data: sealed(answer, organizationId),
  })
  return { ...answer, replayed: false }
}

/** Keeps an answer that came without an effect. A twin may have been quicker: then its answer is the one. */
async function keepAlone(entry: Entry, answer: Answer): Promise<Given> {
  return inTransaction(async (tx) => {
    if (await claim(entry, tx)) return fill(entry, answer, tx)
    const earlier = await storedAnswer(entry, tx)
    if (!earlier) throw new IdempotencyInProgress()
    return earlier
  })
}

/** An answer may hold a secret (a signing secret is shown once), so it is kept encrypted. */
function sealed({ status, body }: Answer, organizationId: string): Answer {
  return { status, body: encryptSecret('idempotent-answer', body, organizationId) }
}

function expiry(): Date {
  return new Date(now().getTime() - KEPT_MS)
}
