import { NIL } from 'uuid'
import type { WebhookAttempt as AttemptRow, WebhookDelivery as DeliveryRow } from '@/prisma/generated/client'
import { db, type Prisma } from '../../db'
import { NotFound } from '../../errors'
import { parseFailureCode } from '../../outbound/safe-request-error'
import { type Page, parseSortParameter, readRowsAndTotal, toPage } from '../../paging'
import { Id } from '../../validation/schema'
import {
  buildDeliveryHeaders,
  findMatchingSecrets,
  getOriginalDeliveryId,
  type StandardSignature,
  signStandardWebhook,
} from '../delivery/signature'
import { type Delivery, type DeliveryDetail, type ListDeliveries, UndeliveredReason } from '../schema'
import { decryptSigningSecrets, type EncryptedSecrets } from '../subscriptions/secrets'

export async function listDeliveries(organizationId: string, input: ListDeliveries): Promise<Page<Delivery>> {
  const { id: subscriptionId, status, kind, search } = input
  const searchedId = Id.safeParse(search).data ?? NIL
  const where = {
    organizationId,
    subscriptionId,
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
    ...(search ? { OR: [{ id: searchedId }, { resendOfId: searchedId }] } : {}),
  }
  const { direction } = parseSortParameter(input.sort ?? '-created')
  const orderBy: Prisma.WebhookDeliveryOrderByWithRelationInput[] = [{ createdAt: direction }, { id: direction }]
  const [subscription, [rows, total]] = await Promise.all([
    db.webhookSubscription.findFirst({ where: { id: subscriptionId, organizationId }, select: { id: true } }),
    readRowsAndTotal(input, {
      where,
      orderBy,
      findRows: (query) => db.webhookDelivery.findMany({ ...query, select: COLUMNS }),
      findIds: (query) => db.webhookDelivery.findMany({ ...query, select: { id: true } }),
      count: () => db.webhookDelivery.count({ where }),
    }),
  ])
  if (!subscription) throw new NotFound('subscription')
  return toPage(rows.map(present), total, input)
}

export async function getDelivery(organizationId: string, id: string): Promise<Delivery> {
  const row = await db.webhookDelivery.findFirst({ where: { id, organizationId }, select: COLUMNS })
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
    headers: buildDeliveryHeaders(row, signature ?? 't=…,v1=…', standardSignature(row, signature)),
    attempts: row.attempts.toReversed().map((attempt) => ({
      ...presentAttempt(attempt),
      deadLetter: attempt.deadLetter,
      responseBody: attempt.responseBody,
      signature: attempt.signature,
    })),
  }
}

function standardSignature(
  row: DeliveryRow & { subscription: EncryptedSecrets },
  signature: string | null,
): StandardSignature {
  const secrets = signature === null ? [] : decryptSigningSecrets(row.subscriptionId, row.subscription)
  const signers = findMatchingSecrets(signature ?? '', row.body, secrets)
  if (signers.secrets.length > 0)
    return signStandardWebhook({ id: getOriginalDeliveryId(row), body: row.body }, signers.secrets, signers.at)
  const [timestamp = '…'] = signature?.match(/\d+/) ?? []
  return { timestamp, signature: 'v1,…' }
}

const NEWEST_ATTEMPT = {
  select: { attempt: true, httpStatusCode: true, success: true, error: true, durationMs: true, createdAt: true },
  orderBy: { attempt: 'desc' },
  take: 1,
} as const

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
  attempts: NEWEST_ATTEMPT,
} as const

function present(row: Prisma.WebhookDeliveryGetPayload<{ select: typeof COLUMNS }>): Delivery {
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
    reason: UndeliveredReason.nullable().catch(null).parse(row.reason),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    lastAttempt: newest ? presentAttempt(newest) : null,
  }
}

type Attempt = Pick<AttemptRow, keyof typeof NEWEST_ATTEMPT.select>

function presentAttempt({ attempt, httpStatusCode, success, error, durationMs, createdAt }: Attempt) {
  const failure = parseFailureCode(error)
  return { attempt, httpStatusCode, success, error: failure, durationMs, createdAt: createdAt.toISOString() }
}
