/** A longer time says when a page was left open, not how long it took to answer. */
const MAX_SECONDS_TO_COMPLETE = 86_400

/**
 * Whole seconds from the opening of a survey page until now, by the clock of the service.
 * @param openedAt milliseconds; of a survey link, what the form sent back, which can be anything
 * @returns null if it is unknown, in the future, or over 24 hours ago
 */
export function secondsSinceOpening(openedAt: number | null): number | null {
  if (openedAt === null) return null
  const seconds = Math.round((Date.now() - openedAt) / 1000)
  return seconds >= 0 && seconds <= MAX_SECONDS_TO_COMPLETE ? seconds : null
}
