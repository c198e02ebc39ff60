import type { Tx } from '../../db'
import { reserveQuota } from '../../organizations/daily-usage'
import { prepareSend } from '../channels'
import type { Message, MessageOutcome } from '../message'
import { countQuotaUnits } from '../sms-text'
import { makeReason } from './reasons'
import type { Reason } from './schema'

/** @property units counted against the daily quota; 0 if exempt */
export type MessageAdmission =
  | { state: 'admitted'; units: number; deliver: () => Promise<MessageOutcome> }
  | { state: 'captured'; reason: Reason }
  | { state: 'postponed'; until: Date; reason: Reason }

type AdmissionOptions = {
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
  { at, isCounted = true }: AdmissionOptions,
): Promise<MessageAdmission[]> {
  const prepared = messages.map((message) => ({ message, deliver: prepareSend(message) }))
  const quotaOrganizationId = organizationId === null || !isCounted ? null : organizationId
  const units = prepared.flatMap(({ message, deliver }) => (deliver ? [countQuotaUnits(message)] : []))
  const { granted, usedUp } =
    quotaOrganizationId === null || units.length === 0
      ? { granted: units.length, usedUp: null }
      : await reserveQuota(tx, quotaOrganizationId, at, units)
  let position = 0
  return prepared.map(({ message, deliver }): MessageAdmission => {
    if (!deliver) return { state: 'captured', reason: makeReason('captured', { channel: message.channel }) }
    position += 1
    if (position <= granted || !usedUp)
      return { state: 'admitted', units: quotaOrganizationId === null ? 0 : countQuotaUnits(message), deliver }
    const { limit, until } = usedUp
    const reason = makeReason('quotaUsed', { limit: String(limit), until: until.toISOString() })
    return { state: 'postponed', until, reason }
  })
}

export async function admitMessage(
  tx: Tx,
  organizationId: string | null,
  message: Message,
  options: AdmissionOptions,
): Promise<MessageAdmission> {
  const [admission] = await admitMessages(tx, organizationId, [message], options)
  if (!admission) throw new Error('a message was neither admitted nor refused')
  return admission
}
