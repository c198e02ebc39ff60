import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { optOut } from '../contacts/suppression'
import { db } from '../db'
import { recordComplaints } from '../organizations/operate'
import { recordLateStepBounce } from '../sequences/sending/record-late-bounce'
import type { SystemEmailKind } from '../system-emails/kinds'
import { recordLateEmailBounce } from '../system-emails/record-late-bounce'
import { readFlags, readSwitch, UsageError } from './flags'
import { readMailReport, requireRowId, rowIdOf } from './mail-report'

/* What is recorded of mails that came back, or were complained of, after the mail server had taken them. */

const UNKNOWN_REASON = 'The mail came back.'

/** `--message-id ID [--gone] [--words TEXT]`, or `--report FILE`. */
export async function recordBounce(args: readonly string[]): Promise<object> {
  const [isGone, rest] = readSwitch(args, 'gone')
  const flags = readFlags(rest, [], ['message-id', 'words', 'report'])
  const messageId = flags['message-id']
  if ((messageId === undefined) === (flags.report === undefined))
    throw new UsageError('Add either --message-id or --report.')
  if (messageId !== undefined)
    return bounce(requireRowId(messageId), { isGone, words: flags.words?.trim() || UNKNOWN_REASON })
  const { messageIds, failure } = readMailReport(await readReport(flags.report ?? ''))
  // What is piped here may be any mail: one that reports no failure is no error.
  if (!failure) return { recorded: 'nothing' }
  const id = await findOurs(messageIds)
  return id === null ? { recorded: 'nothing' } : bounce(id, failure)
}

/** `--message-id ID`, or `--report FILE`. */
export async function recordComplaint(args: readonly string[]): Promise<object> {
  const flags = readFlags(args, [], ['message-id', 'report'])
  const messageId = flags['message-id']
  if ((messageId === undefined) === (flags.report === undefined))
    throw new UsageError('Add either --message-id or --report.')
  if (messageId !== undefined) return complaint(requireRowId(messageId))
  const report = readMailReport(await readReport(flags.report ?? ''))
  const id = report.isComplaint ? await findOurs(report.messageIds) : null
  return id === null ? { recorded: 'nothing' } : complaint(id)
}

async function bounce(id: string, { isGone, words }: { isGone: boolean; words: string }): Promise<object> {
  const outcome = { state: 'bounced' as const, words, isGone }
  const step = await db.sendingStep.findUnique({ where: { id }, select: { organizationId: true } })
  if (step) {
    const { organizationId } = step
    return {
      organizationId,
      sendingStepId: id,
      recorded: await recordLateStepBounce(organizationId, id, outcome),
      isGone,
    }
  }
  const email = await findEmail(id)
  if (!email) throw unknownMail()
  const { id: emailId, organizationId } = email
  return { organizationId, emailId, recorded: await recordLateEmailBounce(emailId, outcome), isGone }
}

/** A reply to a customer bears a Message-ID of its own, which does not change when it is sent again. */
function findEmail(id: string) {
  return db.systemEmail.findFirst({
    where: { OR: [{ id }, { aboutId: id, kind: 'caseReply' satisfies SystemEmailKind, endedAt: { not: null } }] },
    select: { id: true, organizationId: true },
  })
}

function unknownMail(): UsageError {
  return new UsageError('There is no mail with that Message-ID.')
}

/** Whoever complains does not want to be written to: the same as if they had unsubscribed. */
async function complaint(id: string): Promise<object> {
  const step = await db.sendingStep.findUnique({
    where: { id },
    select: { organizationId: true, recipient: true, channel: true, sending: { select: { contactId: true } } },
  })
  if (!step || step.channel !== 'email') throw unknownMail()
  const { organizationId, recipient, sending } = step
  const { complaintsToday } = await recordComplaints(organizationId, 1)
  const isOptedOut = recipient !== null && (await optOut(organizationId, sending.contactId, recipient))
  return { organizationId, sendingStepId: id, recorded: 'complaint', complaintsToday, isOptedOut }
}

/** The first of the Message-IDs that is one of ours: a report has one of its own. */
async function findOurs(messageIds: readonly string[]): Promise<string | null> {
  const ids = messageIds.flatMap((messageId) => rowIdOf(messageId) ?? [])
  for (const id of ids) {
    const step = await db.sendingStep.findUnique({ where: { id }, select: { id: true } })
    if (step ?? (await findEmail(id))) return id
  }
  return null
}

async function readReport(file: string): Promise<string> {
  if (file === '-') return text(process.stdin)
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}.`)
  })
}
