import { type WakeEvent, wakeOf } from '../jobs/wake'

/** One wake stands for all of the organization's people who have something due when its run begins. */
export function sendingsQueued(organizationId: string): WakeEvent {
  return wakeOf('sequences/sendings.queued', organizationId)
}
