import { now } from '../clock'
import type { ContactBouncedPayload } from '../message-events/schema'
import { transact } from '../unit-of-work'
import { addSuppression, markContactsBounced } from './suppression'

type AddressBounce = { sendingId?: string; code?: string | null; words: string | null }

/** Suppresses an address that does not exist, and emits `contact.bounced` for a contact that was not marked as bounced yet. */
export async function recordAddressBounce(
  organizationId: string,
  email: string,
  { sendingId, code = null, words }: AddressBounce,
): Promise<void> {
  await transact(async ({ tx, emit }) => {
    const bounced = await markContactsBounced(tx, organizationId, [email], words)
    await addSuppression(tx, organizationId, email, 'bounced')
    const occurredAt = now().toISOString()
    const events = bounced.map(
      (contact): ContactBouncedPayload => ({
        event: 'contact.bounced',
        occurredAt,
        contactId: contact.id,
        email: contact.email,
        sendingId: sendingId ?? null,
        code,
        words,
      }),
    )
    await emit(...events.map((payload) => ({ organizationId, kind: 'contact.bounced' as const, payload })))
  })
}
