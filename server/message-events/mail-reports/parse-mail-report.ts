import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { FEEDBACK_ID_HEADER, findRowIdOfBounceAddress, readMessageToken } from '../../messaging/correlation'
import { parseMessageRowId } from '../../messaging/message-id'
import { classifyPermanentRefusal } from '../../messaging/smtp'
import { findStatusCode, readTime } from '../providers/parse-elements'
import { withoutType } from '../providers/ses'
import type { NewMessageEvent } from '../schema'

/* Reports that come by mail: of mail servers about deliveries (RFC 3464), and of mailbox providers about complaints (ARF, RFC 5965). */

/** @property recipient the address that it is about: another one, if the recipient forwards their mail */
export type ReportedDelivery = { recipient: string | null; event: Omit<NewMessageEvent, 'provider' | 'dedupeKey'> }

/**
 * @property rowIds of the message that it may be about, the most reliable first
 * @property events none if it is another email, such as an automatic reply
 */
export type MailReport = { rowIds: string[]; events: ReportedDelivery[] }

const RECIPIENTS_MAX = 20
const WORDS_MAX_CHARACTERS = 500

export async function parseMailReport(mail: string | Uint8Array, receivedAt: Date): Promise<MailReport> {
  const parsed = await PostalMime.parse(mail, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' })
  const parts = parsed.attachments.map((part) => ({ type: part.mimeType, text: readText(part) }))
  const findPart = (type: string) => parts.find((part) => part.type === type)?.text
  const returned = findPart('message/rfc822') ?? findPart('text/rfc822-headers') ?? findPart('message/rfc822-headers')
  const feedback = findPart('message/feedback-report')
  const statuses = findPart('message/delivery-status')
  const events = feedback
    ? readComplaint(feedback, receivedAt)
    : statuses
      ? readDeliveryStatuses(statuses, receivedAt)
      : readPlainBounce(parsed, receivedAt)
  return { rowIds: listRowIds(parsed, returned ?? parsed.text ?? ''), events }
}

function readText({ content }: Attachment): string {
  return typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8')
}

/** The bounce address that the report came to; otherwise what the returned message says of itself. */
function listRowIds({ headers }: Email, returned: string): string[] {
  const recipients = headers.filter(({ key }) => RECIPIENT_HEADERS.includes(key)).map(({ value }) => value)
  const token = findField(returned, FEEDBACK_ID_HEADER)
  const ids = [
    findRowIdOfBounceAddress(recipients.join(' ')),
    token === null ? null : readMessageToken(token),
    findRowIdOfBounceAddress(findField(returned, 'Return-Path') ?? ''),
    parseMessageRowId(findField(returned, 'Message-ID') ?? ''),
  ]
  return [...new Set(ids.filter((id) => id !== null))]
}

const RECIPIENT_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'to']

/** One block of fields about the message, then one per recipient (RFC 3464, 2.3). */
function readDeliveryStatuses(text: string, receivedAt: Date): ReportedDelivery[] {
  const blocks = unfold(text).split(/\n(?:[ \t]*\n)+/)
  const arrival = findField(blocks[0] ?? '', 'Arrival-Date')
  return blocks.slice(0, RECIPIENTS_MAX + 1).flatMap((block): ReportedDelivery[] => {
    // Both may be followed by a comment, such as `5.0.0 (permanent failure)`.
    const action = /^[a-z]*/i.exec(findField(block, 'Action') ?? '')?.[0].toLowerCase() ?? ''
    const kind = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
    if (kind === undefined) return []
    const status = findStatusCode(findField(block, 'Status'))
    const diagnostic = withoutType(findField(block, 'Diagnostic-Code')) ?? ''
    const recipient = findField(block, 'Original-Recipient') ?? findField(block, 'Final-Recipient')
    const occurredAt = readTime(findField(block, 'Last-Attempt-Date') ?? arrival, receivedAt)
    const about = { recipient: withoutType(recipient)?.replace(/^<|>$/g, '') ?? null }
    if (kind !== 'bounced') return [{ ...about, event: { kind, code: status, words: diagnostic || null, occurredAt } }]
    return [{ ...about, event: { ...describeBounce(status ?? '', diagnostic), occurredAt } }]
  })
}

const ACTIONS: Record<string, NewMessageEvent['kind']> = {
  failed: 'bounced',
  delayed: 'deferred',
  delivered: 'delivered',
  relayed: 'delivered',
  expanded: 'delivered',
}

/** Yahoo and others give a general status, and say in words that there is no such mailbox. */
function describeBounce(status: string, diagnostic: string) {
  const isGeneral = /^5\.0\.0$|^$/.test(status)
  const words = (diagnostic.includes(status) ? diagnostic : `${status} ${diagnostic}`).trim()
  const text = (isGeneral ? diagnostic.replace(/\b5\.0\.0\b/, '') : words).slice(0, WORDS_MAX_CHARACTERS)
  const outcome = classifyPermanentRefusal(text, 'RCPT TO')
  const isGone = outcome.state === 'bounced' && outcome.isGone && !status.startsWith('4')
  const code = status || findStatusCode(diagnostic)
  return { kind: 'bounced' as const, bounceType: isGone ? ('hard' as const) : ('soft' as const), code, words }
}

/** https://www.rfc-editor.org/rfc/rfc5965#section-3.5 */
function readComplaint(text: string, receivedAt: Date): ReportedDelivery[] {
  const fields = unfold(text)
  const type = findField(fields, 'Feedback-Type')?.toLowerCase() ?? ''
  const recipient = findField(fields, 'Original-Rcpt-To')?.replace(/^<|>$/g, '') ?? null
  const occurredAt = readTime(findField(fields, 'Arrival-Date') ?? findField(fields, 'Received-Date'), receivedAt)
  if (type === 'opt-out' || type === 'opt-out-list') return [{ recipient, event: { kind: 'unsubscribed', occurredAt } }]
  return type === '' || type === 'not-spam'
    ? []
    : [{ recipient, event: { kind: 'complained', words: type, occurredAt } }]
}

/** Of a server that writes no RFC 3464 (qmail, old Yahoo): a line of the daemon with a permanent reply code. */
function readPlainBounce({ from, text = '' }: Email, receivedAt: Date): ReportedDelivery[] {
  if (!/^(?:mailer-daemon|postmaster)@/i.test(from?.address ?? '')) return []
  const line = text
    .slice(0, 10_000)
    .split('\n')
    .find((one) => /(?:^|[\s#(])5(?:\d\d|\.\d{1,3}\.\d{1,3})(?=[\s-])/.test(one))
  if (line === undefined) return []
  const words = line.trim()
  return [{ recipient: null, event: { ...describeBounce(findStatusCode(words) ?? '', words), occurredAt: receivedAt } }]
}

/** Joins continuation lines, which begin with white space (RFC 5322, 2.2.3). */
function unfold(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/\n[ \t]+(?=\S)/g, ' ')
}

function findField(text: string, name: string): string | null {
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(unfold(text))?.[1]?.trim() ?? null
}
