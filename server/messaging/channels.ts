import { domainToASCII } from 'node:url'
import { MINUTE_MS } from '../clock'
import { type Environment, env } from '../env'
import type { Deliver, EmailMessage, Message, Outcome, SmsMessage } from './message'
import { watchProvider } from './provider-health'
import { openMailServer } from './smtp'
import { openTwilio } from './twilio'

/** No offer lasts longer where a job's call has to end before a platform's limit of a minute. */
const DELIVERY_TIMEOUT_MS = 45_000
/** Where it has not: as RFC 5321, 4.5.3.2 has it, until the text is out and for the answer to it. Claims last longer (settle.ts). */
const PATIENT_TIMEOUT_MS = 5 * MINUTE_MS
const PATIENT_ANSWER_MS = 10 * MINUTE_MS

type Channels = { email: Deliver<EmailMessage> | null; sms: Deliver<SmsMessage> | null }

/** How each kind of message leaves; null where nothing is configured, and messages are kept in the Outbox instead. */
export const channels: Channels = openChannels(env)

/** The channels that a configuration asks for. */
export function openChannels(environment: Environment): Channels {
  const { jobs, smtpUrl, smtpMaxConnections, twilio } = environment
  return {
    email:
      smtpUrl === undefined
        ? null
        : watchProvider(
            'mail',
            openMailServer(smtpUrl, jobs === 'embedded' ? PATIENT_TIMEOUT_MS : DELIVERY_TIMEOUT_MS, {
              maxIdle: smtpMaxConnections,
              clientName: clientName(environment),
              ...(jobs === 'embedded' ? { answerMs: PATIENT_ANSWER_MS } : {}),
            }),
          ),
    sms: twilio === null ? null : watchProvider('sms', openTwilio(twilio, DELIVERY_TIMEOUT_MS)),
  }
}

/** The host of the service's own address where that is a name on the internet, else the domain of its sender. */
function clientName({ baseUrl, mailFrom }: Environment): string {
  const { hostname } = new URL(baseUrl)
  const isName = /\.[a-z]/i.test(hostname) && !hostname.endsWith('.localhost')
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)
  return isName ? hostname : domainToASCII(domain)
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
