import { recordUndeliveredAlertSms } from '../alerts/record-undelivered-sms'
import { now } from '../clock'
import { db } from '../db'
import { verifyToken } from '../encryption'
import { recordMessageEvent } from '../message-events/record-message-event'
import type { NewMessageEvent } from '../message-events/schema'
import type { SmsFailureCause } from '../messaging/sms-failure-causes'
import { findTwilioFailureCause } from '../messaging/twilio-error-codes'

/**
 * What Twilio reports about a message of ours.
 * @property code of Twilio, if it was not delivered
 */
export type TextMessageStatus = { messageId: string; status: string; code: number | null; words: string | null }

/**
 * Records what became of a text message, once however often and in whatever order Twilio reports it. A status before the last one, such as
 * `queued` or `sent`, tells nothing new.
 * @param token the `statusToken` of the message
 */
export async function recordTextMessageStatus(token: string, reported: TextMessageStatus): Promise<void> {
  const event = toMessageEvent(reported)
  if (!event) return
  const alertMessageId = verifyToken('alert-sms-status', token)
  if (alertMessageId !== null) {
    if (event.kind !== 'delivered') await recordUndeliveredAlertSms(alertMessageId, describeFailure(reported))
    return
  }
  const sendingStepId = verifyToken('sms-status', token)
  if (sendingStepId === null) return
  const step = await db.sendingStep.findUnique({ where: { id: sendingStepId }, select: { organizationId: true } })
  if (step) await recordMessageEvent(step.organizationId, sendingStepId, event)
}

/** The recipient's: the others are the operator's or the sender's. */
const RECIPIENT_CAUSES: ReadonlySet<SmsFailureCause | undefined> = new Set<SmsFailureCause | undefined>([
  'number',
  'unreachable',
  'optedOut',
  'switchedOff',
  'blocked',
])

function toMessageEvent(reported: TextMessageStatus): NewMessageEvent | null {
  const { messageId, status, code } = reported
  const common = { channel: 'sms', provider: 'twilio', occurredAt: now(), dedupeKey: `${messageId} ${status}` } as const
  switch (status) {
    case 'delivered':
    case 'read':
      return { ...common, kind: 'delivered' }
    case 'undelivered':
    case 'failed':
    case 'canceled': {
      const { words, cause } = describeFailure(reported)
      const failure = { ...common, code: code === null ? null : String(code), words }
      const isOfRecipient = RECIPIENT_CAUSES.has(cause) || (status === 'undelivered' && cause === undefined)
      if (!isOfRecipient) return { ...failure, kind: 'rejected' }
      const isGone = cause === 'number' || cause === 'unreachable'
      return { ...failure, kind: 'bounced', bounceType: isGone ? 'hard' : 'soft' }
    }
    default:
      return null
  }
}

function describeFailure({ status, code, words }: TextMessageStatus): { words: string; cause?: SmsFailureCause } {
  const cause = code === null ? undefined : findTwilioFailureCause(code)
  return { words: [code, words ?? status].filter((word) => word !== null).join(' '), ...(cause ? { cause } : {}) }
}
