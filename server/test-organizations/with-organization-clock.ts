import { validate as isUuid } from 'uuid'
import { runWithClockOffset } from '../clock'
import { findClockOffsetMs } from './queries'

/** Runs work with the clock of an organization: that of a test organization may be ahead. Nested calls replace the clock. */
export async function withOrganizationClock<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
  return runWithClockOffset(isUuid(organizationId) ? await findClockOffsetMs(organizationId) : 0, work)
}
