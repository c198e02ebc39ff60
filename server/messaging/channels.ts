import { type Environment, env } from '../env'
import type { Deliver, EmailMessage, Message, Outcome, SmsMessage } from './message'
import { openMailServer } from './smtp'
import { openTwilio } from './twilio'

/** No offer lasts longer: a claim that is much older was lost, and a job's call ends before a platform's limit of a minute. */
const DELIVERY_TIMEOUT_MS = 45_000

type Channels = { email: Deliver<EmailMessage> | null; sms: Deliver<SmsMessage> | null }

/** How each kind of message leaves; null where nothing is configured, and messages are kept in the Outbox instead. */
export const channels: Channels = openChannels(env)

/** The channels that a configuration asks for. */
export function openChannels({ smtpUrl, smtpMaxConnections, twilio }: Environment): Channels {
  return {
    email: smtpUrl === undefined ? null : openMailServer(smtpUrl, DELIVERY_TIMEOUT_MS, smtpMaxConnections),
    sms: twilio === null ? null : openTwilio(twilio, DELIVERY_TIMEOUT_MS),
  }
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
