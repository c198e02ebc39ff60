import { domainToASCII } from 'node:url'
import { MINUTE_MS } from '../clock'
import { type Environment, env } from '../env'
import type { Deliver, EmailMessage, Message, Outcome, SmsMessage } from './message'
import { watchProvider } from './provider-health'
import { openMailServer } from './smtp'
import { openTwilio } from './twilio'

const DELIVERY_TIMEOUT_MS = 45_000
/** With embedded jobs: the timeouts of RFC 5321, 4.5.3.2, up to the end of the text, and for its reply. Claims last longer (settle.ts). */
const PATIENT_TIMEOUT_MS = 5 * MINUTE_MS
const PATIENT_ANSWER_MS = 10 * MINUTE_MS

type Channels = { email: Deliver<EmailMessage> | null; sms: Deliver<SmsMessage> | null }

export const channels: Channels = openChannels(env)

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
              clientName: ehloName(environment),
              ...(jobs === 'embedded' ? { answerMs: PATIENT_ANSWER_MS } : {}),
            }),
          ),
    sms: twilio === null ? null : watchProvider('sms', openTwilio(twilio, DELIVERY_TIMEOUT_MS)),
  }
}

function ehloName({ baseUrl, mailFrom }: Environment): string {
  const { hostname } = new URL(baseUrl)
  const isName = /\.[a-z]/i.test(hostname) && !hostname.endsWith('.localhost')
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)
  return isName ? hostname : domainToASCII(domain)
}

export function bindDelivery(message: Message): (() => Promise<Outcome>) | null {
  if (message.channel === 'email') {
    const deliver = channels.email
    return deliver && (() => deliver(message))
  }
  const deliver = channels.sms
  return deliver && (() => deliver(message))
}
