import { classifyPermanentRefusal } from '../messaging/smtp'
import { UsageError } from './flags'

export type MailReport = {
  messageIds: string[]
  failure: { words: string; isGone: boolean } | null
  isComplaint: boolean
}

/** Parses a report as mail servers send it. Any other email yields no failure and no complaint. */
export function parseMailReport(mail: string): MailReport {
  // Unfold headers: a continuation line starts with whitespace.
  const text = mail.replace(/\r\n/g, '\n').replace(/\n[ \t]+/g, ' ')
  const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text)?.[1]?.trim()
  const isReport = /^Content-Type:[ \t]*multipart\/report\b/im.test(text)
  const messageIds = [...text.matchAll(/^(?:Message-ID|Original-Message-ID):[ \t]*(<[^<>\s]+>)/gim)].map(
    ([, id]) => id ?? '',
  )
  const isFailure = isReport && field('Action')?.toLowerCase() === 'failed'
  const isComplaint = isReport && /^Content-Type:[ \t]*message\/feedback-report\b/im.test(text)
  if (!isFailure) return { messageIds, failure: null, isComplaint }
  const status = field('Status') ?? ''
  const diagnostic = (field('Diagnostic-Code') ?? '').replace(/^[\w-]+;[ \t]*/, '')
  const words = (diagnostic.includes(status) ? diagnostic : `${status} ${diagnostic}`).trim().slice(0, 500)
  const outcome = classifyPermanentRefusal(words, 'RCPT TO')
  return { messageIds, failure: { words, isGone: outcome.state === 'bounced' && outcome.isGone }, isComplaint }
}

export function parseMessageRowId(messageId: string): string | null {
  return /^<?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@[^@\s]+>?$/i.exec(messageId.trim())?.[1]?.toLowerCase() ?? null
}

export function requireMessageRowId(messageId: string): string {
  const id = parseMessageRowId(messageId)
  if (id === null)
    throw new UsageError(`--message-id must be the Message-ID of a mail of this service, not ${messageId}.`)
  return id
}
