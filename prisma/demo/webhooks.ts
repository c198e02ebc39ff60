import { v7 as uuidv7 } from 'uuid'
import { DAY_MS } from '../../server/clock'
import { CONTACT_API_COLUMNS } from '../../server/contacts/queries'
import type { Prisma, Tx } from '../../server/db'
import { encryptSecret } from '../../server/encryption'
import type { FailureCode } from '../../server/outbound/failure-code'
import { retryDelayMs } from '../../server/webhooks/delivery/retry-delay'
import { signPayload } from '../../server/webhooks/delivery/signature'
import { generateSecret } from '../../server/webhooks/subscriptions/subscription-rows'
import { createUuidAt } from './contacts-and-master-data'
import type { SeededRandom } from './seeded-random'

const HOOK_URL = 'https://crm.example.com/hooks/feedback'
/** Shorter than the retention of the delivery log. */
const DAYS = 28

type Answer = { status: number; body: string } | { error: FailureCode }
type Attempt = Prisma.WebhookAttemptCreateManyInput

const ACCEPTED: Answer = { status: 200, body: '{"received":true}' }
const BUSY: Answer = { status: 503, body: 'The service is being deployed.' }
const BROKEN: Answer = { status: 500, body: '{"error":"internal"}' }
const SILENT: Answer = { error: 'TIMEOUT' }
const GONE: Answer = { status: 410, body: 'This integration was removed.' }

/** Responses to the attempts of these deliveries, counted from the oldest; all others are accepted. */
const FAILING_DELIVERIES: Record<number, Answer[]> = {
  3: [BUSY, ACCEPTED],
  6: [SILENT, BROKEN, ACCEPTED],
  9: [BROKEN, BROKEN, BROKEN, BROKEN, BROKEN],
}

/** A subscription with delivery history, deactivated by a 410: a demo organization calls no webhook. */
export async function seedWebhooks(
  tx: Tx,
  random: SeededRandom,
  organizationId: string,
  ownerKeyId: string,
  end: Date,
) {
  const since = new Date(end.getTime() - DAYS * DAY_MS)
  const causes = await tx.$queryRawUnsafe<{ at: Date; body: string }[]>(
    `SELECT c.created_at AS at, '[' || (SELECT row_to_json(f)::text FROM (SELECT ${CONTACT_API_COLUMNS}) f) || ']' AS body
     FROM contact c WHERE c.organization_id = $1::uuid AND c.created_at BETWEEN $2 AND $3 ORDER BY c.created_at`,
    organizationId,
    since,
    new Date(end.getTime() - 2 * DAY_MS),
  )
  const newest = causes.at(-1)
  if (!newest) return
  const id = createUuidAt(since)
  const secret = generateSecret()
  const history = causes.map((cause, index) => {
    const answers = cause === newest ? [GONE] : (FAILING_DELIVERIES[index] ?? [ACCEPTED])
    return buildDelivery(random, { organizationId, subscriptionId: id, secret }, cause, answers)
  })
  await tx.webhookSubscription.create({
    data: {
      id,
      organizationId,
      hookUrl: HOOK_URL,
      triggerTypes: ['new_contact'],
      secretEncrypted: encryptSecret('webhook-secret', secret, id),
      active: false,
      deactivatedAt: history.at(-1)?.delivery.endedAt ?? null,
      ownerKeyId,
      createdAt: since,
    },
  })
  await tx.webhookDelivery.createMany({ data: history.map(({ delivery }) => delivery) })
  await tx.webhookAttempt.createMany({ data: history.flatMap(({ attempts }) => attempts) })
}

type Subscription = { organizationId: string; subscriptionId: string; secret: string }

function buildDelivery(
  random: SeededRandom,
  { organizationId, subscriptionId, secret }: Subscription,
  { at, body }: { at: Date; body: string },
  answers: readonly Answer[],
) {
  const id = createUuidAt(at)
  const attempts: Attempt[] = []
  let startedAt = new Date(at.getTime() + random.between(15, 60))
  let endedAt = startedAt
  answers.forEach((answer, index) => {
    const attempt = index + 1
    const isLast = attempt === answers.length
    const durationMs = 'error' in answer ? 10_000 : random.between(60, 420)
    const status = 'error' in answer ? null : answer.status
    endedAt = new Date(startedAt.getTime() + durationMs)
    attempts.push({
      id: uuidv7(),
      organizationId,
      deliveryId: id,
      subscriptionId,
      attempt,
      httpStatusCode: status,
      success: status === 200,
      deadLetter: isLast && status === 500,
      error: failureCode(answer),
      durationMs,
      responseBody: 'error' in answer ? null : answer.body,
      signature: signPayload(body, [secret], startedAt),
      createdAt: startedAt,
      finishedAt: endedAt,
    })
    if (!isLast) startedAt = new Date(endedAt.getTime() + retryDelayMs(attempt, {}, endedAt, random.next()))
  })
  const last = attempts.at(-1)
  const delivery: Prisma.WebhookDeliveryCreateManyInput & { endedAt: Date } = {
    id,
    organizationId,
    subscriptionId,
    kind: 'new_contact',
    body,
    status: last?.success ? 'succeeded' : 'failed',
    attemptCount: attempts.length,
    deadLetter: last?.deadLetter ?? false,
    endedAt,
    createdAt: at,
  }
  return { delivery, attempts }
}

function failureCode(answer: Answer): FailureCode | null {
  if ('error' in answer) return answer.error
  if (answer.status < 300) return null
  return answer.status === 410 ? 'GONE' : 'HTTP_STATUS'
}
