import { env } from '../env'
import type { Deliver, EmailMessage, Message, Outcome, SmsMessage } from './message'
import { openMailServer } from './smtp'
import { openTwilio } from './twilio'

/** No offer lasts longer: a claim that is much older was lost, and a job's call ends before a platform's limit of a minute. */
const DELIVERY_TIMEOUT_MS = 45_000

/** How each kind of message leaves; null where nothing is configured, and messages are kept in the Outbox instead. */
export const channels: { email: Deliver<EmailMessage> | null; sms: Deliver<SmsMessage> | null } = {
  email: env.smtpUrl === undefined ? null : openMailServer(env.smtpUrl, DELIVERY_TIMEOUT_MS, env.smtpMaxConnections),
  sms: env.twilio === null ? null : openTwilio(env.twilio, DELIVERY_TIMEOUT_MS),
}

/** Whether this message can be sent, or is to be kept. */
export function bindDelivery(message: Message): (() => Promise<Outcome>) | null {
  if (message.channel === 'email') {
    const deliver = channels.email
    return deliver && (() => deliver(message))
  }
  const deliver = channels.sms
  return deliver && (() => deliver(message))
}
