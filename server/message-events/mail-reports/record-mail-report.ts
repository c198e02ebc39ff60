import { now } from '../../clock'
import { type FoundMessage, findMessage, recordEventOfMessage } from '../find-message'
import type { RecordedEvent } from '../record-message-event'
import { type MailReport, parseMailReport, type ReportedDelivery } from './parse-mail-report'

/** @property message null if the mail is no report, or is about none of our messages */
export type RecordedMailReport = {
  message: FoundMessage | null
  events: (ReportedDelivery['event'] & { recorded: RecordedEvent })[]
}

/** Records a report that a mail server or mailbox provider sent by mail. Repeated, or any other mail, it has no effect. */
export async function recordMailReport(
  mail: string | Uint8Array,
  kinds?: readonly ReportedDelivery['event']['kind'][],
): Promise<RecordedMailReport> {
  return recordParsedMailReport(await parseMailReport(mail, now()), kinds)
}

export async function recordParsedMailReport(
  { rowIds, events }: MailReport,
  kinds?: readonly ReportedDelivery['event']['kind'][],
): Promise<RecordedMailReport> {
  const wanted = events.filter(({ event }) => kinds?.includes(event.kind) ?? true)
  const message = wanted.length === 0 ? null : await findMessage(rowIds)
  if (!message) return { message: null, events: [] }
  const recorded: RecordedMailReport['events'] = []
  for (const { recipient, event } of wanted) {
    const dedupeKey = `mailbox ${event.kind} ${recipient ?? ''} ${event.code ?? ''}`
    const reported = { ...event, provider: 'mailbox', dedupeKey }
    recorded.push({ ...event, recorded: await recordEventOfMessage(message, reported, recipient) })
  }
  return { message, events: recorded }
}
