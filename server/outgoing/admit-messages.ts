import type { Tx } from '../db'
import { bindDelivery } from '../messaging/channels'
import type { Message, Outcome } from '../messaging/message'
import { messageUnits } from '../messaging/units'
import { countMessages } from '../organizations/daily-use'
import { reasonFor } from './reasons'
import type { Reason } from './schema'

/** Whether a message may leave. @property units for the daily quota; 0 if it does not count */
export type Admission =
  | { state: 'admitted'; units: number; deliver: () => Promise<Outcome> }
  /** No provider is configured: keep it in the Outbox. */
  | { state: 'captured'; reason: Reason }
  /** The daily quota is used up. */
  | { state: 'postponed'; until: Date; reason: Reason }

type Options = {
  /** Time of the claims. */
  at: Date
  /** Default: true. */
  isCounted?: boolean
}

/**
 * Decides whether composed messages may leave, in the transaction that claims their rows, and reserves their quota. Holds of the organization
 * are checked before.
 * @param organizationId null for messages of the service itself, which have no quota
 */
export async function admitMessages(
  tx: Tx,
  organizationId: string | null,
  messages: readonly Message[],
  { at, isCounted = true }: Options,
): Promise<Admission[]> {
  const bound = messages.map((message) => ({ message, deliver: bindDelivery(message) }))
  const quota = organizationId === null || !isCounted ? null : organizationId
  const units = bound.flatMap(({ message, deliver }) => (deliver ? [messageUnits(message)] : []))
  const { granted, usedUp } =
    quota === null || units.length === 0
      ? { granted: units.length, usedUp: null }
      : await countMessages(tx, quota, at, units)
  let place = 0
  return bound.map(({ message, deliver }): Admission => {
    if (!deliver) return { state: 'captured', reason: reasonFor('captured', { channel: message.channel }) }
    place += 1
    if (place <= granted || !usedUp)
      return { state: 'admitted', units: quota === null ? 0 : messageUnits(message), deliver }
    const { limit, until } = usedUp
    const reason = reasonFor('quotaUsed', { limit: String(limit), until: until.toISOString() })
    return { state: 'postponed', until, reason }
  })
}

/** {@link admitMessages} for one message. */
export async function admitMessage(
  tx: Tx,
  organizationId: string | null,
  message: Message,
  options: Options,
): Promise<Admission> {
  const [admission] = await admitMessages(tx, organizationId, [message], options)
  if (!admission) throw new Error('a message was neither admitted nor refused')
  return admission
}
