import { DAY_MS, now } from '../../clock'
import type { BatchContext } from './batch-context'
import type { SendingDraft } from './sending-draft'

/**
 * Throttle: at most one survey per contact within `days`, over all sequences.
 * @returns when this contact was last sent a survey within these days.
 */
export function lastAskedAt({ people, lastAsked }: BatchContext, { sending }: SendingDraft, days: number): Date | null {
  const since = now().getTime() - days * DAY_MS
  const times = [lastAsked.get(sending.contactId)?.getTime() ?? 0]
  for (const person of people) {
    if (person.sending.contactId !== sending.contactId) continue
    for (const { surveyId, sentAt, claimedAt, endedAt, status } of person.done) {
      if (surveyId === null) continue
      if (sentAt !== null && status !== 'bounced') times.push(sentAt.getTime())
      if (claimedAt !== null && endedAt === null) times.push((sentAt ?? claimedAt).getTime())
    }
  }
  const last = Math.max(...times)
  return last > since ? new Date(last) : null
}
