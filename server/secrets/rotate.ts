import { renewSuppressions } from '../contacts/suppression'
import { db } from '../db'
import { acceptedKeyIds, CURRENT_SEAL, currentKeyId, decryptSecret, encryptSecret } from '../encryption'
import { HASHED, type HashedColumn, SEALED, type SealedColumn, type SealedPurpose } from '../secret-uses'
import {
  countHashedOtherwise,
  countSealedOtherwise,
  listSealed,
  replaceSealed,
  type SealedRow,
  setHashKeyId,
} from './queries'

export type Rotation = {
  keyId: string
  /** Values re-encrypted or rehashed by this run, by column. Rehashing is possible only where the plaintext is stored. */
  renewed: Record<string, number>
  /** Values still under each secret of APP_SECRETS_ACCEPTED. A null `keyId`: hashed before key ids were stored, under any of them. */
  remaining: { keyId: string | null; count: Record<string, number>; canBeDropped: boolean }[]
  /** Values under secrets that are no longer known, by column. */
  lost: Record<string, number>
  reasons: string[]
}

const BATCH = 200

/**
 * Re-encrypts all encrypted values under the current secret, and rehashes the values whose plaintext is stored. Works in small independent
 * batches, so it can run beside the service and is safe to interrupt and restart; finished rows are skipped.
 */
export async function rotateSecrets(): Promise<Rotation> {
  const renewed: Record<string, number> = {}
  for (const [purpose, columns] of Object.entries(SEALED))
    for (const column of columns) renewed[columnName(column)] = await sealAnew(purpose as SealedPurpose, column)
  if (acceptedKeyIds.length === 0) await claimHashes()
  renewed[columnName(HASHED.suppression[0])] = await hashKnownAddresses()
  return { keyId: currentKeyId, renewed, ...(await whatRemains()) }
}

const columnName = ({ table, column }: { table: string; column: string }) => `${table}.${column}`

/** @returns the number of re-encrypted values; undecryptable ones are skipped. */
async function sealAnew(purpose: SealedPurpose, column: SealedColumn): Promise<number> {
  let count = 0
  for (let after: string[] | null = null; ; ) {
    const rows: SealedRow[] = await listSealed(column, { seal: CURRENT_SEAL, after, limit: BATCH })
    for (const row of rows) {
      const secret = tryOpen(purpose, row)
      if (secret === null) continue
      const to = encryptSecret(purpose, secret, row.bound)
      // Not counted after a concurrent write.
      count += await replaceSealed(column, rowKey(column, row), { from: row.sealed, to })
    }
    const last = rows.at(-1)
    if (!last) return count
    after = rowKey(column, last)
  }
}

const rowKey = ({ key }: SealedColumn, row: SealedRow) => key.map((_, at) => row[`k${at}`] ?? '')

function tryOpen(purpose: SealedPurpose, { sealed, bound }: SealedRow): string | null {
  try {
    return decryptSecret(purpose, sealed, bound)
  } catch {
    return null
  }
}

/** With a single secret, a hash without key id was either made under it or can never match. */
async function claimHashes(): Promise<void> {
  for (const column of hashedColumns)
    for (let changed = BATCH; changed > 0; ) changed = await setHashKeyId(column, currentKeyId, BATCH)
}

const hashedColumns: readonly HashedColumn[] = Object.values(HASHED).flat()

type Address = { id: string; email: string }

/** Reads plaintext addresses: of contacts, and of sendings to people who are no longer contacts. */
const ADDRESSES: ((organizationId: string, after: string | null) => Promise<Address[]>)[] = [
  (organizationId, after) => db.contact.findMany(nextAddresses(organizationId, after)),
  (organizationId, after) => db.sending.findMany(nextAddresses(organizationId, after)),
]

const nextAddresses = (organizationId: string, after: string | null) =>
  ({
    where: { organizationId, ...(after === null ? {} : { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: BATCH,
    select: { id: true, email: true },
  }) as const

async function hashKnownAddresses(): Promise<number> {
  let count = 0
  const organizations = await db.suppression.groupBy({
    by: ['organizationId'],
    where: { OR: [{ hashKeyId: null }, { hashKeyId: { not: currentKeyId } }] },
  })
  for (const { organizationId } of organizations)
    for (const readAddresses of ADDRESSES)
      for (let after: string | null = null; ; ) {
        const rows = await readAddresses(organizationId, after)
        count += await renewSuppressions(db, distinct(rows.map(({ email }) => ({ organizationId, email }))))
        const last = rows.at(-1)
        if (!last) break
        after = last.id
      }
  return count
}

function distinct(known: { organizationId: string; email: string }[]) {
  return [...new Map(known.map((one) => [one.email, one])).values()]
}

async function whatRemains(): Promise<Pick<Rotation, 'remaining' | 'lost' | 'reasons'>> {
  const found = [...(await countSealed()), ...(await countHashed())]
  const remaining = ([null, ...acceptedKeyIds] as const).map((keyId) => {
    const own = found.filter((one) => one.keyId === keyId && one.isKnown)
    return { keyId, count: countByColumn(own) }
  })
  const unrecorded = Object.keys(remaining[0]?.count ?? {}).length > 0
  return {
    remaining: remaining
      .filter(({ keyId, count }) => keyId !== null || Object.keys(count).length > 0)
      .map((one) => ({
        ...one,
        canBeDropped: one.keyId !== null && !unrecorded && Object.keys(one.count).length === 0,
      })),
    lost: countByColumn(found.filter(({ isKnown }) => !isKnown)),
    reasons: lossReasons(found.map(({ column }) => column)),
  }
}

type Found = { column: string; keyId: string | null; count: number; isKnown: boolean }

const countByColumn = (found: readonly Found[]) => Object.fromEntries(found.map(({ column, count }) => [column, count]))

/** Ciphertexts not under the current secret after the run: the secret is unknown, or the value was altered. */
async function countSealed(): Promise<Found[]> {
  const all = await Promise.all(
    Object.values(SEALED).flatMap((columns) =>
      columns.map(async (column: SealedColumn): Promise<Found> => {
        const count = await countSealedOtherwise(column, CURRENT_SEAL)
        return { column: columnName(column), keyId: null, count, isKnown: false }
      }),
    ),
  )
  return all.filter(({ count }) => count > 0)
}

async function countHashed(): Promise<Found[]> {
  const all = await Promise.all(
    hashedColumns.map(async (hashed) => {
      const rows = await countHashedOtherwise(hashed, currentKeyId)
      return rows.map((row) => ({
        ...row,
        column: columnName(hashed),
        isKnown: row.keyId === null || acceptedKeyIds.includes(row.keyId),
      }))
    }),
  )
  return all.flat()
}

const WHY: Record<string, string> = {
  [columnName(HASHED['api-key'][0])]:
    'An API key is kept as a hash alone: it moves to the current secret when it is next used. Revoke those that nobody uses.',
  [columnName(HASHED['api-key'][1])]:
    'So is the secret of a key that was rotated, until its overlap is over. End those that nobody uses any more.',
  [columnName(HASHED.suppression[0])]:
    'Of these addresses that opted out or bounced only a hash is kept: one moves when its address is met again. Without its secret such a person could be written to.',
}

function lossReasons(columns: readonly string[]): string[] {
  const links =
    'Survey and unsubscribe links in mail that has left end with the secret that they were made under: keep it accepted as long as people may open that mail.'
  return [...new Set(columns.flatMap((column) => WHY[column] ?? [])), ...(acceptedKeyIds.length > 0 ? [links] : [])]
}
