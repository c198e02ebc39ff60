import { now } from '../clock'
import type { Tx } from '../db'
import { keyedHash } from '../encryption'
import { transact } from '../webhooks/outbox'

/**
 * The person asks not to be written to again. Marks the contact if it still exists, and remembers a keyed hash of the
 * address, so that deleting the contact does not forget it.
 */
export async function optOut(organizationId: string, contactId: string, email: string): Promise<void> {
  await transact(async ({ tx }) => {
    const contact = await tx.contact.findFirst({ where: { id: contactId, organizationId }, select: { email: true } })
    const emails = new Set([email, ...(contact ? [contact.email] : [])])
    for (const address of emails) await suppress(tx, organizationId, address, 'opted_out')
    await tx.contact.updateMany({
      where: { organizationId, OR: [{ id: contactId }, { email: { in: [...emails] } }] },
      data: { unsubscribed: true, optedOutAt: now() },
    })
  })
}

/** The person comes back. Only they can: nothing else lifts an opt-out. A bounced address stays suppressed. */
export async function optIn(organizationId: string, contactId: string, email: string): Promise<void> {
  await transact(async ({ tx }) => {
    const contact = await tx.contact.findFirst({ where: { id: contactId, organizationId }, select: { email: true } })
    const emails = [...new Set([email, ...(contact ? [contact.email] : [])])]
    await tx.suppression.deleteMany({
      where: { organizationId, reason: 'opted_out', emailHash: { in: emails.map((address) => hashOfEmail(address)) } },
    })
    await tx.contact.updateMany({
      where: { organizationId, OR: [{ id: contactId }, { email: { in: emails } }] },
      data: { unsubscribed: false, optedOutAt: null },
    })
  })
}

/** Those of the addresses that must not be written to. Addresses are normalised. */
export async function suppressedAmong(
  tx: Tx,
  organizationId: string,
  emails: readonly string[],
): Promise<Map<string, 'opted_out' | 'bounced'>> {
  const byHash = new Map(emails.map((email) => [keyOf(hashOfEmail(email)), email]))
  const rows = await tx.suppression.findMany({
    where: { organizationId, emailHash: { in: emails.map((email) => hashOfEmail(email)) } },
    select: { emailHash: true, reason: true },
  })
  return new Map(
    rows.flatMap((row) => {
      const email = byHash.get(keyOf(row.emailHash))
      return email === undefined
        ? []
        : [[email, row.reason === 'bounced' ? ('bounced' as const) : ('opted_out' as const)]]
    }),
  )
}

/** Remembers an address that must never be written to again. */
export async function suppress(
  tx: Tx,
  organizationId: string,
  email: string,
  reason: 'opted_out' | 'bounced',
): Promise<void> {
  await tx.suppression.createMany({
    data: [{ organizationId, emailHash: hashOfEmail(email), reason }],
    skipDuplicates: true,
  })
}

/** What the suppression list keeps of an address. */
export function hashOfEmail(email: string): Uint8Array<ArrayBuffer> {
  return keyedHash('suppression', email)
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64')
}
