import type { Tx } from '../db'
import { readRecordName } from '../records/meant-record'
import { commentsIn } from './note-matches'
import { TOLD_IN_FULL } from './vocabulary'

/** One response or review, as a message tells of it. */
export type Told = {
  trigger: 'response' | 'review'
  id: string
  who: string | null
  scores: { metric: 'nps' | 'csat' | 'ces' | 'stars'; score: number }[]
  comments: string[]
  /** The survey, or the review site. */
  where: string | null
  location: string | null
}

/** What a telling is about: some of it in full, and how much there is. Reviews that are gone since are not counted. */
export type Telling = { isTest: boolean; told: Told[]; total: number }

export async function readTelling(tx: Tx, organizationId: string, noticeId: string, trigger: string): Promise<Telling> {
  const alerts = await tx.alert.findMany({ where: { organizationId, noticeId }, orderBy: { id: 'asc' } })
  const ids = alerts.flatMap(({ subjectId }) => (subjectId === null ? [] : [subjectId]))
  if (ids.length === 0) return { isTest: true, told: [], total: 0 }
  const where = { organizationId, id: { in: ids } }
  const total = await (trigger === 'review' ? tx.review.count({ where }) : tx.response.count({ where }))
  const read = trigger === 'review' ? readReviews : readResponses
  const told = await read(tx, organizationId, ids)
  return { isTest: false, told, total }
}

async function readResponses(tx: Tx, organizationId: string, ids: string[]): Promise<Told[]> {
  const rows = await tx.response.findMany({
    where: { organizationId, id: { in: ids } },
    include: { survey: { select: { name: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: TOLD_IN_FULL,
  })
  const contacts = await tx.contact.findMany({
    where: { organizationId, id: { in: rows.map(({ contactId }) => contactId) } },
    select: { id: true, email: true, firstName: true, lastName: true },
  })
  const told: Told[] = []
  for (const row of rows) {
    const contact = contacts.find(({ id }) => id === row.contactId)
    const name = contact && ([contact.firstName, contact.lastName].filter(Boolean).join(' ') || contact.email)
    const scores = [
      { metric: 'nps', score: row.npsScore },
      { metric: 'csat', score: row.csatScore },
      { metric: 'ces', score: row.cesScore },
    ] as const
    told.push({
      trigger: 'response',
      id: row.id,
      who: name ?? null,
      scores: scores.flatMap(({ metric, score }) => (score === null ? [] : [{ metric, score }])),
      comments: commentsIn(row.answers),
      where: row.survey.name,
      location: await locationName(organizationId, row.locationId),
    })
  }
  return told
}

async function readReviews(tx: Tx, organizationId: string, ids: string[]): Promise<Told[]> {
  const rows = await tx.review.findMany({
    where: { organizationId, id: { in: ids } },
    include: { reviewSource: { select: { name: true } } },
    orderBy: [{ publishedAt: 'asc' }, { id: 'asc' }],
    take: TOLD_IN_FULL,
  })
  const told: Told[] = []
  for (const row of rows)
    told.push({
      trigger: 'review',
      id: row.id,
      who: row.authorName,
      scores: [{ metric: 'stars', score: row.rating }],
      comments: row.text === '' ? [] : [row.text],
      where: row.reviewSource?.name ?? row.source,
      location: await locationName(organizationId, row.locationId),
    })
  return told
}

async function locationName(organizationId: string, id: string | null): Promise<string | null> {
  return (await readRecordName('location', organizationId, id))?.name ?? null
}
