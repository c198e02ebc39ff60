import type { MessageEvent } from '@/prisma/generated/client'
import { now } from '../clock'
import { recordAddressBounce } from '../contacts/record-address-bounce'
import { optOut } from '../contacts/suppression'
import { Prisma, type Tx } from '../db'
import { castReason } from '../messaging/outcome/reasons'
import { findTwilioFailureCause } from '../messaging/twilio-error-codes'
import { correctDailyMessageUsage } from '../organizations/daily-message-usage'
import { recordSpamComplaints } from '../organizations/operator-actions'
import { stopSendingIfUnhealthy } from '../sending-health/stop-sending'
import { recordNumberRefusal } from '../text-messages/record-number-refusal'
import type { UnitOfWork } from '../unit-of-work'
import { decideStepState, isDeliveredStatus, isUnconfirmed, type StateEvent } from './decide-step-state'
import { emitSendingFailures } from './emit-sending-failures'
import type { ReportedMessageEvent } from './schema'

export type EventStep = NonNullable<Awaited<ReturnType<typeof loadEventStep>>>

export function loadEventStep(tx: Tx, organizationId: string, id: string) {
  return tx.sendingStep.findUnique({
    where: { organizationId_id: { organizationId, id } },
    include: { sending: { select: { id: true, contactId: true, sequenceId: true, email: true } } },
  })
}

/**
 * Applies new events to a step that was, or may have been, sent. The caller has locked its sending.
 * @param stored the events that were applied before
 */
export async function applyEventsToStep(
  work: UnitOfWork,
  step: EventStep,
  stored: readonly Pick<MessageEvent, 'kind'>[],
  events: readonly ReportedMessageEvent[],
): Promise<void> {
  const { tx } = work
  const { organizationId, id } = step
  const state = decideStepState(step, [...(stored as readonly StateEvent[]), ...events])
  const isChanged = state.status !== step.status
  await tx.sendingStep.update({
    where: { organizationId_id: { organizationId, id } },
    data: { status: state.status, reason: state.reason ?? Prisma.DbNull },
  })
  if (isChanged) await recordInDailyUsage(tx, step, state.status)
  const isFirstComplaint = !stored.some(({ kind }) => kind === 'complained')
  if (isFirstComplaint && events.some(({ kind }) => kind === 'complained'))
    await recordSpamComplaints(organizationId, 1)
  await applyToContact(tx, step, state.status, events)
  const isFailure = state.status === 'bounced' || state.status === 'failed'
  // An unknown outcome was not reported to subscribers as a failure.
  if (isFailure && (isChanged || (isUnconfirmed(step) && !isUnconfirmed(state))))
    await emitSendingFailures(work, organizationId, [
      { ...step, ...state, reason: castReason(state.reason), sending: step.sending },
    ])
}

/** Moves the message between the counters of accepted and bounced messages. */
async function recordInDailyUsage(tx: Tx, step: EventStep, status: string): Promise<void> {
  const { organizationId, claimedAt } = step
  const [wasAccepted, isAccepted] = [isDeliveredStatus(step.status), isDeliveredStatus(status)]
  const accepted = Number(isAccepted) - Number(wasAccepted)
  await correctDailyMessageUsage(tx, organizationId, {
    claimedAt: claimedAt ?? now(),
    accepted,
    bounced: status === 'bounced' ? 1 : 0,
  })
  if (status === 'bounced') await stopSendingIfUnhealthy(organizationId)
}

async function applyToContact(
  tx: Tx,
  { organizationId, recipient, channel, sending }: EventStep,
  status: string,
  events: readonly ReportedMessageEvent[],
): Promise<void> {
  // The address of a deleted contact is not known any more.
  if (recipient === null) return
  if (channel === 'sms') {
    const isRefused = events.some(({ code }) => findTwilioFailureCause(Number(code)) === 'optedOut')
    if (isRefused) await recordNumberRefusal(tx, organizationId, recipient)
    return
  }
  const isComplaint = events.some(({ kind }) => kind === 'complained')
  if (isComplaint || events.some(({ kind }) => kind === 'unsubscribed'))
    await optOut(organizationId, sending.contactId, recipient, { isComplaint })
  const gone = events.find(({ bounceType }) => bounceType === 'hard')
  // A response proves that the address exists.
  if (gone && status === 'bounced')
    await recordAddressBounce(organizationId, recipient, { ...gone, sendingId: sending.id })
}
