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

/** What became of a message that was offered to a provider. `words` are the provider's own. */
export type Outcome =
  | { state: 'accepted' }
  /** Refused for good because of the recipient; `isGone` when there is no such mailbox. */
  | { state: 'bounced'; words: string; isGone: boolean }
  /** Refused for good for another reason. */
  | { state: 'refused'; words: string }
  /** Not taken now; nothing was handed over, so it may be offered again. */
  | { state: 'postponed'; words: string }
  /** Handed over, and no answer came: it may have arrived, so it must not be offered again. */
  | { state: 'unconfirmed'; words: string }

/** Offers a message once. Never throws, and answers within a minute. */
export type Deliver<M extends Message> = (message: M) => Promise<Outcome>
