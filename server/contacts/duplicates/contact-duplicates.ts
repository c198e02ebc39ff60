import { getCurrentActorContext } from '../../actor-context'
import { db } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { lockRows } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import { transact } from '../../unit-of-work'
import { presentContact } from '../contacts'
import { DUPLICATES_MAX } from './constants'
import { listDuplicateCandidates, readDuplicates } from './duplicate-queries'
import { ContactDuplicatePair, type DismissDuplicates } from './schema'

/** Likely duplicates, those with the newest contacts first; of one contact, if an id is given. */
export async function listContactDuplicates(
  organizationId: string,
  contactId?: string,
): Promise<ContactDuplicatePair[]> {
  const ids = contactId === undefined ? null : await listDuplicateCandidates(organizationId, contactId)
  if (ids !== null && ids.length < 2) return []
  const pairs = await readDuplicates(organizationId, ids, DUPLICATES_MAX)
  const found = contactId === undefined ? pairs : pairs.filter((pair) => [pair.id, pair.otherId].includes(contactId))
  const rows = await db.contact.findMany({
    where: { organizationId, id: { in: found.flatMap(({ id, otherId }) => [id, otherId]) } },
  })
  const byId = new Map(rows.map((row) => [row.id, presentContact(row)]))
  return found.flatMap(({ id, otherId, reason }) => {
    const contacts = [byId.get(id), byId.get(otherId)]
    return contacts.includes(undefined) ? [] : ContactDuplicatePair.parse({ contacts, reason })
  })
}

/**
 * Records that two contacts are not the same person. Idempotent.
 * @throws {NotFound} @throws {ValidationError} under `otherId` if the other one does not exist, or is the same
 */
export async function dismissDuplicates(
  organizationId: string,
  input: DismissDuplicates,
): Promise<{ dismissed: true }> {
  const [contactId = '', otherId = ''] = [input.id, input.otherId].map((id) => id.toLowerCase()).toSorted()
  if (contactId === otherId) throw new ValidationError({ otherId: [localizableMessage('contact.mergeWithItself')] })
  const { actor } = getCurrentActorContext()
  return transact(async ({ tx }) => {
    const locked = await lockRows(tx, 'contact', organizationId, [contactId, otherId], 'KEY SHARE')
    if (!locked.includes(input.id.toLowerCase())) throw new NotFound('contact')
    if (locked.length < 2) throw new ValidationError({ otherId: [localizableMessage('contact.mergeUnknown')] })
    const dismissedById = actor.type === 'user' ? actor.id : null
    await tx.contactDuplicateDismissal.createMany({
      data: [{ organizationId, contactId, otherId, dismissedById }],
      skipDuplicates: true,
    })
    return { dismissed: true }
  })
}
