import { domainToASCII } from 'node:url'
import { MINUTE_MS } from '../clock'
import { type Environment, env } from '../env'
import { addCorrelation, detectMailProvider } from './correlation'
import type { DeliverMessage, EmailMessage, Message, MessageOutcome, SmsMessage } from './message'
import { withHealthMonitoring } from './provider-health'
import { createSmtpSender } from './smtp'
import { createTwilioSender } from './twilio'

const DELIVERY_TIMEOUT_MS = 45_000
/** With embedded jobs: the timeouts of RFC 5321, 4.5.3.2, up to the end of the text, and for its reply. Claims last longer (MESSAGE_CLAIM_MS). */
const PATIENT_TIMEOUT_MS = 5 * MINUTE_MS
const PATIENT_REPLY_TIMEOUT_MS = 10 * MINUTE_MS

type Channels = { email: DeliverMessage<EmailMessage> | null; sms: DeliverMessage<SmsMessage> | null }

export const channels: Channels = createChannels(env)

export function createChannels(environment: Environment): Channels {
  const { jobs, smtpUrl, smtpMaxConnections, twilio } = environment
  return {
    email:
      smtpUrl === undefined
        ? null
        : withHealthMonitoring(
            'mail',
            withCorrelation(
              environment,
              smtpUrl,
              createSmtpSender(smtpUrl, jobs === 'embedded' ? PATIENT_TIMEOUT_MS : DELIVERY_TIMEOUT_MS, {
                maxIdleConnections: smtpMaxConnections,
                clientName: ehloName(environment),
                ...(jobs === 'embedded' ? { replyTimeoutMs: PATIENT_REPLY_TIMEOUT_MS } : {}),
              }),
            ),
          ),
    sms: twilio === null ? null : withHealthMonitoring('sms', createTwilioSender(twilio, DELIVERY_TIMEOUT_MS)),
  }
}

function withCorrelation(
  { bounceAddress }: Environment,
  smtpUrl: string,
  deliver: DeliverMessage<EmailMessage>,
): DeliverMessage<EmailMessage> {
  const provider = detectMailProvider(smtpUrl)
  return (message) => deliver(addCorrelation(message, { provider, bounceAddress }))
}

function ehloName({ baseUrl, mailFrom }: Environment): string {
  const { hostname } = new URL(baseUrl)
  const isName = /\.[a-z]/i.test(hostname) && !hostname.endsWith('.localhost')
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)
  return isName ? hostname : domainToASCII(domain)
}

export function createSendFunctionForMessage(message: Message): (() => Promise<MessageOutcome>) | null {
  if (message.channel === 'email') {
    const deliver = channels.email
    return deliver && (() => deliver(message))
  }
  const deliver = channels.sms
  return deliver && (() => deliver(message))
}
