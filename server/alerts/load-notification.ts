import { lockAndReadContactNames } from '../contacts/queries'
import type { Tx } from '../db'
import { loadResolvedIdAndName } from '../master-data/resolve-merged-ids'
import { NOTIFICATION_ITEMS_MAX } from './constants'
import { extractComments } from './match-candidates'
import { listNotificationSubjectIds } from './queries'

export type AlertItem = {
  trigger: 'response' | 'review'
  id: string
  customerName: string | null
  scores: { metric: 'nps' | 'csat' | 'ces' | 'stars'; score: number }[]
  comments: string[]
  sourceName: string | null
  locationName: string | null
}

export type AlertNotification = {
  rule: string
  trigger: AlertItem['trigger']
  organization: { name: string; defaultLanguage: string }
  isTest: boolean
  items: AlertItem[]
  total: number
  contactIds: string[]
}

/**
 * Loads the first items in full and the number of all, without deleted ones. Locks the contacts that the items name until the transaction
 * ends, so that none is deleted before the text is stored.
 * @returns null if all were deleted
 */
export async function loadNotificationAndLockContacts(
  tx: Tx,
  organizationId: string,
  { notificationId, ruleId }: { notificationId: string; ruleId: string },
): Promise<AlertNotification | null> {
  const rule = await tx.alertRule.findFirstOrThrow({
    where: { organizationId, id: ruleId },
    select: { name: true, trigger: true, organization: { select: { name: true, defaultLanguage: true } } },
  })
  const trigger = rule.trigger === 'review' ? 'review' : 'response'
  const isTest = (await tx.alert.count({ where: { organizationId, notificationId, subjectId: null } })) > 0
  const query = { notificationId, kind: trigger, limit: NOTIFICATION_ITEMS_MAX } as const
  const { ids, total } = await listNotificationSubjectIds(tx, organizationId, query)
  if (total === 0 && !isTest) return null
  const loadItems = trigger === 'review' ? loadReviewItems : loadResponseItems
  const loaded = total > 0 ? await loadItems(tx, organizationId, ids) : { items: [], contactIds: [] }
  return { rule: rule.name, trigger, organization: rule.organization, isTest, total, ...loaded }
}

type LoadedItems = Pick<AlertNotification, 'items' | 'contactIds'>

async function loadResponseItems(tx: Tx, organizationId: string, ids: string[]): Promise<LoadedItems> {
  const rows = await tx.response.findMany({
    where: { organizationId, id: { in: ids } },
    include: { survey: { select: { name: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const contactIds = rows.flatMap(({ contactId }) => contactId ?? [])
  const contacts = await lockAndReadContactNames(tx, organizationId, contactIds)
  const items: AlertItem[] = []
  for (const row of rows) {
    const scores = [
      { metric: 'nps', score: row.npsScore },
      { metric: 'csat', score: row.csatScore },
      { metric: 'ces', score: row.cesScore },
    ] as const
    items.push({
      trigger: 'response',
      id: row.id,
      customerName: contacts.find(({ id }) => id === row.contactId)?.name ?? null,
      scores: scores.flatMap(({ metric, score }) => (score === null ? [] : [{ metric, score }])),
      comments: extractComments(row.answers),
      sourceName: row.survey.name,
      locationName: await loadLocationName(organizationId, row.locationId),
    })
  }
  return { items, contactIds: contacts.map(({ id }) => id) }
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
  return { items, contactIds: [] }
}

async function loadLocationName(organizationId: string, id: string | null): Promise<string | null> {
  return (await loadResolvedIdAndName('location', organizationId, id))?.name ?? null
}
