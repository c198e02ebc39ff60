import { DAY_MS, now } from '../../clock'
import { db, type Prisma } from '../../db'
import { NotFound } from '../../errors'
import { parseFailureCode } from '../../outbound/safe-request-error'
import { type Page, pageOffset, toPage } from '../../paging'
import type { DashboardSubscription, ListSubscriptions } from '../schema'
import { listNewestSubscriptionAttempts } from './queries'

export async function listDashboardSubscriptions(
  organizationId: string,
  input: ListSubscriptions,
): Promise<Page<DashboardSubscription>> {
  const where = { organizationId }
  const [rows, total] = await Promise.all([
    db.webhookSubscription.findMany({
      where,
      include: OWNER_KEY_INCLUDE,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: pageOffset(input),
      take: input.limit,
    }),
    db.webhookSubscription.count({ where }),
  ])
  return toPage(await presentAll(organizationId, rows), total, input)
}

export async function getDashboardSubscription(organizationId: string, id: string): Promise<DashboardSubscription> {
  const rows = await db.webhookSubscription.findMany({ where: { id, organizationId }, include: OWNER_KEY_INCLUDE })
  const [subscription] = await presentAll(organizationId, rows)
  if (!subscription) throw new NotFound('subscription')
  return subscription
}

export const OWNER_KEY_INCLUDE = { ownerKey: { select: { id: true, name: true, isActive: true } } } as const

type SubscriptionWithOwner = Prisma.WebhookSubscriptionGetPayload<{ include: typeof OWNER_KEY_INCLUDE }>

export function presentOwnerKey({ ownerKey }: SubscriptionWithOwner): DashboardSubscription['owner'] {
  return ownerKey && { id: ownerKey.id, name: ownerKey.name }
}

async function presentAll(organizationId: string, rows: SubscriptionWithOwner[]): Promise<DashboardSubscription[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [countDeliveries, attempts, steps] = await Promise.all([
    loadDeliveryCounts(organizationId, ids),
    listNewestSubscriptionAttempts(organizationId, ids, 1),
    db.sequenceStep.findMany({
      where: { organizationId, webhookUrl: { in: rows.map(({ hookUrl }) => hookUrl) } },
      select: { id: true, sequenceId: true, webhookUrl: true, sequence: { select: { name: true } } },
      orderBy: [{ sequenceId: 'desc' }, { position: 'asc' }],
    }),
  ])
  return rows.map((row) => {
    const attempt = attempts.find(({ subscriptionId }) => subscriptionId === row.id)
    const count = (status: string) => countDeliveries(row.id, status)
    return {
      ...present(row),
      steps: steps.flatMap(({ id, sequenceId, webhookUrl, sequence }) =>
        webhookUrl === row.hookUrl ? { sequenceId, sequenceName: sequence.name, stepId: id } : [],
      ),
      last24Hours: { succeeded: count('succeeded'), failed: count('failed'), pending: count('pending') },
      lastAttempt: attempt
        ? {
            httpStatusCode: attempt.httpStatusCode,
            success: attempt.success,
            error: parseFailureCode(attempt.error),
            createdAt: attempt.createdAt.toISOString(),
          }
        : null,
    }
  })
}

async function loadDeliveryCounts(organizationId: string, ids: string[]) {
  const since = new Date(now().getTime() - DAY_MS)
  const rows = await db.webhookDelivery.groupBy({
    by: ['subscriptionId', 'status'],
    where: { organizationId, subscriptionId: { in: ids }, createdAt: { gte: since } },
    _count: true,
  })
  return (id: string, status: string) =>
    rows.find((row) => row.subscriptionId === id && row.status === status)?._count ?? 0
}

function present(row: SubscriptionWithOwner): Omit<DashboardSubscription, 'steps' | 'last24Hours' | 'lastAttempt'> {
  const { ownerKey, previousSecretUntil: until } = row
  const isPaused = ownerKey?.isActive === false
  return {
    id: row.id,
    hookUrl: row.hookUrl,
    triggerTypes: row.triggerTypes as DashboardSubscription['triggerTypes'],
    state: row.active ? (isPaused ? 'paused' : 'active') : 'deactivated',
    isPaused,
    deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
    owner: presentOwnerKey(row),
    previousSecretUntil: until !== null && until > now() ? until.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
  }
}
