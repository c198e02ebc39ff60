import type { Tx } from '../../db'
import { countMessages } from '../../organizations/daily-usage'
import { bindDelivery } from '../channels'
import type { Message, Outcome } from '../message'
import { messageUnits } from '../quota-units'
import { reasonFor } from './reasons'
import type { Reason } from './schema'

/** @property units counted against the daily quota; 0 if exempt */
export type Admission =
  | { state: 'admitted'; units: number; deliver: () => Promise<Outcome> }
  | { state: 'captured'; reason: Reason }
  | { state: 'postponed'; until: Date; reason: Reason }

type Options = {
  at: Date
  isCounted?: boolean
}

/**
 * Decides whether messages may be sent, in the transaction that claims their rows, and reserves their quota. Without a provider they are
 * captured; past the quota they are postponed. The caller checks the organization's hold.
 * @param organizationId null for the service's own messages, which have no quota
 */
export async function admitMessages(
  tx: Tx,
  organizationId: string | null,
  messages: readonly Message[],
  { at, isCounted = true }: Options,
): Promise<Admission[]> {
  const prepared = messages.map((message) => ({ message, deliver: bindDelivery(message) }))
  const quotaOrganizationId = organizationId === null || !isCounted ? null : organizationId
  const units = prepared.flatMap(({ message, deliver }) => (deliver ? [messageUnits(message)] : []))
  const { granted, usedUp } =
    quotaOrganizationId === null || units.length === 0
      ? { granted: units.length, usedUp: null }
      : await countMessages(tx, quotaOrganizationId, at, units)
  let position = 0
  return prepared.map(({ message, deliver }): Admission => {
    if (!deliver) return { state: 'captured', reason: reasonFor('captured', { channel: message.channel }) }
    position += 1
    if (position <= granted || !usedUp)
      return { state: 'admitted', units: quotaOrganizationId === null ? 0 : messageUnits(message), deliver }
    const { limit, until } = usedUp
    const reason = reasonFor('quotaUsed', { limit: String(limit), until: until.toISOString() })
    return { state: 'postponed', until, reason }
  })
}

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
