import { organizationWake, type WakeEvent } from '../../jobs/wake'

/** One wake stands for all of the organization's people who have something due when its run begins. */
export function wakeSendings(organizationId: string): WakeEvent {
  return organizationWake('sequences/sendings.queued', organizationId)
}
