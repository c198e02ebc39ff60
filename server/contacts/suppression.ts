import { now } from '../clock'
import type { Tx } from '../db'
import { currentKeyId, keyedHashes } from '../encryption'
import { toAsciiAddress } from '../fields/schema'
import { transact } from '../unit-of-work'

/**
 * `opted_out` by the person; `unsubscribed` by the organization, before the contact was deleted; or mail `bounced`. Only the first two
 * apply to a contact that is created again.
 */
export type SuppressionReason = 'opted_out' | 'unsubscribed' | 'bounced'

/**
 * Opts the recipient out at the address that the message was sent to. Marks the contact and stores a keyed hash of the address, which
 * survives a deletion. A contact with a different address now is not changed.
 * @returns false if {@link decidesFor} does not hold.
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
 * Opts the recipient in again, at the address that the message was sent to. Nothing else removes an opt-out. A bounced address stays
 * suppressed. @returns as {@link optOut}.
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

/** Whether a link for this contact and address is still valid: the contact exists and no other contact uses the address. */
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

/** Expects normalized addresses; returns the suppressed ones with all reasons. */
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

export function consentAtStart(reasons: ReadonlySet<SuppressionReason> | undefined, at: Date) {
  const hasOptedOut = reasons?.has('opted_out') === true
  return {
    unsubscribed: hasOptedOut || reasons?.has('unsubscribed') === true,
    optedOutAt: hasOptedOut ? at : null,
  }
}

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
 * Rehashes the suppressions of these addresses under the current secret. If an address has both hashes, the earlier time is kept.
 * @returns the number of suppressions hashed under another secret, or before key ids were stored.
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
 * Possible hashes of an address: under each accepted secret, the current one first; then those of its ASCII domain, which older versions
 * stored for internationalized addresses.
 */
export function hashesOfEmail(email: string): [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]] {
  const [current, ...others] = keyedHashes('suppression', email)
  const ascii = toAsciiAddress(email)
  return [current, ...others, ...(ascii === email ? [] : keyedHashes('suppression', ascii))]
}

function hashKey(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64')
}
