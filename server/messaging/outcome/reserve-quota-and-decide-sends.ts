import type { Tx } from '../../db'
import { reserveMessageQuota } from '../../organizations/daily-message-usage'
import { isTestOrganization } from '../../test-organizations/is-test-organization'
import { createSendFunctionForMessage } from '../channels'
import type { Message, MessageOutcome } from '../message'
import { countQuotaUnits } from '../sms-text'
import { makeReason } from './reasons'
import type { Reason } from './schema'

/** @property units counted against the daily quota; 0 if exempt */
export type SendDecision =
  | { state: 'allowed'; units: number; deliver: () => Promise<MessageOutcome> }
  | { state: 'captured'; reason: Reason }
  | { state: 'postponed'; until: Date; reason: Reason }

type SendCheckOptions = {
  at: Date
  countsTowardQuota?: boolean
}

/**
 * Decides whether messages may be sent, in the transaction that claims their rows, and reserves their quota. Without a provider, and
 * in a test organization, they are captured; past the quota they are postponed. The caller checks the organization's hold.
 * @param organizationId null for the service's own messages, which have no quota
 */
export async function reserveQuotaAndDecideSends(
  tx: Tx,
  organizationId: string | null,
  messages: readonly Message[],
  { at, countsTowardQuota = true }: SendCheckOptions,
): Promise<SendDecision[]> {
  const isTest = organizationId !== null && messages.length > 0 && (await isTestOrganization(tx, organizationId))
  const prepared = messages.map((message) => ({
    message,
    deliver: isTest ? null : createSendFunctionForMessage(message),
  }))
  const quotaOrganizationId = organizationId === null || !countsTowardQuota ? null : organizationId
  const units = prepared.flatMap(({ message, deliver }) => (deliver ? [countQuotaUnits(message)] : []))
  const { granted, usedUp } =
    quotaOrganizationId === null || units.length === 0
      ? { granted: units.length, usedUp: null }
      : await reserveMessageQuota(tx, quotaOrganizationId, at, units)
  let position = 0
  return prepared.map(({ message, deliver }): SendDecision => {
    if (!deliver) return { state: 'captured', reason: makeReason('captured', { channel: message.channel }) }
    position += 1
    if (position <= granted || !usedUp)
      return { state: 'allowed', units: quotaOrganizationId === null ? 0 : countQuotaUnits(message), deliver }
    const { limit, until } = usedUp
    const reason = makeReason('quotaUsed', { limit: String(limit), until: until.toISOString() })
    return { state: 'postponed', until, reason }
  })
}

export async function reserveQuotaAndDecideSend(
  tx: Tx,
  organizationId: string | null,
  message: Message,
  options: SendCheckOptions,
): Promise<SendDecision> {
  const [admission] = await reserveQuotaAndDecideSends(tx, organizationId, [message], options)
  if (!admission) throw new Error('a message was neither admitted nor refused')
  return admission
}
