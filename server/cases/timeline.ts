import type { ResponseEvent as Row } from '@/prisma/generated/client'
import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import { presentNote } from './notes'
import { presentReplies } from './replies/present-reply'
import { ResponseEvent, type Timeline } from './schema'

const ENTRIES_MAX = 200
const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.ResponseEventOrderByWithRelationInput[]

export async function getTimeline(organizationId: string, id: string): Promise<Timeline> {
  const query = { where: { organizationId, responseId: id }, orderBy: NEWEST_FIRST, take: ENTRIES_MAX }
  const [response, notes, replies, events] = await Promise.all([
    db.response.findFirst({ where: { organizationId, id }, select: { id: true } }),
    db.responseNote.findMany(query),
    db.responseReply.findMany(query),
    db.responseEvent.findMany(query),
  ])
  if (!response) throw new NotFound('response')
  return {
    notes: notes.map(presentNote),
    replies: await presentReplies(organizationId, replies),
    events: events.map(presentResponseEvent),
  }
}

export function presentResponseEvent({ id, kind, actorName, value, createdAt }: Row): ResponseEvent {
  return { id, kind: ResponseEvent.shape.kind.parse(kind), actorName, value, createdAt: createdAt.toISOString() }
}
