import { lockContactNames } from '../contacts/queries'
import type { Tx } from '../db'
import { loadResolvedRecord } from '../records/resolve-record'
import { extractComments } from './match-candidates'
import { listAlertSubjectIds } from './queries'
import { DETAILED_ITEMS_MAX } from './vocabulary'

export type AlertItem = {
  trigger: 'response' | 'review'
  id: string
  customerName: string | null
  scores: { metric: 'nps' | 'csat' | 'ces' | 'stars'; score: number }[]
  comments: string[]
  sourceName: string | null
  locationName: string | null
}

export type AlertNotification = { isTest: boolean; items: AlertItem[]; total: number; contactIds: string[] }

/**
 * Loads the first items in full and the number of all, without deleted ones. Locks the contacts that the items name until the transaction
 * ends, so that none is deleted before the text is stored.
 */
export async function loadNotification(
  tx: Tx,
  organizationId: string,
  notificationId: string,
  trigger: string,
): Promise<AlertNotification> {
  const isTest = (await tx.alert.count({ where: { organizationId, notificationId, subjectId: null } })) > 0
  const { ids, total } = await listAlertSubjectIds(tx, organizationId, {
    notificationId,
    kind: trigger === 'review' ? 'review' : 'response',
    limit: DETAILED_ITEMS_MAX,
  })
  const loadItems = trigger === 'review' ? loadReviewItems : loadResponseItems
  return { isTest, total, ...(total > 0 ? await loadItems(tx, organizationId, ids) : NO_ITEMS) }
}

type LoadedItems = Pick<AlertNotification, 'items' | 'contactIds'>
const NO_ITEMS: LoadedItems = { items: [], contactIds: [] }

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
  const items: AlertItem[] = []
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
      customerName: contact?.name ?? null,
      scores: scores.flatMap(({ metric, score }) => (score === null ? [] : [{ metric, score }])),
      comments: extractComments(row.answers),
      sourceName: row.survey.name,
      locationName: await loadLocationName(organizationId, row.locationId),
    })
  }
  return { items: items, contactIds: contacts.map(({ id }) => id) }
}

async function loadReviewItems(tx: Tx, organizationId: string, ids: string[]): Promise<LoadedItems> {
  const rows = await tx.review.findMany({
    where: { organizationId, id: { in: ids } },
    include: { reviewSource: { select: { name: true } } },
    orderBy: [{ publishedAt: 'asc' }, { id: 'asc' }],
  })
  const items: AlertItem[] = []
  for (const row of rows)
    items.push({
      trigger: 'review',
      id: row.id,
      customerName: row.authorName,
      scores: [{ metric: 'stars', score: row.rating }],
      comments: row.text === '' ? [] : [row.text],
      sourceName: row.reviewSource?.name ?? row.source,
      locationName: await loadLocationName(organizationId, row.locationId),
    })
  return { items: items, contactIds: [] }
}

async function loadLocationName(organizationId: string, id: string | null): Promise<string | null> {
  return (await loadResolvedRecord('location', organizationId, id))?.name ?? null
}
