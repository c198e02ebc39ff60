import { addDays, countDays, type DayRange } from '../responses/response-stats'

/** The period of the same length before. */
export function precedingDays(days: DayRange): DayRange {
  return { from: addDays(days.from, -countDays(days)), to: addDays(days.from, -1) }
}
