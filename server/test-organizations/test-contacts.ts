import { now } from '../clock'
import type { Tx } from '../db'

const COUNT = 5

/** Starts of phone numbers that reach no one (Ofcom, ARCEP and NANPA reserve them for fiction). */
const PHONE_PREFIXES: Record<string, string> = { FR: '+3363998000', GB: '+44770090000', US: '+1202555010' }

/** Contacts to try with, whose addresses reach no one (RFC 2606). */
export async function createTestContacts(tx: Tx, organizationId: string, country: string): Promise<void> {
  const prefix = PHONE_PREFIXES[country] ?? PHONE_PREFIXES.US
  const at = now()
  await tx.contact.createMany({
    data: Array.from({ length: COUNT }, (_, index) => ({
      organizationId,
      email: `test-${index + 1}@example.com`,
      firstName: 'Test',
      lastName: String(index + 1),
      phone: `${prefix}${index + 1}`,
      createdAt: at,
    })),
  })
}
