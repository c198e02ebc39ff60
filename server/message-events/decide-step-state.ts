import type { Prisma } from '@/prisma/generated/client'
import { castReason, makeProviderReason } from '../messaging/outcome/reasons'
import type { Reason } from '../messaging/outcome/schema'
import { findTwilioFailureCause } from '../messaging/twilio-error-codes'
import type { ReportedMessageEvent } from './schema'

export type StepState = { status: string; reason: Prisma.JsonValue | null }
export type StateEvent = Pick<
  ReportedMessageEvent,
  'kind' | 'isMachine' | 'code' | 'words' | 'occurredAt' | 'dedupeKey'
> & { channel?: ReportedMessageEvent['channel'] }

/** In ascending order: a later status wins, whatever the order in which the events arrive. */
const STATUSES = ['sent', 'delivered', 'opened', 'failed', 'bounced', 'answered'] as const

/**
 * The status of a sent step and its reason, as a function of what is known about its message: neither the order nor the repetition of
 * events changes it. Spam complaints, and what programs opened, prove the delivery only.
 * @param current of a step that was, or may have been, sent
 * @param events all that are stored, in any order
 */
export function decideStepState(current: StepState, events: readonly StateEvent[]): StepState {
  const reached = Math.max(rankOf(current), ...events.map((event) => STATUSES.indexOf(statusProvenBy(event))))
  const status = STATUSES[reached]
  if (status === undefined) return current
  if (status !== 'bounced' && status !== 'failed') return status === current.status ? current : { status, reason: null }
  const first = events.filter((event) => statusProvenBy(event) === status).toSorted(compareEvents)[0]
  return first ? { status, reason: toReason(first) } : current
}

/** Whether the message may have arrived although its step is `failed`: no reply came. */
export function isUnconfirmed({ status, reason }: StepState): boolean {
  const code = castReason(reason)?.code
  return status === 'failed' && (code === 'unconfirmed' || code === 'interrupted')
}

export function isDeliveredStatus(status: string): boolean {
  return ['sent', 'delivered', 'opened', 'answered'].includes(status)
}

/** -1 for one that may not have been sent, which any event moves. */
function rankOf(state: StepState): number {
  return isUnconfirmed(state) ? -1 : STATUSES.findIndex((status) => status === state.status)
}

function statusProvenBy({ kind, isMachine }: StateEvent): (typeof STATUSES)[number] {
  switch (kind) {
    case 'deferred':
      return 'sent'
    case 'bounced':
      return 'bounced'
    case 'rejected':
      return 'failed'
    case 'opened':
    case 'clicked':
      return isMachine ? 'delivered' : 'opened'
    case 'delivered':
    case 'complained':
    case 'unsubscribed':
      return 'delivered'
  }
}

function compareEvents(one: StateEvent, other: StateEvent): number {
  return one.occurredAt.getTime() - other.occurredAt.getTime() || (one.dedupeKey < other.dedupeKey ? -1 : 1)
}

function toReason({ channel, code, words, kind }: StateEvent): Reason {
  const cause = channel === 'sms' ? findTwilioFailureCause(Number(code)) : undefined
  return makeProviderReason('refused', { words: words || code || kind, ...(cause === undefined ? {} : { cause }) })
}
