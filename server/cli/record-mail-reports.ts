import { text } from 'node:stream/consumers'
import { optOut } from '../contacts/suppression'
import { db } from '../db'
import { recordSpamComplaints } from '../organizations/operator-actions'
import { recordLateStepBounce } from '../sequences/sending/record-late-bounce'
import type { SystemEmailKind } from '../system-emails/kinds'
import { recordLateEmailBounce } from '../system-emails/send-system-email'
import { readTextFile } from './flag-values'
import { extractSwitch, readFlags, UsageError } from './flags'
import { parseMailReport, parseMessageRowId, requireMessageRowId } from './parse-mail-report'

const UNKNOWN_REASON = 'The mail came back.'

export async function recordBounce(args: readonly string[]): Promise<object> {
  const [isGone, rest] = extractSwitch(args, 'gone')
  const flags = readFlags(rest, [], ['message-id', 'words', 'report'])
  const messageId = flags['message-id']
  if ((messageId === undefined) === (flags.report === undefined))
    throw new UsageError('Add either --message-id or --report.')
  if (messageId !== undefined)
    return recordBounceOf(requireMessageRowId(messageId), { isGone, words: flags.words?.trim() || UNKNOWN_REASON })
  const { messageIds, failure } = parseMailReport(await readReport(flags.report ?? ''))
  // The input may be any email, so one without a failure is not an error.
  if (!failure) return { recorded: 'nothing' }
  const id = await findOwnMessage(messageIds)
  return id === null ? { recorded: 'nothing' } : recordBounceOf(id, failure)
}

export async function recordComplaint(args: readonly string[]): Promise<object> {
  const flags = readFlags(args, [], ['message-id', 'report'])
  const messageId = flags['message-id']
  if ((messageId === undefined) === (flags.report === undefined))
    throw new UsageError('Add either --message-id or --report.')
  if (messageId !== undefined) return recordComplaintOf(requireMessageRowId(messageId))
  const report = parseMailReport(await readReport(flags.report ?? ''))
  const id = report.isComplaint ? await findOwnMessage(report.messageIds) : null
  return id === null ? { recorded: 'nothing' } : recordComplaintOf(id)
}

async function recordBounceOf(id: string, { isGone, words }: { isGone: boolean; words: string }): Promise<object> {
  const outcome = { state: 'bounced' as const, words, isGone }
  const step = await db.sendingStep.findUnique({ where: { id }, select: { organizationId: true } })
  if (step) {
    const recorded = await recordLateStepBounce(step.organizationId, id, outcome)
    return { organizationId: step.organizationId, sendingStepId: id, recorded, isGone }
  }
  const email = await findEmail(id)
  if (!email) throw unknownMail()
  const { id: emailId, organizationId } = email
  return { organizationId, emailId, recorded: await recordLateEmailBounce(emailId, outcome), isGone }
}

function findEmail(id: string) {
  return db.systemEmail.findFirst({
    where: { OR: [{ id }, { subjectId: id, kind: 'caseReply' satisfies SystemEmailKind, endedAt: { not: null } }] },
    select: { id: true, organizationId: true },
  })
}

function unknownMail(): UsageError {
  return new UsageError('There is no mail with that Message-ID.')
}

async function recordComplaintOf(id: string): Promise<object> {
  const step = await db.sendingStep.findUnique({
    where: { id },
    select: { organizationId: true, recipient: true, channel: true, sending: { select: { contactId: true } } },
  })
  if (!step || step.channel !== 'email') throw unknownMail()
  const { organizationId, recipient, sending } = step
  const { complaintsToday } = await recordSpamComplaints(organizationId, 1)
  const isOptedOut = recipient !== null && (await optOut(organizationId, sending.contactId, recipient))
  return { organizationId, sendingStepId: id, recorded: 'complaint', complaintsToday, isOptedOut }
}

async function findOwnMessage(messageIds: readonly string[]): Promise<string | null> {
  const ids = messageIds.flatMap((messageId) => parseMessageRowId(messageId) ?? [])
  for (const id of ids) {
    const step = await db.sendingStep.findUnique({ where: { id }, select: { id: true } })
    if (step ?? (await findEmail(id))) return id
  }
  return null
}

async function readReport(file: string): Promise<string> {
  return file === '-' ? text(process.stdin) : readTextFile(file)
}
