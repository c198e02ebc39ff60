import type { ContactNote as Row } from '@/prisma/generated/client'
import { audit } from '../../audit/audit'
import { Forbidden, NotFound } from '../../errors'
import { lockRow } from '../../locks'
import type { UserActor } from '../../principal'
import { transact } from '../../unit-of-work'
import type { AddContactNote } from './schema'

/** @throws {NotFound} */
export async function addContactNote(
  organizationId: string,
  { id: contactId, text }: AddContactNote,
  author: Pick<UserActor, 'userId' | 'name'>,
): Promise<{ id: string }> {
  return transact(async ({ tx }) => {
    if (!(await lockRow(tx, 'contact', organizationId, contactId, 'KEY SHARE'))) throw new NotFound('contact')
    return tx.contactNote.create({
      data: { organizationId, contactId, authorId: author.userId, authorName: author.name, text },
      select: { id: true },
    })
  })
}

/** @throws {NotFound} @throws {Forbidden} if a member deletes another member's note */
export async function deleteContactNote(
  organizationId: string,
  id: string,
  actor: Pick<UserActor, 'userId' | 'role'>,
): Promise<{ id: string; deleted: true }> {
  return transact(async ({ tx }) => {
    const note = await tx.contactNote.findFirst({ where: { organizationId, id } })
    if (!note) throw new NotFound('note')
    if (note.authorId !== actor.userId && actor.role !== 'owner' && actor.role !== 'admin') throw new Forbidden()
    const { count } = await tx.contactNote.deleteMany({ where: { organizationId, id } })
    if (count === 0) throw new NotFound('note')
    const { contactId, authorName } = note
    await audit(organizationId, {
      action: 'contact_note.deleted',
      record: { type: 'contact', id: contactId, name: authorName },
    })
    return { id, deleted: true }
  })
}

export function presentContactNote({ id, contactId, authorId, authorName, text, createdAt }: Row) {
  return { id, contactId, authorId, authorName, text, createdAt: createdAt.toISOString() }
}
