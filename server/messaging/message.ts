import type { SmsFailureCause } from './sms-failure-causes'

/** @property privateKey PKCS #8 in PEM */
export type DkimKey = { domain: string; selector: string; privateKey: string }

/**
 * @property returnPathDomain replaces the domain of the envelope sender, so that SPF aligns with the from-address
 * @property dkimKey signs the message
 * @property tracksOpensAndClicks the provider may add an image and change the links to count openings and clicks; it is told not to otherwise
 */
export type EmailMessage = {
  channel: 'email'
  from: { name: string; address: string }
  to: { name: string; address: string }
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
  messageId: string
  /** The envelope sender (RFC 5321), to which mail that cannot be delivered comes back; `from` if absent. */
  envelopeFrom?: string
  headers: Record<string, string>
  returnPathDomain?: string
  dkimKey?: DkimKey
  tracksOpensAndClicks?: boolean
}

/**
 * @property linkedStepId the step whose survey the short link in the text opens
 * @property statusToken names its row in the provider's reports about it
 */
export type SmsMessage = {
  channel: 'sms'
  from: string
  to: string
  text: string
  linkedStepId?: string
  statusToken?: string
}

export type Message = EmailMessage | SmsMessage

/**
 * What a provider replied to a message. `words` are its own; `cause` is set if the message catalog has a text for it.
 * - `bounced`: permanently refused because of the recipient; `isGone` if the mailbox does not exist
 * - `refused`: permanently refused for another reason
 * - `postponed`: refused before anything was transmitted; retry, but no earlier than the provider asks
 * - `unconfirmed`: transmitted without a reply, so it may have arrived and must not be retried
 * - `isAboutServer`: the server would refuse any other message too
 */
export type MessageOutcome =
  | { state: 'accepted'; messageId?: string }
  | (OutcomeDetails & { state: 'bounced'; isGone: boolean })
  | (OutcomeDetails & { state: 'refused'; isAboutServer?: true })
  | (OutcomeDetails & { state: 'postponed'; retryAfterMs?: number; isAboutServer?: true })
  | (OutcomeDetails & { state: 'unconfirmed' })

type OutcomeDetails = { words: string; cause?: SmsFailureCause }

/** Offers a message once. Never throws, and returns before its claim expires (MESSAGE_CLAIM_MS). */
export type DeliverMessage<M extends Message> = (message: M) => Promise<MessageOutcome>
