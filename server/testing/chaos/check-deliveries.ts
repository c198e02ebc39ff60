import type { ReceivedAttempt } from './flaky-receiver'
import type { PostgresServer } from './postgres-server'

/* Compares the delivery log with what the receiver saw. */

export type LoggedAttempt = {
  attempt: number
  httpStatusCode: number | null
  success: boolean
  deadLetter: boolean
  error: string | null
  isFinished: boolean
  claimedBy: string
  claimedAt: number
}

export type DeliveryWithAttempts = {
  id: string
  status: string
  deadLetter: boolean
  attemptCount: number
  hookUrl: string
  attempts: LoggedAttempt[]
}

export type InjectedFailures = { killed: ReadonlyMap<string, number>; crashes: readonly number[] }

const MAX_ATTEMPTS = 5
/** Longer than any attempt, including the recording of its result. */
const LONGEST_ATTEMPT_MS = 15_000

export async function loadDeliveriesWithAttempts({ query }: PostgresServer): Promise<DeliveryWithAttempts[]> {
  return query<DeliveryWithAttempts>(
    `SELECT d.id, d.status, d.dead_letter AS "deadLetter", d.attempt_count AS "attemptCount", s.hook_url AS "hookUrl",
       coalesce((SELECT json_agg(json_build_object('attempt', attempt, 'httpStatusCode', http_status_code,
           'success', success, 'deadLetter', a.dead_letter, 'error', error, 'isFinished', finished_at IS NOT NULL,
           'claimedBy', claimed_by, 'claimedAt', extract(epoch FROM claimed_at) * 1000) ORDER BY attempt)
         FROM webhook_attempt a WHERE a.delivery_id = d.id), '[]') AS attempts
     FROM webhook_delivery d JOIN webhook_subscription s ON s.id = d.subscription_id ORDER BY d.id`,
  )
}

/** Contradictions between log and receiver, as sentences that name the delivery; empty if both agree. */
export function findLogContradictions(
  log: readonly DeliveryWithAttempts[],
  seen: readonly ReceivedAttempt[],
  disasters: InjectedFailures,
): string[] {
  const known = new Set(log.map(({ id }) => id))
  const unlogged = seen.filter(({ deliveryId }) => !known.has(deliveryId))
  return [
    ...unlogged.map(({ deliveryId }) => `${deliveryId} was received but is not in the log`),
    ...log.flatMap((delivery) => {
      const requests = seen.filter(({ deliveryId }) => deliveryId === delivery.id)
      const faults = [...findDeliveryFaults(delivery, requests), ...findAttemptsFaults(delivery, requests, disasters)]
      return faults.length > 0 ? [`${faults.join('; ')}: ${describeDelivery(delivery, requests)}`] : []
    }),
  ]
}

function findDeliveryFaults(
  { status, deadLetter, attemptCount, attempts }: DeliveryWithAttempts,
  requests: ReceivedAttempt[],
): string[] {
  const last = attempts.at(-1)
  const numbers = attempts.map(({ attempt }) => attempt)
  const goneIndex = attempts.findIndex(({ httpStatusCode }) => httpStatusCode === 410)
  const isExhausted = attempts.length === MAX_ATTEMPTS && last?.success === false && goneIndex < 0
  return listTrue({
    'it has not ended': status === 'pending',
    'its attempts are not numbered 1, 2, 3…': numbers.some((number, index) => number !== index + 1),
    'its count of attempts is wrong': attemptCount !== attempts.length,
    'it was sent a sixth time': requests.length > MAX_ATTEMPTS || attempts.length > MAX_ATTEMPTS,
    'it was sent more often than was logged': requests.length > attempts.length,
    'it succeeded without a success at its end': (status === 'succeeded') !== (last?.success === true),
    'a success was followed by another attempt': attempts.slice(0, -1).some(({ success }) => success),
    'a 410 was followed by another attempt': goneIndex >= 0 && goneIndex !== attempts.length - 1,
    'a 410 did not end it as failed': goneIndex >= 0 && status !== 'failed',
    'a 410 was marked as a dead letter':
      goneIndex >= 0 && (deadLetter || attempts.some((attempt) => attempt.deadLetter)),
    'it failed before its fifth attempt': status === 'failed' && goneIndex < 0 && attempts.length < MAX_ATTEMPTS,
    'its dead-letter flag is wrong': deadLetter !== (status === 'failed' && isExhausted),
  })
}

function findAttemptsFaults(
  { attempts }: DeliveryWithAttempts,
  requests: readonly ReceivedAttempt[],
  disasters: InjectedFailures,
): string[] {
  const first = attempts[0]?.claimedAt ?? Infinity
  const early = requests.filter(({ at }) => at < Math.floor(first))
  return [
    ...early.map(() => 'it was sent before the first attempt was claimed'),
    ...attempts.flatMap((attempt, index) => {
      const until = attempts[index + 1]?.claimedAt ?? Infinity
      const sent = requests.filter(({ at }) => at >= Math.floor(attempt.claimedAt) && at < Math.floor(until))
      if (sent.length > 1) return `attempt ${attempt.attempt} was sent ${sent.length} times`
      return findAttemptFaults(attempt, sent[0], disasters).map((fault) => `attempt ${attempt.attempt} ${fault}`)
    }),
  ]
}

function findAttemptFaults(
  attempt: LoggedAttempt,
  sent: ReceivedAttempt | undefined,
  disasters: InjectedFailures,
): string[] {
  const { httpStatusCode, success, error, isFinished } = attempt
  const code = error?.split(':')[0]
  if (!isFinished) return ['was never closed']
  if (httpStatusCode !== null)
    return listTrue({
      [`is logged with ${httpStatusCode}, and the receiver answered ${sent?.response ?? 'nothing'}`]:
        sent?.response !== httpStatusCode,
      [`is logged with ${httpStatusCode} and success: ${success}`]:
        success !== (httpStatusCode >= 200 && httpStatusCode < 300),
    })
  if (code === 'INTERRUPTED')
    return isExplainedByCrash(attempt, disasters) ? [] : ['is recorded as interrupted, but no process was killed']
  const expectedAnswer = code === 'TIMEOUT' ? 'hang' : code === 'CONNECTION_CLOSED' ? 'reset' : null
  if (expectedAnswer === null) return [`ended with ${error}`]
  return sent?.response === expectedAnswer
    ? []
    : [`ended with ${code}, and the receiver answered ${sent?.response ?? 'nothing'}`]
}

/** Whether the attempt's process was killed, or the database crashed during it. */
function isExplainedByCrash({ claimedBy, claimedAt }: LoggedAttempt, { killed, crashes }: InjectedFailures): boolean {
  return killed.has(claimedBy) || crashes.some((at) => at > claimedAt - 1000 && at < claimedAt + LONGEST_ATTEMPT_MS)
}

function listTrue(faults: Record<string, boolean>): string[] {
  return Object.entries(faults).flatMap(([sentence, isSo]) => (isSo ? [sentence] : []))
}

function describeDelivery(
  { id, status, deadLetter, attempts }: DeliveryWithAttempts,
  requests: readonly ReceivedAttempt[],
): string {
  const events = [
    ...attempts.map(({ attempt, httpStatusCode, error, claimedAt, claimedBy }) => ({
      at: claimedAt,
      what: `${attempt} by ${claimedBy} → ${httpStatusCode ?? error?.split(':')[0] ?? 'open'}`,
    })),
    ...requests.map(({ at, response }) => ({ at, what: `[receiver: ${response ?? 'nothing yet'}]` })),
  ]
  const timeline = events.toSorted((a, b) => a.at - b.at).map(({ what }) => what)
  return `${id} ${status}${deadLetter ? ' (dead letter)' : ''}: ${timeline.join(', ')}`
}
