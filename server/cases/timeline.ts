import type { ResponseEvent as Row } from '@/prisma/generated/client'
import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import { presentNote } from './notes'
import { presentReplies } from './replies/present-reply'
import { ResponseEvent, type Timeline } from './schema'

const SHOWN_AT_MOST = 200
const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.ResponseEventOrderByWithRelationInput[]

export async function getTimeline(organizationId: string, id: string): Promise<Timeline> {
  const about = { where: { organizationId, responseId: id }, orderBy: NEWEST_FIRST, take: SHOWN_AT_MOST }
  const [response, notes, replies, events] = await Promise.all([
    db.response.findFirst({ where: { organizationId, id }, select: { id: true } }),
    db.responseNote.findMany(about),
    db.responseReply.findMany(about),
    db.responseEvent.findMany(about),
  ])
  if (!response) throw new NotFound('response')
  return {
    notes: notes.map(presentNote),
    replies: await presentReplies(organizationId, replies),
    events: events.map(presentEvent),
  }
}

export function presentEvent({ id, kind, actorName, value, createdAt }: Row): ResponseEvent {
  return { id, kind: ResponseEvent.shape.kind.parse(kind), actorName, value, createdAt: createdAt.toISOString() }
}
