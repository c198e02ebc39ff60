import { v7 as uuidv7 } from 'uuid'
import { now } from '@/server/clock'
import { encryptSecret, sha256Hex } from '@/server/encryption'
import type { Reason } from '@/server/messaging/outcome/schema'
import { generateSecret } from '@/server/webhooks/subscriptions/subscription-rows'
import type { RowBatch } from './row-batch'
import type { TenantColumns } from './tenant-reviews'

/** Shared by all tenants: one tenant's actions on it must not affect the others. */
export const SHARED_HOOK_URL = 'https://receiver.example.com/shared'

/** No row is ever due: workers of other tests process all organizations. */
export const NEVER_DUE = new Date('2099-01-01T00:00:00Z')

function addMailEventIntakes(rows: RowBatch, base: TenantColumns, canary: string, secrets: string[]) {
  const addIntake = (provider: string) => {
    const id = uuidv7()
    const secret = generateSecret()
    const secretEncrypted = encryptSecret('mail-event-secret', secret, id)
    secrets.push(secret, secretEncrypted)
    rows.add('MailEventIntake', { ...base, id, provider, secretEncrypted, topicArn: `arn:aws:sns:${canary}` })
    return id
  }
  return { mailEventIntake: addIntake('resend'), genericIntake: addIntake('generic') }
}

export function addWebhooks(rows: RowBatch, base: TenantColumns, canary: string, userId: string) {
  const hookUrl = `https://receiver.example.com/${canary}`
  const secrets: string[] = []
  const sealedSecret = (id: string) => {
    const secret = generateSecret()
    const encrypted = encryptSecret('webhook-secret', secret, id)
    secrets.push(secret, encrypted)
    return encrypted
  }
  const addSubscription = (url: string, triggerTypes: string[]) => {
    const id = uuidv7()
    const secretEncrypted = sealedSecret(id)
    const previous = {
      previousSecretEncrypted: sealedSecret(id),
      previousSecretUntil: new Date(Date.now() + 86_400_000),
    }
    rows.add('WebhookSubscription', { ...base, id, hookUrl: url, triggerTypes, secretEncrypted, ...previous })
    return id
  }
  const subscription = addSubscription(hookUrl, ['new_contact', 'new_response'])
  const [hookSecret = ''] = secrets
  const stepSubscription = addSubscription(`https://receiver.example.com/step-${canary}`, ['step.completed'])
  addSubscription(SHARED_HOOK_URL, ['new_contact'])
  const delivery = rows.add('WebhookDelivery', {
    ...base,
    subscriptionId: subscription,
    kind: 'new_contact',
    body: JSON.stringify([{ email: canary }]),
    status: 'failed',
    attemptCount: 5,
    deadLetter: true,
    reason: 'gone',
    endedAt: now(),
  })
  rows.add('WebhookAttempt', {
    ...base,
    deliveryId: delivery,
    subscriptionId: subscription,
    attempt: 5,
    httpStatusCode: 500,
    deadLetter: true,
    error: 'HTTP_STATUS',
    signature: `t=1,v1=${canary}`,
    responseBody: `Answer ${canary}`,
    durationMs: 12,
    finishedAt: now(),
  })
  const mailEventIntakes = addMailEventIntakes(rows, base, canary, secrets)
  rows.add('SystemEmail', {
    ...base,
    kind: 'webhookFailures',
    userId,
    subjectId: subscription,
    address: `system-${canary}@example.com`,
    groupKey: `group ${canary}`,
    values: { canary },
    reason: canaryReason(canary),
    dueAt: NEVER_DUE,
    endedAt: now(),
  })
  return { ...mailEventIntakes, subscription, stepSubscription, hookUrl, hookSecret, delivery, secrets }
}

export function addOutboxAndApiRequestRows(
  rows: RowBatch,
  { organizationId }: TenantColumns,
  canary: string,
  apiKeyId: string,
) {
  const message = rows.add('CapturedMessage', {
    organizationId,
    channel: 'email',
    sender: `sender-${canary}@example.com`,
    recipient: `recipient-${canary}@example.com`,
    subject: `Subject ${canary}`,
    text: `Text ${canary}`,
    html: `<p>${canary}</p>`,
    headers: { 'X-Canary': canary },
  })
  const sealed = encryptSecret('idempotent-answer', JSON.stringify({ data: { name: canary } }), organizationId)
  const idempotencyKey = `idempotency-${canary}`
  rows.add('IdempotencyRecord', {
    organizationId,
    apiKeyId,
    key: idempotencyKey,
    requestHash: sha256Hex(canary),
    status: 201,
    body: sealed,
  })
  rows.add('DailyUsage', { organizationId, day: new Date('2026-01-01'), used: 7, accepted: 7 })
  rows.add('JobSignal', { organizationId, job: `job-${canary}`, timerAt: now() })
  const cancelled = { sequenceId: uuidv7(), cancelReason: 'sequenceArchived' }
  rows.add('SequenceRevision', { organizationId, ...cancelled })
  const lastRequest = uuidv7()
  const request = {
    id: lastRequest,
    method: `GET ${canary}`,
    path: `/api/v1/${canary}`,
    status: 404,
    durationMs: 7,
    createdAt: now(),
  }
  rows.add('ApiRequest', { organizationId, apiKeyId, ...request })
  return { message, lastRequest, idempotencyKey, sealed: [sealed, sha256Hex(canary)] }
}

export function canaryReason(canary: string): Reason {
  return { code: 'other', values: { words: `Reason ${canary}` } }
}
