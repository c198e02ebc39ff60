import type { SmsCause } from './vocabulary'

export type EmailMessage = {
  channel: 'email'
  from: { name: string; address: string }
  to: { name: string; address: string }
  /** Where answers go, when not to the sender. */
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** With angle brackets. The same message keeps its id, however often it is offered. */
  messageId: string
  headers: Record<string, string>
}

export type SmsMessage = { channel: 'sms'; from: string; to: string; text: string }

export type Message = EmailMessage | SmsMessage

/**
 * What became of a message that was offered to a provider. `words` are the provider's own; `cause` is what they come to, where
 * we have words for it too.
 */
export type Outcome =
  /** `messageId` is the provider's name for it, where it gives one. */
  | { state: 'accepted'; messageId?: string }
  /** Refused for good because of the recipient; `isGone` when there is no such mailbox. */
  | (Why & { state: 'bounced'; isGone: boolean })
  /** Refused for good for another reason. @property isAboutServer as below: it refuses the sender, whoever the recipient is. */
  | (Why & { state: 'refused'; isAboutServer?: true })
  /**
   * Not taken now; nothing was handed over, so it may be offered again, and not before the provider wants it.
   * @property isAboutServer the mail server would not take any other message either.
   */
  | (Why & { state: 'postponed'; retryAfterMs?: number; isAboutServer?: true })
  /** Handed over, and no answer came: it may have arrived, so it must not be offered again. */
  | (Why & { state: 'unconfirmed' })

type Why = { words: string; cause?: SmsCause }

/** Offers a message once. Never throws, and answers before its claim ends (server/outgoing/settle.ts). */
export type Deliver<M extends Message> = (message: M) => Promise<Outcome>
