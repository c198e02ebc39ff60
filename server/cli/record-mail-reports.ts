import { text } from 'node:stream/consumers'
import { now } from '../clock'
import { loadSuppressions } from '../contacts/suppression'
import { db } from '../db'
import { type FoundMessage, findMessage, recordEventOfMessage } from '../message-events/find-message'
import { recordMailReport } from '../message-events/mail-reports/record-mail-report'
import type { RecordedEvent } from '../message-events/record-message-event'
import { parseMessageRowId } from '../messaging/message-id'
import { toUtcDay } from '../organizations/daily-message-usage'
import { readTextFile } from './flag-values'
import { extractSwitch, readFlags, UsageError } from './flags'

const UNKNOWN_REASON = 'The mail came back.'

export async function recordBounce(args: readonly string[]): Promise<object> {
  const [isGone, rest] = extractSwitch(args, 'gone')
  const flags = readFlags(rest, [], ['message-id', 'words', 'report'])
  const messageId = flags['message-id']
  if ((messageId === undefined) === (flags.report === undefined))
    throw new UsageError('Add either --message-id or --report.')
  if (messageId !== undefined)
    return recordBounceOf(await requireMessage(messageId), { isGone, words: flags.words?.trim() || UNKNOWN_REASON })
  // The input may be any email, so one without a failure is not an error.
  const { message, events } = await recordMailReport(await readReport(flags.report ?? ''), ['bounced'])
  const [bounce] = events
  if (!message || !bounce) return { recorded: 'nothing' }
  return { ...presentMessage(message), recorded: describeBounce(bounce.recorded), isGone: bounce.bounceType === 'hard' }
}

/** Whatever a mail server or mailbox provider reports by mail, for a pipe from a mail server. */
export async function recordReport(args: readonly string[]): Promise<object> {
  const { report } = readFlags(args, ['report'], [])
  const { message, events } = await recordMailReport(await readReport(report))
  if (!message) return { recorded: 'nothing' }
  return {
    ...presentMessage(message),
    events: events.map(({ kind, code = null, recorded: { result } }) => ({ kind, code, result })),
  }
}

export async function recordComplaint(args: readonly string[]): Promise<object> {
  const flags = readFlags(args, [], ['message-id', 'report'])
  const messageId = flags['message-id']
  if ((messageId === undefined) === (flags.report === undefined))
    throw new UsageError('Add either --message-id or --report.')
  if (messageId !== undefined) return recordComplaintOf(await requireMessage(messageId))
  const { message, events } = await recordMailReport(await readReport(flags.report ?? ''), ['complained'])
  const [complaint] = events
  return message && complaint ? presentComplaint(message, complaint.recorded) : { recorded: 'nothing' }
}

async function recordBounceOf(
  message: FoundMessage,
  { isGone, words }: { isGone: boolean; words: string },
): Promise<object> {
  const bounceType = isGone ? 'hard' : 'soft'
  const event = { ...REPORTED_BY_OPERATOR, kind: 'bounced' as const, bounceType, words, occurredAt: now() } as const
  const recorded = describeBounce(await recordEventOfMessage(message, { ...event, dedupeKey: 'bounced' }))
  return { ...presentMessage(message), recorded, isGone }
}

function presentMessage(message: FoundMessage): object {
  const { organizationId } = message
  return 'sendingStepId' in message
    ? { organizationId, sendingStepId: message.sendingStepId }
    : { organizationId, emailId: message.systemEmailId }
}

const REPORTED_BY_OPERATOR = { provider: 'operator' } as const

function describeBounce({ result, previousStatus }: RecordedEvent) {
  if (result === 'unknown') return 'never sent'
  if (previousStatus === 'answered') return 'arrived'
  return result === 'repeated' || previousStatus === 'bounced' ? 'already bounced' : 'bounced'
}

async function recordComplaintOf(message: FoundMessage): Promise<object> {
  const event = { ...REPORTED_BY_OPERATOR, kind: 'complained' as const, occurredAt: now(), dedupeKey: 'complained' }
  return presentComplaint(message, await recordEventOfMessage(message, event))
}

async function presentComplaint(message: FoundMessage, { result }: RecordedEvent): Promise<object> {
  const recorded = result === 'unknown' ? 'never sent' : result === 'recorded' ? 'complaint' : 'already recorded'
  const [complaintsToday, isOptedOut] = await Promise.all([
    countComplaintsToday(message.organizationId),
    hasRecipientOptedOut(message),
  ])
  return { ...presentMessage(message), recorded, complaintsToday, isOptedOut }
}

async function hasRecipientOptedOut(message: FoundMessage): Promise<boolean> {
  if (!('sendingStepId' in message) || message.recipient === null) return false
  const reasons = await loadSuppressions(db, message.organizationId, [message.recipient])
  return reasons.get(message.recipient)?.has('opted_out') === true
}

async function countComplaintsToday(organizationId: string | null): Promise<number> {
  if (organizationId === null) return 0
  const usage = await db.dailyUsage.findUnique({
    where: { organizationId_day: { organizationId, day: new Date(toUtcDay(now())) } },
  })
  return usage?.complained ?? 0
}

async function requireMessage(messageId: string): Promise<FoundMessage> {
  const message = await findMessage([requireMessageRowId(messageId)])
  if (!message) throw new UsageError('There is no mail with that Message-ID.')
  return message
}

async function readReport(file: string): Promise<string> {
  return file === '-' ? text(process.stdin) : readTextFile(file)
}

function requireMessageRowId(messageId: string): string {
  const id = parseMessageRowId(messageId)
  if (id === null)
    throw new UsageError(`--message-id must be the Message-ID of a mail of this service, not ${messageId}.`)
  return id
}
