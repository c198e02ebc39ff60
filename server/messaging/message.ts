import type { SmsCause } from './vocabulary'

export type EmailMessage = {
  channel: 'email'
  from: { name: string; address: string }
  to: { name: string; address: string }
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** With angle brackets; the same in every attempt. */
  messageId: string
  headers: Record<string, string>
}

export type SmsMessage = { channel: 'sms'; from: string; to: string; text: string }

export type Message = EmailMessage | SmsMessage

/**
 * The result of offering a message to a provider. `words` are the provider's own; `cause` is set if the message catalog has a
 * text for it.
 */
export type Outcome =
  | { state: 'accepted'; messageId?: string }
  /** Permanent refusal because of the recipient; `isGone` if the mailbox does not exist. */
  | (Why & { state: 'bounced'; isGone: boolean })
  /** Permanent refusal for another reason. @property isAboutServer as below: the server refuses the sender, for any recipient. */
  | (Why & { state: 'refused'; isAboutServer?: true })
  /**
   * Temporary refusal before anything was handed over: retry, but no earlier than the provider asks.
   * @property isAboutServer the mail server would refuse any other message too.
   */
  | (Why & { state: 'postponed'; retryAfterMs?: number; isAboutServer?: true })
  /** Handed over without a reply: it may have arrived, so it must not be retried. */
  | (Why & { state: 'unconfirmed' })

type Why = { words: string; cause?: SmsCause }

/** Offers a message once. Never throws, and returns before its claim expires (server/outgoing/settle.ts). */
export type Deliver<M extends Message> = (message: M) => Promise<Outcome>
