import { groupBy } from '@/server/group-by'
import type { ReceivedText } from './flaky-mail-server'
import type { PostgresServer } from './postgres-server'
import type { Recipient } from './recipient-actions'

/* Compares the rows of sendings with their log, with what the mail server got, and with what people did meanwhile. */

type LogEntry = { kind: 'claimed' | 'released' | 'ended' | 'rewritten'; worker: string; beganAt: number; at: number }

export type StepRecord = {
  id: string
  position: number
  type: string
  status: string
  reason: string | null
  branch: 'yes' | 'no' | null
  recipient: string | null
  endedAt: number | null
  log: LogEntry[]
}

export type SendingRecord = {
  id: string
  email: string
  status: string
  reason: string | null
  isEnded: boolean
  steps: StepRecord[]
}

/** Positions of the steps that mean something to the checks. Without a branch taken, `yes` and `no` follow `fork`. */
export type SequenceLayout = { reminder: number; fork: number; yes: number; no: number; last: number }

/** @property texts by step */
export type Evidence = {
  texts: ReadonlyMap<string, readonly ReceivedText[]>
  recipients: ReadonlyMap<string, Recipient>
  layout: SequenceLayout
  killed: ReadonlyMap<string, number>
  crashes: readonly number[]
}

/** Longer than a claim with the slowest answer of the mail server, and its record. */
const LONGEST_CLAIM_MS = 45_000

export async function loadSendings({ query }: PostgresServer): Promise<SendingRecord[]> {
  return query<SendingRecord>(
    `SELECT d.id, d.email, d.status, d.reason->>'code' AS reason, d.ended_at IS NOT NULL AS "isEnded",
       coalesce((SELECT json_agg(json_build_object('id', s.id, 'position', s.position, 'type', s.type, 'status', s.status,
           'reason', s.reason->>'code', 'branch', s.branch, 'recipient', s.recipient, 'endedAt', extract(epoch FROM s.ended_at) * 1000,
           'log', (SELECT coalesce(json_agg(json_build_object('kind', l.kind, 'worker', l.worker, 'beganAt', extract(epoch FROM l.began_at) * 1000,
               'at', extract(epoch FROM l.at) * 1000) ORDER BY l.id), '[]') FROM sending_step_log l WHERE l.step_id = s.id)) ORDER BY s.position)
         FROM sending_step s WHERE s.sending_id = d.id), '[]') AS steps
     FROM sending d ORDER BY d.id`,
  )
}

/** Contradictions as sentences that name the sending; empty if rows, mail server and people agree. */
export function findSendingContradictions(sendings: readonly SendingRecord[], evidence: Evidence): string[] {
  const known = new Set(sendings.flatMap(({ steps }) => steps.map(({ id }) => id)))
  return [
    ...[...evidence.texts.keys()].flatMap((id) => (known.has(id) ? [] : `${id} was received and is no step`)),
    ...listArrivedTwice([...evidence.texts.values()].flat()).map((what) => `arrived more than once: ${what}`),
    ...sendings.flatMap((sending) => {
      const faults = [
        ...findSendingFaults(sending, evidence),
        ...sending.steps.flatMap((step) =>
          [...findStepFaults(step), ...findMessageFaults(step, sending, evidence)].map(
            (fault) => `step ${step.position} (${step.status}, ${step.reason}) ${fault}`,
          ),
        ),
        ...findFaultsAgainstActions(sending, evidence),
      ]
      return faults.length > 0 ? [`${sending.id} ${sending.status}: ${faults.join('; ')}`] : []
    }),
  ]
}

/** Recipients and subjects, which are different in each step, of messages that are in a mailbox more than once, in whatever row they are recorded. */
export function listArrivedTwice(texts: readonly ReceivedText[]): string[] {
  const kept = texts.filter(({ isKept }) => isKept)
  const groups = groupBy(kept, ({ to, subject }) => `${to}, ${subject}`)
  return [...groups].flatMap(([what, { length }]) => (length > 1 ? what : []))
}

function findSendingFaults(
  { email, status, reason, isEnded, steps }: SendingRecord,
  { layout, recipients }: Evidence,
): string[] {
  const positions = steps.map(({ position }) => position)
  const branch = steps.find(({ position }) => position === layout.fork)?.branch
  const untaken = branch === 'yes' ? layout.no : layout.yes
  const path = Array.from({ length: layout.last + 1 }, (_, position) => position).filter((one) => one !== untaken)
  const expected = status === 'completed' ? path : path.slice(0, positions.length)
  const ends = steps.map(({ endedAt }) => endedAt ?? Infinity)
  const isOptedOut = recipients.get(email)?.done.optOut !== undefined
  return listTrue({
    'it has not ended': !isEnded,
    [`its steps are ${positions.join(', ')}`]: positions.join() !== expected.join(),
    'its steps did not end in their order': ends.some((at, index) => at < (ends[index - 1] ?? 0)),
    [`it was cancelled because of ${reason}`]: status === 'cancelled' && !(reason === 'unsubscribed' && isOptedOut),
    'it is neither completed nor cancelled': status !== 'completed' && status !== 'cancelled',
  })
}

const count = (log: readonly LogEntry[], kind: LogEntry['kind']) => log.filter((entry) => entry.kind === kind).length

/** Each step has one outcome, and one claim more than were released unsent. */
function findStepFaults({ status, type, branch, log }: StepRecord): string[] {
  const open = count(log, 'claimed') - count(log, 'released')
  const isMessage = type === 'survey' || type === 'email'
  const allowed = !isMessage ? [0] : status === 'skipped' ? [0, 1] : [1]
  return listTrue({
    [`was ended ${count(log, 'ended')} times`]: count(log, 'ended') !== 1,
    'was rewritten after its end': count(log, 'rewritten') > 0,
    [`was claimed ${count(log, 'claimed')} times and released ${count(log, 'released')} times`]:
      !allowed.includes(open),
    'was claimed again before its claim was released': log.some(
      ({ kind }, index) => kind === 'claimed' && log[index - 1]?.kind === 'claimed',
    ),
    'is a fork without a branch': type === 'fork' && status === 'completed' && branch === null,
  })
}

const ARRIVED = ['sent', 'answered']
const MAY_HAVE_ARRIVED = ['interrupted', 'unconfirmed']

/** What the mailbox got is 0 or 1; 1 for a message that is recorded as sent; and an unclear outcome has a cause. */
function findMessageFaults(step: StepRecord, { email }: SendingRecord, evidence: Evidence): string[] {
  const { status, reason, log } = step
  const texts = evidence.texts.get(step.id) ?? []
  const kept = texts.filter(({ isKept }) => isKept).length
  const isUnclear = status === 'failed' && MAY_HAVE_ARRIVED.includes(reason ?? '')
  return listTrue({
    [`arrived ${kept} times`]: kept > 1,
    'did not arrive': kept === 0 && ARRIVED.includes(status),
    'arrived all the same': kept > 0 && !ARRIVED.includes(status) && !isUnclear,
    'was transmitted more often than it was claimed': texts.length > count(log, 'claimed'),
    'was transmitted before it was claimed': texts.some(({ at }) => at < Math.floor(log[0]?.beganAt ?? Infinity)),
    'went to another address': texts.some(({ to }) => to !== email),
    'was sent without the answer of the mail server':
      status === 'sent' && !texts.some(({ answer }) => answer === 'accepted'),
    'is unconfirmed, and the mail server answered':
      isUnclear && reason === 'unconfirmed' && !texts.some(({ answer }) => answer === 'dropped'),
    'was interrupted, and no process was killed': isUnclear && reason === 'interrupted' && !isExplained(step, evidence),
  })
}

/** Whether the process of the last claim was killed, or the database crashed during it. */
function isExplained({ log }: StepRecord, { killed, crashes }: Evidence): boolean {
  const claim = log.findLast(({ kind }) => kind === 'claimed')
  if (!claim) return false
  return killed.has(claim.worker) || crashes.some((at) => at > claim.at - 1000 && at < claim.at + LONGEST_CLAIM_MS)
}

/** Clocks tell milliseconds. */
const SAME_MS = 1

function findFaultsAgainstActions({ email, steps }: SendingRecord, { recipients, layout }: Evidence): string[] {
  const { answer, optOut, pause, resume } = recipients.get(email)?.done ?? {}
  const claims = steps.flatMap(({ log }) => log.filter(({ kind }) => kind === 'claimed'))
  const reminder = steps.find(({ position }) => position === layout.reminder)
  const fork = steps.find(({ position }) => position === layout.fork)
  const decision = fork?.log.find(({ kind }) => kind === 'ended')
  const isAfter = (at: number, until: number | undefined) => until !== undefined && at > until + SAME_MS
  return listTrue({
    'a message was begun after the opt-out': claims.some(({ beganAt }) => isAfter(beganAt, optOut?.until)),
    'a message was begun during the pause': claims.some(
      ({ beganAt }) => isAfter(beganAt, pause?.until) && beganAt < (resume?.from ?? Infinity),
    ),
    'the reminder was begun after the answer': (reminder?.log ?? []).some(
      ({ kind, beganAt }) => kind === 'claimed' && isAfter(beganAt, answer?.until),
    ),
    'the fork overlooked the answer': fork?.branch === 'no' && isAfter(decision?.beganAt ?? 0, answer?.until),
    'the fork foresaw an answer': fork?.branch === 'yes' && (decision?.at ?? 0) < (answer?.from ?? Infinity),
  })
}

function listTrue(faults: Record<string, boolean>): string[] {
  return Object.entries(faults).flatMap(([sentence, isSo]) => (isSo ? [sentence] : []))
}
