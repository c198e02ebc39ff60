import { now } from '../../clock'
import { ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { transact } from '../../unit-of-work'
import { TRIGGER_REPLAYS_AT_ONCE } from './constants'
import { copyRequests, type ReplayFilter } from './queries'
import type { TriggerOutcome } from './schema'
import { lockAddress } from './trigger-addresses'

/**
 * Sends a request again: it is decided by the settings of now, as a row of its own. A request is sent again once; then its repetition is.
 * @throws {NotFound} @throws {ValidationError} while the address is off, without a body, and if it was sent again before
 */
export async function replayRequest(
  organizationId: string,
  { sequenceId, id }: { sequenceId: string; id: string },
): Promise<{ replayed: number }> {
  const { replayed } = await replay(organizationId, sequenceId, (addressId) => ({ addressId, id, outcome: null }))
  if (replayed === 0) throw new ValidationError({ id: [localizableMessage('trigger.notReplayable')] })
  return { replayed }
}

/**
 * Sends requests with an outcome again, oldest first, that were not sent again yet: at most {@link TRIGGER_REPLAYS_AT_ONCE}.
 * @throws {NotFound} @throws {ValidationError} while the address is off
 */
export function replayRequests(
  organizationId: string,
  { sequenceId, outcome }: { sequenceId: string; outcome: TriggerOutcome },
): Promise<{ replayed: number }> {
  return replay(organizationId, sequenceId, (addressId) => ({ addressId, id: null, outcome }))
}

async function replay(
  organizationId: string,
  sequenceId: string,
  toFilter: (addressId: string) => ReplayFilter,
): Promise<{ replayed: number }> {
  return transact(async ({ tx, signal }) => {
    const { address } = await lockAddress(tx, organizationId, sequenceId)
    if (!address.isActive) throw new ValidationError({ id: [localizableMessage('trigger.inactive')] })
    const filter = toFilter(address.id)
    const replayed = await copyRequests(tx, organizationId, { ...filter, at: now(), limit: TRIGGER_REPLAYS_AT_ONCE })
    if (replayed > 0) signal({ queue: 'sequences/trigger-requests', organizationId })
    return { replayed }
  })
}
