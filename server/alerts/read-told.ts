import { Prisma, type Tx } from '../db'
import { readRecordName } from '../records/meant-record'
import { commentsIn } from './match-candidates'
import { TOLD_IN_FULL } from './vocabulary'

export type Told = {
  trigger: 'response' | 'review'
  id: string
  who: string | null
  scores: { metric: 'nps' | 'csat' | 'ces' | 'stars'; score: number }[]
  comments: string[]
  where: string | null
  location: string | null
}

/**
 * Content of a notification: the first items in full, and the total. Deleted reviews are not counted. @property contactIds contacts that it
 * names
 */
export type Telling = { isTest: boolean; told: Told[]; total: number; contactIds: string[] }

/** Locks the contacts that it names until the transaction ends, so that none is deleted before the text naming it is stored. */
export async function readTelling(tx: Tx, organizationId: string, noticeId: string, trigger: string): Promise<Telling> {
  const subject = Prisma.raw(trigger === 'review' ? 'review' : 'response')
  const of = Prisma.sql`FROM alert a JOIN ${subject} s ON s.organization_id = a.organization_id AND s.id = a.subject_id
    WHERE a.organization_id = ${organizationId}::uuid AND a.notice_id = ${noticeId}::uuid`
  const [counted] = await tx.$queryRaw<{ total: number; isTest: boolean }[]>`
    SELECT (SELECT count(*)::int ${of}) AS total,
      EXISTS (SELECT FROM alert WHERE organization_id = ${organizationId}::uuid AND notice_id = ${noticeId}::uuid
        AND subject_id IS NULL) AS "isTest"`
  const first = await tx.$queryRaw<{ id: string }[]>`SELECT s.id ${of} ORDER BY a.id LIMIT ${TOLD_IN_FULL}`
  const { total = 0, isTest = false } = counted ?? {}
  const ids = first.map(({ id }) => id)
  const read = trigger === 'review' ? readReviews : readResponses
  return { isTest, total, ...(total > 0 ? await read(tx, organizationId, ids) : NOTHING) }
}

type Read = Pick<Telling, 'told' | 'contactIds'>
const NOTHING: Read = { told: [], contactIds: [] }

async function readResponses(tx: Tx, organizationId: string, ids: string[]): Promise<Read> {
  const rows = await tx.response.findMany({
    where: { organizationId, id: { in: ids } },
    include: { survey: { select: { name: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const contacts = await tx.$queryRaw<Named[]>`
    SELECT id, email, first_name AS "firstName", last_name AS "lastName" FROM contact
    WHERE organization_id = ${organizationId}::uuid AND id = ANY(${rows.map(({ contactId }) => contactId)}::uuid[])
    ORDER BY id FOR KEY SHARE`
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
  return { told, contactIds: contacts.map(({ id }) => id) }
}

type Named = { id: string; email: string; firstName: string; lastName: string | null }

async function readReviews(tx: Tx, organizationId: string, ids: string[]): Promise<Read> {
  const rows = await tx.review.findMany({
    where: { organizationId, id: { in: ids } },
    include: { reviewSource: { select: { name: true } } },
    orderBy: [{ publishedAt: 'asc' }, { id: 'asc' }],
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
  return { told, contactIds: [] }
}

async function locationName(organizationId: string, id: string | null): Promise<string | null> {
  return (await readRecordName('location', organizationId, id))?.name ?? null
}
