import type { Contact as ContactRow } from '@/prisma/generated/client'
import { SMS_NUMBER } from '../contacts/phone'
import type { SuppressionReason } from '../contacts/queries'
import { loadSuppressions } from '../contacts/suppression'
import type { Tx } from '../db'

export const UNREACHABLE_REASONS = ['unsubscribed', 'blocked', 'bounced', 'noPhone', 'emailDeclined'] as const
export type UnreachableReason = (typeof UNREACHABLE_REASONS)[number]

/** Why contacts would get no message of a sequence or survey, by their id, as its steps would decide it (sending/decide-step.ts). */
export async function findUnreachableContacts(
  tx: Tx,
  organizationId: string,
  contacts: readonly ContactRow[],
  target: { usesSms: boolean },
): Promise<Map<string, UnreachableReason>> {
  const suppressions = await loadSuppressions(
    tx,
    organizationId,
    contacts.map(({ email }) => email),
  )
  return new Map(
    contacts.flatMap((contact) => {
      const reason = findReason(contact, suppressions.get(contact.email) ?? new Set(), target)
      return reason === null ? [] : [[contact.id, reason]]
    }),
  )
}

/** Neither a bounced address nor a person who wants no emails keeps an SMS from being sent. */
function findReason(
  { unsubscribed, phone }: ContactRow,
  suppressions: ReadonlySet<SuppressionReason>,
  { usesSms }: { usesSms: boolean },
): UnreachableReason | null {
  if (unsubscribed || suppressions.has('opted_out')) return 'unsubscribed'
  if (suppressions.has('blocked')) return 'blocked'
  if (suppressions.has('bounced') && !usesSms) return 'bounced'
  if (usesSms) return SMS_NUMBER.test(phone ?? '') ? null : 'noPhone'
  return suppressions.has('no_email') ? 'emailDeclined' : null
}
