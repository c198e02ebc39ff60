import { now } from '../clock'
import { db, type Tx } from '../db'
import { currentKeyId, keyedHashesUnderAllSecrets } from '../encryption'
import { acquireAdvisoryLocks, lockRows } from '../locks'
import { SMS_NUMBER } from './phone'
import { CONTACT_ACTOR, recordContactEvents } from './timeline/record-contact-events'

/*
 * Numbers that answered STOP. An opt-out belongs to a number and an organization, not to a contact: it outlives the contact, and holds for
 * each contact with that number. Mails go on.
 */

/** Contacts with one number whose timelines show what the number answered. */
const CONTACTS_MAX = 100

/** When each of these numbers opted out; the others are missing. */
export async function loadSmsOptOuts(
  tx: Tx,
  organizationId: string,
  phones: readonly (string | null)[],
): Promise<Map<string, Date>> {
  const hashes = distinctSmsNumbers(phones).flatMap((phone) =>
    hashPhone(phone).map((hash) => [Buffer.from(hash).toString('hex'), phone] as const),
  )
  if (hashes.length === 0) return new Map()
  const phoneByHash = new Map(hashes)
  const rows = await tx.smsOptOut.findMany({
    where: { organizationId, phoneHash: { in: hashes.map(([hash]) => new Uint8Array(Buffer.from(hash, 'hex'))) } },
    select: { phoneHash: true, createdAt: true },
  })
  return new Map(
    rows.flatMap(({ phoneHash, createdAt }) => {
      const phone = phoneByHash.get(Buffer.from(phoneHash).toString('hex'))
      return phone === undefined ? [] : [[phone, createdAt] as const]
    }),
  )
}

/**
 * Opt-outs as {@link loadSmsOptOuts}, and no concurrent STOP or START of these numbers until the transaction ends: a message is either
 * claimed before a STOP, or not at all. Lock contacts before.
 */
export async function lockAndLoadSmsOptOuts(
  tx: Tx,
  organizationId: string,
  phones: readonly (string | null)[],
): Promise<Map<string, Date>> {
  await acquireAdvisoryLocks(
    tx,
    distinctSmsNumbers(phones).map((phone) => lockKey(organizationId, phone)),
  )
  return loadSmsOptOuts(tx, organizationId, phones)
}

/** Records that a number answered STOP. @returns false if it had already */
export async function recordSmsOptOut(tx: Tx, organizationId: string, phone: string): Promise<boolean> {
  const contactIds = await lockContactsAndNumber(tx, organizationId, phone)
  const phoneHash = { in: hashPhone(phone) }
  const [current] = hashPhone(phone)
  const stored = await tx.smsOptOut.findFirst({ where: { organizationId, phoneHash } })
  await tx.smsOptOut.deleteMany({ where: { organizationId, phoneHash } })
  await tx.smsOptOut.create({
    data: {
      organizationId,
      phoneHash: current,
      hashKeyId: currentKeyId,
      phone: contactIds.length === 0 ? null : phone,
      createdAt: stored?.createdAt ?? now(),
    },
  })
  if (stored) return false
  const events = contactIds.map((contactId) => ({ contactId, kind: 'smsOptedOut' as const, details: { phone } }))
  await recordContactEvents(tx, organizationId, events, CONTACT_ACTOR)
  return true
}

/** Records that a number answered START. Nothing else lifts its opt-out. @returns false if there was none */
export async function removeSmsOptOut(tx: Tx, organizationId: string, phone: string): Promise<boolean> {
  const contactIds = await lockContactsAndNumber(tx, organizationId, phone)
  const { count } = await tx.smsOptOut.deleteMany({ where: { organizationId, phoneHash: { in: hashPhone(phone) } } })
  if (count === 0) return false
  const events = contactIds.map((contactId) => ({ contactId, kind: 'smsOptedIn' as const, details: { phone } }))
  await recordContactEvents(tx, organizationId, events, CONTACT_ACTOR)
  return true
}

/** Organizations whose text messages this number refused. */
export async function listOrganizationsRefusedByNumber(phone: string): Promise<string[]> {
  const rows = await db.smsOptOut.findMany({ where: { phoneHash: { in: hashPhone(phone) } } })
  return [...new Set(rows.map(({ organizationId }) => organizationId))]
}

/** Keeps only the hashes of these numbers, apart from those that contacts still have. */
export async function redactSmsOptOuts(
  tx: Tx,
  organizationId: string,
  phones: readonly (string | null)[],
): Promise<void> {
  const numbers = distinctSmsNumbers(phones)
  if (numbers.length === 0) return
  const contacts = await tx.contact.findMany({
    where: { organizationId, phone: { in: numbers } },
    distinct: ['phone'],
    select: { phone: true },
  })
  const used = new Set(contacts.map(({ phone }) => phone))
  const unused = numbers.filter((number) => !used.has(number))
  await tx.smsOptOut.updateMany({ where: { organizationId, phone: { in: unused } }, data: { phone: null } })
}

/** As {@link redactSmsOptOuts}, for the numbers that contacts lost by these changes. */
export function redactSmsOptOutsOfReplacedNumbers(
  tx: Tx,
  organizationId: string,
  changes: readonly { before: { phone: string | null }; after: { phone: string | null } }[],
): Promise<void> {
  const replaced = changes.flatMap(({ before, after }) => (before.phone === after.phone ? [] : before.phone))
  return redactSmsOptOuts(tx, organizationId, replaced)
}

/** Rehashes the opt-outs of these numbers under the current secret. @returns how many had the hash of another one */
export async function rehashSmsOptOuts(tx: Tx, organizationId: string, phones: readonly string[]): Promise<number> {
  let count = 0
  for (const phone of distinctSmsNumbers(phones)) {
    const [current, ...others] = hashPhone(phone)
    if (others.length === 0) continue
    const outdated = await tx.smsOptOut.findFirst({ where: { organizationId, phoneHash: { in: others } } })
    if (!outdated) continue
    await tx.smsOptOut.deleteMany({ where: { organizationId, phoneHash: { in: others } } })
    const data = { organizationId, phoneHash: current, hashKeyId: currentKeyId }
    await tx.smsOptOut.createMany({
      data: [{ ...data, phone: outdated.phone, createdAt: outdated.createdAt }],
      skipDuplicates: true,
    })
    count += 1
  }
  return count
}

/** Contacts before the number: in the order of the jobs that send. */
async function lockContactsAndNumber(tx: Tx, organizationId: string, phone: string): Promise<string[]> {
  const contacts = await tx.contact.findMany({
    where: { organizationId, phone },
    orderBy: { id: 'asc' },
    take: CONTACTS_MAX,
    select: { id: true },
  })
  const ids = contacts.map(({ id }) => id)
  const locked = ids.length === 0 ? [] : await lockRows(tx, 'contact', organizationId, ids, 'KEY SHARE')
  await acquireAdvisoryLocks(tx, [lockKey(organizationId, phone)])
  return locked
}

const lockKey = (organizationId: string, phone: string) => `sms ${organizationId} ${phone}`

function distinctSmsNumbers(phones: readonly (string | null)[]): string[] {
  return [...new Set(phones)].filter((phone) => phone !== null).filter((phone) => SMS_NUMBER.test(phone))
}

function hashPhone(phone: string) {
  return keyedHashesUnderAllSecrets('sms-opt-out', phone)
}
