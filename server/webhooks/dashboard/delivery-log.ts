import type { WebhookAttempt as AttemptRow, WebhookDelivery as DeliveryRow } from '@/prisma/generated/client'
import { db, type Prisma } from '../../db'
import { NotFound } from '../../errors'
import { Id } from '../../fields/schema'
import { parseFailureCode } from '../../outbound/dial-failure'
import { type Page, readRowsAndTotal, readSort, toPage } from '../../paging'
import { buildDeliveryHeaders, receiverEventId } from '../delivery/request-headers'
import { findSigners, type StandardSignature, signStandardWebhook } from '../delivery/signature'
import { type Delivery, type DeliveryDetail, DeliveryReason, type ListDeliveries } from '../schema'
import { listSigningSecrets } from '../subscriptions/secrets'

export async function listDeliveries(organizationId: string, input: ListDeliveries): Promise<Page<Delivery>> {
  const { id: subscriptionId, status, kind, search } = input
  const where = {
    organizationId,
    subscriptionId,
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
    ...(search ? { OR: [{ id: parseSearchId(search) }, { resendOfId: parseSearchId(search) }] } : {}),
  }
  const { direction } = readSort(input.sort ?? '-created')
  const orderBy: Prisma.WebhookDeliveryOrderByWithRelationInput[] = [{ createdAt: direction }, { id: direction }]
  const [subscription, [rows, total]] = await Promise.all([
    db.webhookSubscription.findFirst({ where: { id: subscriptionId, organizationId }, select: { id: true } }),
    readRowsAndTotal(input, {
      where,
      orderBy,
      findRows: (query) => db.webhookDelivery.findMany({ ...query, select: { ...COLUMNS, attempts: NEWEST_ATTEMPT } }),
      findIds: (query) => db.webhookDelivery.findMany({ ...query, select: { id: true } }),
      count: () => db.webhookDelivery.count({ where }),
    }),
  ])
  if (!subscription) throw new NotFound('subscription')
  return toPage(rows.map(present), total, input)
}

const UNMATCHED_ID = '00000000-0000-0000-0000-000000000000'

function parseSearchId(search: string): string {
  return Id.safeParse(search).data ?? UNMATCHED_ID
}

export async function getDelivery(organizationId: string, id: string): Promise<Delivery> {
  const row = await db.webhookDelivery.findFirst({
    where: { id, organizationId },
    select: { ...COLUMNS, attempts: NEWEST_ATTEMPT },
  })
  if (!row) throw new NotFound('delivery')
  return present(row)
}

export async function getDeliveryDetail(organizationId: string, id: string): Promise<DeliveryDetail> {
  const row = await db.webhookDelivery.findFirst({
    where: { id, organizationId },
    include: {
      attempts: { orderBy: { attempt: 'desc' } },
      subscription: { select: { hookUrl: true, secretEncrypted: true, previousSecretEncrypted: true } },
    },
  })
  if (!row) throw new NotFound('delivery')
  const signature = row.attempts.find((attempt) => attempt.signature !== null)?.signature ?? null
  return {
    ...present(row),
    subscriptionId: row.subscriptionId,
    hookUrl: row.subscription.hookUrl,
    body: row.body,
    headers: buildDeliveryHeaders(row, signature ?? SIGNATURE_PLACEHOLDER, standardSignature(row, signature)),
    attempts: row.attempts.toReversed().map((attempt) => ({
      ...presentAttempt(attempt),
      deadLetter: attempt.deadLetter,
      responseBody: attempt.responseBody,
      signature: attempt.signature,
    })),
  }
}

const SIGNATURE_PLACEHOLDER = 't=…,v1=…'

type SignedDelivery = Pick<DeliveryRow, 'id' | 'resendOfId' | 'body' | 'subscriptionId'> & {
  subscription: { secretEncrypted: string; previousSecretEncrypted: string | null }
}

function standardSignature(row: SignedDelivery, signature: string | null): StandardSignature {
  const secrets =
    signature === null ? [] : listSigningSecrets({ ...row.subscription, subscriptionId: row.subscriptionId })
  const signers = findSigners(signature ?? '', row.body, secrets)
  if (signers.secrets.length > 0)
    return signStandardWebhook({ id: receiverEventId(row), body: row.body }, signers.secrets, signers.at)
  const [timestamp = '…'] = signature?.match(/\d+/) ?? []
  return { timestamp, signature: 'v1,…' }
}

const COLUMNS = {
  id: true,
  kind: true,
  status: true,
  deadLetter: true,
  isTest: true,
  resendOfId: true,
  attemptCount: true,
  nextAttemptAt: true,
  reason: true,
  createdAt: true,
  endedAt: true,
} as const

const NEWEST_ATTEMPT = {
  select: { attempt: true, httpStatusCode: true, success: true, error: true, durationMs: true, createdAt: true },
  orderBy: { attempt: 'desc' },
  take: 1,
} as const

type Attempt = Pick<AttemptRow, keyof typeof NEWEST_ATTEMPT.select>

function present(row: Pick<DeliveryRow, keyof typeof COLUMNS> & { attempts: readonly Attempt[] }): Delivery {
  const [newest] = row.attempts
  return {
    id: row.id,
    kind: row.kind as Delivery['kind'],
    status: row.status as Delivery['status'],
    deadLetter: row.deadLetter,
    isTest: row.isTest,
    resendOf: row.resendOfId,
    attemptCount: row.attemptCount,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    reason: DeliveryReason.nullable().catch(null).parse(row.reason),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    lastAttempt: newest ? presentAttempt(newest) : null,
  }
}

function presentAttempt({ attempt, httpStatusCode, success, error, durationMs, createdAt }: Attempt) {
  return {
    attempt,
    httpStatusCode,
    success,
    error: parseFailureCode(error),
    durationMs,
    createdAt: createdAt.toISOString(),
  }
}
