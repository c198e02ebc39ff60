import { now } from '../clock'
import type { Tx } from '../db'
import { currentKeyId, keyedHashes } from '../encryption'
import { toAsciiAddress } from '../fields/schema'
import { transact } from '../unit-of-work'

/**
 * Why an address is on the list: the person `opted_out`; the organization `unsubscribed` them, and deleted them since;
 * mail to it `bounced`. Only the first two concern a contact that is made anew.
 */
export type SuppressionReason = 'opted_out' | 'unsubscribed' | 'bounced'

/**
 * The person asks not to be written to again at this address. Marks the contact, and remembers a keyed hash of the
 * address, so that deleting the contact does not forget it. It acts on the address that the message went to: a contact
 * who has another one by now stays as they are, and an address that is somebody else's by now is not theirs to decide.
 * @returns whether it was.
 */
export async function optOut(organizationId: string, contactId: string, email: string): Promise<boolean> {
  return transact(async ({ tx }) => {
    const answer = await lockAnswerer(tx, organizationId, contactId, email)
    if (!answer) return false
    await suppress(tx, organizationId, email, 'opted_out')
    if (answer.holdsAddress)
      await tx.contact.update({
        where: { id: contactId, organizationId },
        data: { unsubscribed: true, optedOutAt: now() },
      })
    return true
  })
}

/**
 * The person comes back, at the address that the message went to. Only they can: nothing else lifts an opt-out. A bounced
 * address stays suppressed. @returns whether it was theirs to decide, as for {@link optOut}.
 */
export async function optIn(organizationId: string, contactId: string, email: string): Promise<boolean> {
  return transact(async ({ tx }) => {
    const answer = await lockAnswerer(tx, organizationId, contactId, email)
    if (!answer) return false
    await lift(tx, organizationId, email, ['opted_out', 'unsubscribed'])
    if (answer.holdsAddress)
      await tx.contact.update({
        where: { id: contactId, organizationId },
        data: { unsubscribed: false, optedOutAt: null },
      })
    return true
  })
}

/** Whether a link to this contact at this address still decides for it: both are there, and nobody else has the address. */
export async function decidesFor(
  tx: Tx,
  organizationId: string,
  contactId: string,
  email: string,
): Promise<{ holdsAddress: boolean } | null> {
  const rows = await tx.contact.findMany({
    where: { organizationId, OR: [{ id: contactId }, { email }] },
    select: { id: true, email: true },
  })
  const [row] = rows
  return rows.length === 1 && row?.id === contactId ? { holdsAddress: row.email === email } : null
}

async function lockAnswerer(tx: Tx, organizationId: string, contactId: string, email: string) {
  await tx.$queryRaw`
    SELECT id FROM contact WHERE organization_id = ${organizationId}::uuid AND (id = ${contactId}::uuid OR email = ${email})
    ORDER BY id FOR UPDATE`
  return decidesFor(tx, organizationId, contactId, email)
}

/** Those of the addresses that are on the list, with every reason. Addresses are normalised. */
export async function suppressedAmong(
  tx: Tx,
  organizationId: string,
  emails: readonly string[],
): Promise<Map<string, ReadonlySet<SuppressionReason>>> {
  const byHash = new Map(emails.flatMap((email) => hashesOfEmail(email).map((hash) => [hashKey(hash), email] as const)))
  if (emails.length === 0) return new Map()
  const rows = await tx.$queryRaw<{ emailHash: Uint8Array; reason: string }[]>`
    SELECT email_hash AS "emailHash", reason FROM suppression
    WHERE organization_id = ${organizationId}::uuid AND email_hash = ANY(${emails.flatMap(hashesOfEmail).map((hash) => Buffer.from(hash))}::bytea[])`
  const reasons = new Map<string, Set<SuppressionReason>>()
  for (const row of rows) {
    const email = byHash.get(hashKey(row.emailHash))
    if (email === undefined) continue
    reasons.set(email, (reasons.get(email) ?? new Set()).add(row.reason as SuppressionReason))
  }
  return reasons
}

/** How a contact made anew at such an address starts. */
export function consentAtStart(reasons: ReadonlySet<SuppressionReason> | undefined, at: Date) {
  const hasOptedOut = reasons?.has('opted_out') === true
  return {
    unsubscribed: hasOptedOut || reasons?.has('unsubscribed') === true,
    optedOutAt: hasOptedOut ? at : null,
  }
}

/** Puts an address on the list. */
export async function suppress(
  tx: Tx,
  organizationId: string,
  email: string,
  reason: SuppressionReason,
): Promise<void> {
  await renewSuppressions(tx, [{ organizationId, email }])
  await tx.suppression.createMany({
    data: [{ organizationId, emailHash: hashesOfEmail(email)[0], hashKeyId: currentKeyId, reason }],
    skipDuplicates: true,
  })
}

/** Takes an address off the list, for these reasons. */
export async function lift(
  tx: Tx,
  organizationId: string,
  email: string,
  reasons: readonly SuppressionReason[],
): Promise<void> {
  await tx.suppression.deleteMany({
    where: { organizationId, emailHash: { in: hashesOfEmail(email) }, reason: { in: [...reasons] } },
  })
}

/**
 * Hashes anew, under the current secret, what the list keeps of these addresses under older ones. Where an address stands
 * there under both, the time of the first counts.
 * @returns how many were made under another secret, or before key ids were kept.
 */
export async function renewSuppressions(
  tx: Tx,
  known: readonly { organizationId: string; email: string }[],
): Promise<number> {
  const pairs = known.flatMap(({ organizationId, email }) => {
    const hashes = hashesOfEmail(email)
    return hashes.map((held) => ({ organizationId, held: Buffer.from(held), renewed: Buffer.from(hashes[0]) }))
  })
  return tx.$executeRaw`
    WITH known AS (
      SELECT * FROM unnest(${pairs.map((pair) => pair.organizationId)}::uuid[], ${pairs.map(({ held }) => held)}::bytea[],
        ${pairs.map(({ renewed }) => renewed)}::bytea[]) AS k (organization_id, held, renewed)
    ), gone AS (
      DELETE FROM suppression s USING known k
      WHERE s.organization_id = k.organization_id AND s.email_hash = k.held AND s.hash_key_id IS DISTINCT FROM ${currentKeyId}
      RETURNING s.organization_id, k.renewed, s.reason, s.created_at
    )
    INSERT INTO suppression (organization_id, email_hash, hash_key_id, reason, created_at)
    SELECT organization_id, renewed, ${currentKeyId}, reason, min(created_at) FROM gone GROUP BY organization_id, renewed, reason
    ON CONFLICT (organization_id, email_hash, reason) DO UPDATE SET created_at = least(suppression.created_at, excluded.created_at)`
}

/**
 * What the list may keep of an address: its hash under each accepted secret, the current one first; then those of its domain in ASCII,
 * under which an internationalized address was kept before both spellings were one.
 */
export function hashesOfEmail(email: string): [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]] {
  const [current, ...others] = keyedHashes('suppression', email)
  const ascii = toAsciiAddress(email)
  return [current, ...others, ...(ascii === email ? [] : keyedHashes('suppression', ascii))]
}

function hashKey(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64')
}
