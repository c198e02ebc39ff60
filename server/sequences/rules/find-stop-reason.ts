import { makeReason } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
import { matchesFilter } from '../conditions/matching-contacts'
import type { BatchContext } from '../sending/batch-context'
import type { InMemorySending } from '../sending/in-memory-sending'
import { toOrganizationDay } from './organization-day'
import type { SequenceRules } from './schema'

/** Why a run ends before its next step, by the rules of its sequence. */
export function findStopReason(
  context: BatchContext,
  { sending, contact, completedResponses }: InMemorySending,
  rules: SequenceRules,
): Reason | undefined {
  const { stopTag, stopOutsideSegmentId, lastDay } = rules
  const matches = (filter: { tag: string } | { segment_id: string }) =>
    matchesFilter(context.matchingContacts, filter, sending.contactId)
  if (lastDay !== null && toOrganizationDay(context.organization) > lastDay)
    return makeReason('lastDay', { day: lastDay })
  if (rules.stopsOnAnswer && completedResponses.length > 0) return makeReason('hasAnswered')
  if (rules.stopsOnOptOut && contact && isOptedOut(context, contact)) return makeReason('unsubscribed')
  if (stopTag !== null && matches({ tag: stopTag })) return makeReason('stopTag', { tag: stopTag })
  if (stopOutsideSegmentId !== null && !matches({ segment_id: stopOutsideSegmentId })) return makeReason('leftSegment')
  return undefined
}

function isOptedOut(
  { suppressionsByEmail }: BatchContext,
  { email, unsubscribed }: { email: string; unsubscribed: boolean },
): boolean {
  return unsubscribed || suppressionsByEmail.get(email)?.has('opted_out') === true
}
