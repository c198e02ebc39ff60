import type { WebhookSubscription as Row } from '@/prisma/generated/client'
import { DAY_MS, now } from '../../clock'
import { db } from '../../db'
import { NotFound } from '../../errors'
import { parseFailureCode } from '../../outbound/dial-failure'
import { type Page, pageOffset, toPage } from '../../paging'
import type { DashboardSubscription, ListSubscriptions } from '../schema'
import { listNewestAttempts } from './queries'

export async function listDashboardSubscriptions(
  organizationId: string,
  input: ListSubscriptions,
): Promise<Page<DashboardSubscription>> {
  const where = { organizationId }
  const [rows, total] = await Promise.all([
    db.webhookSubscription.findMany({
      where,
      include: OWNER,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: pageOffset(input),
      take: input.limit,
    }),
    db.webhookSubscription.count({ where }),
  ])
  return toPage(await presentAll(organizationId, rows), total, input)
}

export async function getDashboardSubscription(organizationId: string, id: string): Promise<DashboardSubscription> {
  const rows = await db.webhookSubscription.findMany({ where: { id, organizationId }, include: OWNER })
  const [subscription] = await presentAll(organizationId, rows)
  if (!subscription) throw new NotFound('subscription')
  return subscription
}

const OWNER = { ownerKey: { select: { id: true, name: true, isActive: true } } } as const

type SubscriptionWithOwner = Row & { ownerKey: { id: string; name: string; isActive: boolean } | null }

async function presentAll(
  organizationId: string,
  rows: readonly SubscriptionWithOwner[],
): Promise<DashboardSubscription[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [counts, attempts, steps] = await Promise.all([
    countDeliveries(organizationId, ids),
    listNewestAttempts(organizationId, ids, 1),
    listStepsUsing(
      organizationId,
      rows.map(({ hookUrl }) => hookUrl),
    ),
  ])
  return rows.map((row) => {
    const attempt = attempts.find(({ subscriptionId }) => subscriptionId === row.id)
    return {
      ...present(row),
      steps: steps.flatMap(({ webhookUrl, ...step }) => (webhookUrl === row.hookUrl ? step : [])),
      last24Hours: counts.find(({ id }) => id === row.id)?.last24Hours ?? { succeeded: 0, failed: 0, pending: 0 },
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

async function countDeliveries(organizationId: string, ids: readonly string[]) {
  const since = new Date(now().getTime() - DAY_MS)
  const rows = await db.webhookDelivery.groupBy({
    by: ['subscriptionId', 'status'],
    where: { organizationId, subscriptionId: { in: [...ids] }, createdAt: { gte: since } },
    _count: true,
  })
  return ids.map((id) => {
    const count = (countedStatus: string) =>
      rows.find(({ subscriptionId, status }) => subscriptionId === id && status === countedStatus)?._count ?? 0
    return { id, last24Hours: { succeeded: count('succeeded'), failed: count('failed'), pending: count('pending') } }
  })
}

async function listStepsUsing(organizationId: string, hookUrls: string[]) {
  const steps = await db.sequenceStep.findMany({
    where: { organizationId, webhookUrl: { in: hookUrls } },
    select: { id: true, sequenceId: true, webhookUrl: true, sequence: { select: { name: true } } },
    orderBy: [{ sequenceId: 'desc' }, { position: 'asc' }],
  })
  return steps.map(({ id, sequenceId, webhookUrl, sequence }) => ({
    sequenceId,
    sequenceName: sequence.name,
    stepId: id,
    webhookUrl,
  }))
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
    owner: ownerKey ? { id: ownerKey.id, name: ownerKey.name } : null,
    previousSecretUntil: until !== null && until > now() ? until.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
  }
}
