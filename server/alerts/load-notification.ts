import { lockContactNames } from '../contacts/contact-names'
import type { Tx } from '../db'
import { readRecordName } from '../records/resolve-record'
import { commentsIn } from './match-candidates'
import { readSubjects } from './queries'
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

export type Telling = { isTest: boolean; told: Told[]; total: number; contactIds: string[] }

/**
 * Loads the first items in full and the number of all, without deleted ones. Locks the contacts that the items name until the transaction
 * ends, so that none is deleted before the text is stored.
 */
export async function readTelling(
  tx: Tx,
  organizationId: string,
  notificationId: string,
  trigger: string,
): Promise<Telling> {
  const isTest = (await tx.alert.count({ where: { organizationId, notificationId, subjectId: null } })) > 0
  const { ids, total } = await readSubjects(tx, organizationId, {
    notificationId,
    kind: trigger === 'review' ? 'review' : 'response',
    limit: TOLD_IN_FULL,
  })
  const loadItems = trigger === 'review' ? loadReviewItems : loadResponseItems
  return { isTest, total, ...(total > 0 ? await loadItems(tx, organizationId, ids) : NO_ITEMS) }
}

type LoadedItems = Pick<Telling, 'told' | 'contactIds'>
const NO_ITEMS: LoadedItems = { told: [], contactIds: [] }

async function loadResponseItems(tx: Tx, organizationId: string, ids: string[]): Promise<LoadedItems> {
  const rows = await tx.response.findMany({
    where: { organizationId, id: { in: ids } },
    include: { survey: { select: { name: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const contacts = await lockContactNames(
    tx,
    organizationId,
    rows.map(({ contactId }) => contactId),
  )
  const items: Told[] = []
  for (const row of rows) {
    const contact = contacts.find(({ id }) => id === row.contactId)
    const scores = [
      { metric: 'nps', score: row.npsScore },
      { metric: 'csat', score: row.csatScore },
      { metric: 'ces', score: row.cesScore },
    ] as const
    items.push({
      trigger: 'response',
      id: row.id,
      who: contact?.name ?? null,
      scores: scores.flatMap(({ metric, score }) => (score === null ? [] : [{ metric, score }])),
      comments: commentsIn(row.answers),
      where: row.survey.name,
      location: await loadLocationName(organizationId, row.locationId),
    })
  }
  return { told: items, contactIds: contacts.map(({ id }) => id) }
}

async function loadReviewItems(tx: Tx, organizationId: string, ids: string[]): Promise<LoadedItems> {
  const rows = await tx.review.findMany({
    where: { organizationId, id: { in: ids } },
    include: { reviewSource: { select: { name: true } } },
    orderBy: [{ publishedAt: 'asc' }, { id: 'asc' }],
  })
  const items: Told[] = []
  for (const row of rows)
    items.push({
      trigger: 'review',
      id: row.id,
      who: row.authorName,
      scores: [{ metric: 'stars', score: row.rating }],
      comments: row.text === '' ? [] : [row.text],
      where: row.reviewSource?.name ?? row.source,
      location: await loadLocationName(organizationId, row.locationId),
    })
  return { told: items, contactIds: [] }
}

async function loadLocationName(organizationId: string, id: string | null): Promise<string | null> {
  return (await readRecordName('location', organizationId, id))?.name ?? null
}
