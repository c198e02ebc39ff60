import type { Tx } from '../db'
import { keyedHashesUnderAllSecrets } from '../encryption'
import { toAsciiEmail } from '../validation/schema'
import { fillSuppressionEmails } from './queries'

/** Those of the addresses that contacts have. */
export async function filterEmailsOfContacts(
  tx: Tx,
  organizationId: string,
  emails: readonly string[],
): Promise<string[]> {
  const where = { organizationId, email: { in: [...emails] } }
  return (await tx.contact.findMany({ where, select: { email: true } })).map(({ email }) => email)
}

/** Stores addresses that contacts have now in their suppressions. */
export async function addEmailsToSuppressions(
  tx: Tx,
  organizationId: string,
  emails: readonly string[],
): Promise<void> {
  if (emails.length === 0) return
  const addresses = emails.flatMap((email) => computeEmailHashes(email).map((hash) => ({ hash, email })))
  await fillSuppressionEmails(tx, organizationId, addresses)
}

/** Keeps only the hashes of addresses, and no notes. */
export async function redactSuppressions(tx: Tx, organizationId: string, emails: readonly string[]): Promise<void> {
  await tx.suppression.updateMany({
    where: { organizationId, email: { in: [...emails] } },
    data: { email: null, note: null },
  })
}

/**
 * Possible hashes of an address: under each accepted secret, the current one first; then those of its ASCII domain, which older versions
 * stored for internationalized addresses.
 */
export function computeEmailHashes(email: string): [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]] {
  const [current, ...others] = keyedHashesUnderAllSecrets('suppression', email)
  const ascii = toAsciiEmail(email)
  return [current, ...others, ...(ascii === email ? [] : keyedHashesUnderAllSecrets('suppression', ascii))]
}
