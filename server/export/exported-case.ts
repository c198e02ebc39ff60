import type { Prisma, ResponseEvent, ResponseNote, ResponseReply } from '@/prisma/generated/client'
import { presentCase } from '../cases/list'
import { presentNote } from '../cases/notes'
import { presentReply } from '../cases/replies/present-reply'
import { presentEvent } from '../cases/timeline'

/** Assignees are exported by id, as in the members file. */
const NO_NAMES: ReadonlyMap<string, string> = new Map()

type Row = Prisma.ResponseGetPayload<{ include: { taggings: true } }>

export function presentExportedCase(row: Row) {
  const { state, assigneeId, dueOn } = presentCase(row, NO_NAMES)
  return { responseId: row.id, state, assigneeId, dueOn, tagIds: row.taggings.map(({ tagId }) => tagId) }
}

export function presentExportedNote(row: ResponseNote) {
  return { responseId: row.responseId, ...presentNote(row) }
}

export function presentExportedReply(row: ResponseReply) {
  const { mayRetry: _, ...reply } = presentReply(row)
  return { responseId: row.responseId, ...reply, sentAt: row.sentAt?.toISOString() ?? null }
}

export function presentExportedEvent(row: ResponseEvent) {
  return { responseId: row.responseId, ...presentEvent(row) }
}
