import { rehashSmsOptOuts } from '../contacts/sms-opt-outs'
import { rehashSuppressions } from '../contacts/suppression'
import { db } from '../db'
import { acceptedKeyIds, CIPHERTEXT_PREFIX, currentKeyId, decryptSecret, encryptSecret } from '../encryption'
import {
  ENCRYPTED_COLUMNS,
  type EncryptedColumn,
  type EncryptionPurpose,
  HASHED_COLUMNS,
  type HashedColumn,
} from '../secret-registry'
import {
  assignHashKeyId,
  type CiphertextRow,
  countCiphertextsUnderOtherKeys,
  countHashedUnderOtherKeys,
  listRowsUnderOtherKeys,
  replaceCiphertext,
} from './queries'

export type RotationReport = {
  keyId: string
  renewed: Record<string, number>
  /** Values still under each secret of APP_SECRETS_ACCEPTED. A null `keyId`: hashed before key ids were stored, under any of them. */
  remaining: { keyId: string | null; count: Record<string, number>; canBeDropped: boolean }[]
  lost: Record<string, number>
  reasons: string[]
}

const BATCH = 200

/**
 * Re-encrypts all encrypted values under the current secret, and rehashes the values whose plaintext is stored. Works in small independent
 * batches, so it can run beside the service and is safe to interrupt and restart; finished rows are skipped.
 */
export async function rotateSecrets(): Promise<RotationReport> {
  const renewed: Record<string, number> = {}
  for (const [purpose, columns] of Object.entries(ENCRYPTED_COLUMNS))
    for (const column of columns)
      renewed[columnName(column)] = await reencryptColumn(purpose as EncryptionPurpose, column)
  if (acceptedKeyIds.length === 0) await assignKeyIdToHashes()
  renewed[columnName(HASHED_COLUMNS.suppression[0])] = await rehashKnownEmails()
  renewed[columnName(HASHED_COLUMNS['sms-opt-out'][0])] = await rehashKnownPhones()
  return { keyId: currentKeyId, renewed, ...(await summarizeRemaining()) }
}

const columnName = ({ table, column }: { table: string; column: string }) => `${table}.${column}`

async function reencryptColumn(purpose: EncryptionPurpose, column: EncryptedColumn): Promise<number> {
  let count = 0
  for (let after: string[] | null = null; ; ) {
    const rows: CiphertextRow[] = await listRowsUnderOtherKeys(column, { seal: CIPHERTEXT_PREFIX, after, limit: BATCH })
    for (const row of rows) {
      const secret = tryDecrypt(purpose, row)
      if (secret === null) continue
      const to = encryptSecret(purpose, secret, row.bound)
      // Not counted after a concurrent write.
      count += await replaceCiphertext(column, rowKey(column, row), { from: row.sealed, to })
    }
    const last = rows.at(-1)
    if (!last) return count
    after = rowKey(column, last)
  }
}

const rowKey = ({ key }: EncryptedColumn, row: CiphertextRow) => key.map((_, at) => row[`k${at}`] ?? '')

function tryDecrypt(purpose: EncryptionPurpose, { sealed, bound }: CiphertextRow): string | null {
  try {
    return decryptSecret(purpose, sealed, bound)
  } catch {
    return null
  }
}

async function assignKeyIdToHashes(): Promise<void> {
  for (const column of hashedColumns)
    for (let changed = BATCH; changed > 0; ) changed = await assignHashKeyId(column, currentKeyId, BATCH)
}

const hashedColumns: readonly HashedColumn[] = Object.values(HASHED_COLUMNS).flat()

type EmailRow = { id: string; email: string }

const EMAIL_READERS: ((organizationId: string, after: string | null) => Promise<EmailRow[]>)[] = [
  (organizationId, after) => db.contact.findMany(nextEmailsQuery(organizationId, after)),
  (organizationId, after) => db.sending.findMany(nextEmailsQuery(organizationId, after)),
  async (organizationId, after) => {
    const { where, ...query } = nextEmailsQuery(organizationId, after)
    const rows = await db.suppression.findMany({ ...query, where: { ...where, email: { not: null } } })
    return rows.flatMap(({ id, email }) => (email === null ? [] : [{ id, email }]))
  },
]

const nextEmailsQuery = (organizationId: string, after: string | null) =>
  ({
    where: { organizationId, ...(after === null ? {} : { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: BATCH,
    select: { id: true, email: true },
  }) as const

async function rehashKnownEmails(): Promise<number> {
  let count = 0
  const organizations = await db.suppression.groupBy({
    by: ['organizationId'],
    where: { OR: [{ hashKeyId: null }, { hashKeyId: { not: currentKeyId } }] },
  })
  for (const { organizationId } of organizations)
    for (const readAddresses of EMAIL_READERS)
      for (let after: string | null = null; ; ) {
        const rows = await readAddresses(organizationId, after)
        count += await rehashSuppressions(db, distinctByEmail(rows.map(({ email }) => ({ organizationId, email }))))
        const last = rows.at(-1)
        if (!last) break
        after = last.id
      }
  return count
}

/** Numbers of contacts and of opt-outs themselves. */
async function rehashKnownPhones(): Promise<number> {
  let count = 0
  const organizations = await db.smsOptOut.groupBy({
    by: ['organizationId'],
    where: { hashKeyId: { not: currentKeyId } },
  })
  for (const { organizationId } of organizations)
    for (const readNumbers of PHONE_READERS)
      for (let after: string | null = null; ; ) {
        const rows = await readNumbers(nextPhonesQuery(organizationId, after))
        const phones = rows.flatMap(({ phone }) => phone ?? [])
        count += await rehashSmsOptOuts(db, organizationId, phones)
        const last = rows.at(-1)
        if (!last) break
        after = last.id
      }
  return count
}

const nextPhonesQuery = (organizationId: string, after: string | null) =>
  ({
    where: { organizationId, phone: { not: null }, ...(after === null ? {} : { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: BATCH,
    select: { id: true, phone: true },
  }) as const

const PHONE_READERS: ((
  query: ReturnType<typeof nextPhonesQuery>,
) => Promise<{ id: string; phone: string | null }[]>)[] = [
  (query) => db.smsOptOut.findMany(query),
  (query) => db.contact.findMany(query),
]

function distinctByEmail(addresses: { organizationId: string; email: string }[]) {
  return [...new Map(addresses.map((address) => [address.email, address])).values()]
}

async function summarizeRemaining(): Promise<Pick<RotationReport, 'remaining' | 'lost' | 'reasons'>> {
  const counts = [...(await countUndecryptable()), ...(await countHashes())]
  const remaining = ([null, ...acceptedKeyIds] as const).map((keyId) => {
    const known = counts.filter((one) => one.keyId === keyId && one.isKnown)
    return { keyId, count: toCountByColumn(known) }
  })
  const hasUnrecordedHashes = Object.keys(remaining[0]?.count ?? {}).length > 0
  return {
    remaining: remaining
      .filter(({ keyId, count }) => keyId !== null || Object.keys(count).length > 0)
      .map((one) => ({
        ...one,
        canBeDropped: one.keyId !== null && !hasUnrecordedHashes && Object.keys(one.count).length === 0,
      })),
    lost: toCountByColumn(counts.filter(({ isKnown }) => !isKnown)),
    reasons: lossReasons(counts.map(({ column }) => column)),
  }
}

type KeyUseCount = { column: string; keyId: string | null; count: number; isKnown: boolean }

const toCountByColumn = (counts: readonly KeyUseCount[]) =>
  Object.fromEntries(counts.map(({ column, count }) => [column, count]))

async function countUndecryptable(): Promise<KeyUseCount[]> {
  const all = await Promise.all(
    Object.values(ENCRYPTED_COLUMNS).flatMap((columns) =>
      columns.map(async (column: EncryptedColumn): Promise<KeyUseCount> => {
        const count = await countCiphertextsUnderOtherKeys(column, CIPHERTEXT_PREFIX)
        return { column: columnName(column), keyId: null, count, isKnown: false }
      }),
    ),
  )
  return all.filter(({ count }) => count > 0)
}

async function countHashes(): Promise<KeyUseCount[]> {
  const all = await Promise.all(
    hashedColumns.map(async (hashed) => {
      const rows = await countHashedUnderOtherKeys(hashed, currentKeyId)
      return rows.map((row) => ({
        ...row,
        column: columnName(hashed),
        isKnown: row.keyId === null || acceptedKeyIds.includes(row.keyId),
      }))
    }),
  )
  return all.flat()
}

const REASON_BY_COLUMN: Record<string, string> = {
  [columnName(HASHED_COLUMNS['api-key'][0])]:
    'An API key is kept as a hash alone: it moves to the current secret when it is next used. Revoke unused keys.',
  [columnName(HASHED_COLUMNS['api-key'][1])]:
    'So is the secret of a key that was rotated, until its overlap is over. End overlaps that are no longer needed.',
  [columnName(HASHED_COLUMNS.suppression[0])]:
    'Of these addresses that opted out or bounced only a hash is kept: one moves when its address is met again. Without its secret such a person could be written to.',
  [columnName(HASHED_COLUMNS['sms-opt-out'][0])]:
    'Of these phone numbers that opted out only a hash is kept: one moves when its number answers again. Without its secret such a person could be texted.',
}

function lossReasons(columns: readonly string[]): string[] {
  const links =
    'Survey and unsubscribe links in mail that has left end with the secret that they were made under: keep it accepted as long as people may open that mail.'
  return [
    ...new Set(columns.flatMap((column) => REASON_BY_COLUMN[column] ?? [])),
    ...(acceptedKeyIds.length > 0 ? [links] : []),
  ]
}
