import { now } from '../clock'
import type { Tx } from '../db'
import { keyedHash } from '../encryption'
import { transact } from '../webhooks/outbox'

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
  const byHash = new Map(emails.map((email) => [keyOf(hashOfEmail(email)), email]))
  const rows = await tx.suppression.findMany({
    where: { organizationId, emailHash: { in: emails.map((email) => hashOfEmail(email)) } },
    select: { emailHash: true, reason: true },
  })
  const reasons = new Map<string, Set<SuppressionReason>>()
  for (const row of rows) {
    const email = byHash.get(keyOf(row.emailHash))
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
  await tx.suppression.createMany({
    data: [{ organizationId, emailHash: hashOfEmail(email), reason }],
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
    where: { organizationId, emailHash: hashOfEmail(email), reason: { in: [...reasons] } },
  })
}

/** What the suppression list keeps of an address. */
export function hashOfEmail(email: string): Uint8Array<ArrayBuffer> {
  return keyedHash('suppression', email)
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64')
}
