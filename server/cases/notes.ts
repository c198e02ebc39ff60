import type { ResponseNote as Row } from '@/prisma/generated/client'
import { audit } from '../audit/audit'
import { Forbidden, NotFound } from '../errors'
import type { Actor } from '../principal'
import { transact } from '../unit-of-work'
import { lockResponseCase } from './lock-response-cases'
import { recordResponseEvents } from './record-response-events'
import type { ResponseNote } from './schema'

type ActingUser = Extract<Actor, { type: 'user' }>

export async function addNote(
  organizationId: string,
  { id: responseId, text }: { id: string; text: string },
  actor: Pick<ActingUser, 'userId' | 'name'>,
): Promise<ResponseNote> {
  return transact(async ({ tx }) => {
    await lockResponseCase(tx, organizationId, responseId)
    const note = await tx.responseNote.create({
      data: { organizationId, responseId, authorId: actor.userId, authorName: actor.name, text },
    })
    await recordResponseEvents(tx, organizationId, [{ responseId, kind: 'noteAdded' }])
    return presentNote(note)
  })
}

/** Erases the text and keeps the event with its author. @throws {NotFound} @throws {Forbidden} if a member deletes another member's note */
export async function deleteNote(
  organizationId: string,
  id: string,
  actor: Pick<ActingUser, 'userId' | 'role'>,
): Promise<{ id: string; deleted: true }> {
  return transact(async ({ tx }) => {
    const note = await tx.responseNote.findFirst({ where: { organizationId, id } })
    if (!note) throw new NotFound('note')
    if (note.authorId !== actor.userId && actor.role !== 'owner' && actor.role !== 'admin') throw new Forbidden()
    const { count } = await tx.responseNote.deleteMany({ where: { organizationId, id } })
    if (count === 0) throw new NotFound('note')
    const { responseId, authorName } = note
    await recordResponseEvents(tx, organizationId, [{ responseId, kind: 'noteRemoved', value: authorName }])
    await audit(organizationId, {
      action: 'response_note.deleted',
      record: { type: 'response', id: responseId, name: authorName },
    })
    return { id, deleted: true }
  })
}

export function presentNote({ id, authorId, authorName, text, createdAt }: Row): ResponseNote {
  return { id, authorId, authorName, text, createdAt: createdAt.toISOString() }
}
