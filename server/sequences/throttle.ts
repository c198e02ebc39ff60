import { now } from '../clock'
import type { Person } from './person'
import type { Scene } from './scene'

export const DAY_MS = 86_400_000

/**
 * At most one survey per contact in so many days, over all their sequences.
 * @returns when this contact was last asked something within these days, as far as that was not this very step.
 */
export function lastAskedOf({ people, lastAsked }: Scene, { sending }: Person, days: number): Date | null {
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
