import { now } from '../../clock'
import { toLocalTime } from '../sending/quiet-hours'

/** The organization's current day, `YYYY-MM-DD`. */
export function toOrganizationDay({ timeZone }: { timeZone: string }): string {
  return toLocalTime(now(), timeZone).toPlainDate().toString()
}
