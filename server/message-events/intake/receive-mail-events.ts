import type { MailEventIntake } from '@/prisma/generated/client'
import { now } from '../../clock'
import { db } from '../../db'
import { log } from '../../log'
import { readMessageToken } from '../../messaging/correlation'
import { parseMessageRowId } from '../../messaging/message-id'
import { findMessage, recordEventOfMessage } from '../find-message'
import { parseBrevoEvents } from '../providers/brevo'
import { parseGenericEvents } from '../providers/generic'
import { parseMailgunEvent } from '../providers/mailgun'
import type { ProviderBatch, ProviderEvent } from '../providers/parse-elements'
import { parsePostmarkEvents } from '../providers/postmark'
import { parseResendEvent } from '../providers/resend'
import { parseSendGridEvents } from '../providers/sendgrid'
import { parseSesEvent } from '../providers/ses'
import { recordEach } from '../record-each'
import type { MailEventProvider } from './constants'
import { decryptIntakeSecret } from './intakes'
import { confirmSnsSubscription, type FetchText, isSignedBySns, SnsMessage } from './sns'
import { isSigned, type SignedRequest } from './verify-signature'

/** More elements than any provider sends in one request. */
const ELEMENTS_MAX = 2000

/** - `refused`: not signed, or not of the confirmed topic · `unreadable`: signed, and not as documented */
export type ReceivedMailEvents = 'received' | 'refused' | 'unreadable'

/**
 * Verifies and records what a provider reports. Everything is committed when it returns, so that the provider repeats a request that got no
 * answer; events about unknown messages, or of other organizations, have no effect.
 * @throws {SafeRequestError} if Amazon's certificate cannot be fetched now
 * @throws {AggregateError} if events could not be recorded: all others of the request are
 */
export async function receiveMailEvents(
  intake: MailEventIntake,
  request: SignedRequest,
  fetchText?: FetchText,
): Promise<ReceivedMailEvents> {
  const receivedAt = now()
  const provider = intake.provider as MailEventProvider
  const batch =
    provider === 'ses'
      ? await readSnsMessage(intake, request, receivedAt, fetchText)
      : readSignedBatch(provider, intake, request, receivedAt)
  if (batch === 'refused' || batch === 'unreadable') {
    await count(intake, { refusedCount: { increment: 1 } })
    return batch
  }
  const counts = { recorded: 0, unknown: 0 }
  await recordEach(batch.events.slice(0, ELEMENTS_MAX), async (event) => {
    counts[await recordProviderEvent(intake, event)] += 1
  })
  const ignored = batch.unreadable + Math.max(0, batch.events.length - ELEMENTS_MAX)
  if (ignored > 0) log.warn({ provider, intakeId: intake.id, ignored }, 'events of a mail provider could not be read')
  await count(intake, {
    recordedCount: { increment: counts.recorded },
    unknownCount: { increment: counts.unknown },
    refusedCount: { increment: ignored },
    lastEventAt: receivedAt,
  })
  return 'received'
}

const PARSERS: Record<Exclude<MailEventProvider, 'ses'>, (body: unknown, receivedAt: Date) => ProviderBatch> = {
  postmark: parsePostmarkEvents,
  resend: parseResendEvent,
  mailgun: parseMailgunEvent,
  sendgrid: parseSendGridEvents,
  brevo: parseBrevoEvents,
  generic: parseGenericEvents,
}

function readSignedBatch(
  provider: Exclude<MailEventProvider, 'ses'>,
  intake: MailEventIntake,
  request: SignedRequest,
  receivedAt: Date,
): ProviderBatch | 'refused' | 'unreadable' {
  const secret = decryptIntakeSecret(intake)
  if (secret === null || !isSigned(provider, request, secret)) return 'refused'
  const body = parseJson(request.body)
  return body === undefined ? 'unreadable' : PARSERS[provider](body, receivedAt)
}

/** Confirms the first topic that subscribes, and accepts no other from then on: anyone may have a topic at Amazon. */
async function readSnsMessage(
  intake: MailEventIntake,
  request: SignedRequest,
  receivedAt: Date,
  fetchText?: FetchText,
): Promise<ProviderBatch | 'refused' | 'unreadable'> {
  const { data: message } = SnsMessage.safeParse(parseJson(request.body))
  if (!message) return 'refused'
  const { TopicArn: topicArn, Type: type } = message
  if (intake.topicArn !== null && intake.topicArn !== topicArn) return 'refused'
  if (!(await isSignedBySns(message, fetchText))) return 'refused'
  if (type === 'SubscriptionConfirmation') {
    const where = { id: intake.id, OR: [{ topicArn: null }, { topicArn }] }
    const { count: confirmed } = await db.mailEventIntake.updateMany({ where, data: { topicArn } })
    if (confirmed === 0) return 'refused'
    await confirmSnsSubscription(message, fetchText)
  }
  if (type !== 'Notification') return { events: [], unreadable: 0 }
  if (intake.topicArn === null) return 'refused'
  const event = parseJson(Buffer.from(message.Message))
  // Amazon SES sends a plain sentence when the topic is first used.
  return event === undefined ? { events: [], unreadable: 0 } : parseSesEvent(event, receivedAt)
}

async function recordProviderEvent(
  { organizationId }: MailEventIntake,
  { token, messageIds, recipient, event }: ProviderEvent,
): Promise<'recorded' | 'unknown'> {
  const tokenId = token === undefined ? null : readMessageToken(token)
  // A token that was altered must not be replaced by an unsigned id.
  const ids = token === undefined ? messageIds.flatMap((id) => parseMessageRowId(id) ?? []) : [tokenId ?? []].flat()
  const message = await findMessage(ids)
  if (!message || (organizationId !== null && message.organizationId !== organizationId)) return 'unknown'
  const { result } = await recordEventOfMessage(message, event, recipient)
  return result === 'unknown' ? 'unknown' : 'recorded'
}

type Counts = NonNullable<Parameters<typeof db.mailEventIntake.updateMany>[0]>['data']

async function count({ id }: MailEventIntake, data: Counts): Promise<void> {
  await db.mailEventIntake.updateMany({ where: { id }, data })
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
