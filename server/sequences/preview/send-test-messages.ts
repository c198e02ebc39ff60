import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { getVerifiedPhone } from '../../auth/is-phone-verified'
import { db } from '../../db'
import { Forbidden, RateLimitExceeded, ValidationError } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { channels, createSendFunctionForMessage } from '../../messaging/channels'
import type { Message, MessageOutcome } from '../../messaging/message'
import { storeInOutbox } from '../../messaging/outbox'
import { lockAndReadSendingRestriction } from '../../organizations/sending-restriction'
import { consumeBuckets, defineBucket, refundBucket } from '../../rate-limit/rate-limit'
import { buildTestSurveyLink } from '../../responses/test-survey'
import { transact } from '../../unit-of-work'
import { chooseLanguage, composeMessage } from '../sending/compose-message'
import { TEST_MESSAGES_MAX } from './constants'
import { loadPreviewContext, toMessageContext } from './load-message-context'
import { markAsTest } from './mark-test-message'
import type { MessageDraft, SendTestMessages, TestMessageResult } from './schema'

/*
 * Test messages: what a sending would send, marked, to the signed-in user. They have no contact, no sending and no row, and count toward no
 * number and no quota. A test that the service does not survive is lost; the user sends another.
 */

const HOUR_SECONDS = 3600
/** For all messages of one test, which a person waits for. */
const TEST_TIMEOUT_MS = 20_000

type TestRecipient = { userId: string; name: string; email: string; phone: string | null }

/**
 * Sends the messages in order, and waits for the provider's answers.
 * @throws {ValidationError} if the user has no confirmed address or number for a message
 * @throws {Forbidden} while the organization may not send
 * @throws {RateLimitExceeded} after {@link TEST_MESSAGES_MAX} messages per user and hour
 */
export async function sendTestMessages(
  organizationId: string,
  userId: string,
  test: SendTestMessages,
): Promise<TestMessageResult[]> {
  const recipient = await loadTestRecipient(userId, test.drafts)
  const messages = await composeTestMessages(organizationId, recipient, test)
  await consumeTestLimit(userId, messages.length)
  await transact(async ({ tx }) => {
    if ((await lockAndReadSendingRestriction(tx, organizationId)) !== null)
      throw new Forbidden(localizableMessage('testMessage.restricted'))
    const captured = messages.filter((message) => createSendFunctionForMessage(message) === null)
    const mentionedContactIds = test.contactId === null ? [] : [test.contactId]
    await storeInOutbox(
      tx,
      organizationId,
      captured.map((message) => ({ message, contactId: null, userId, mentionedContactIds })),
    )
  })
  return deliverInOrder(messages)
}

async function loadTestRecipient(userId: string, drafts: readonly MessageDraft[]): Promise<TestRecipient> {
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } })
  const phone = getVerifiedPhone(user)
  const sendsEmail = drafts.some(({ type }) => type !== 'sms')
  if (sendsEmail && user.emailVerifiedAt === null && channels.email !== null)
    throw new ValidationError({ recipient: [localizableMessage('testMessage.unverifiedEmail')] })
  if (phone === null && drafts.some(({ type }) => type === 'sms'))
    throw new ValidationError({ recipient: [localizableMessage('testMessage.noPhone')] })
  return { userId, name: user.name, email: user.email, phone }
}

async function composeTestMessages(
  organizationId: string,
  recipient: TestRecipient,
  { drafts, contactId, language }: SendTestMessages,
): Promise<Message[]> {
  const context = await loadPreviewContext(organizationId, contactId, language)
  const messages: Message[] = []
  for (const [index, draft] of drafts.entries()) {
    const surveyId = draft.surveyId ?? draft.earlierSurveyId
    const composition = {
      // A new id for each: mailboxes show messages with one Message-ID once.
      ...(await toMessageContext(context, draft, uuidv7())),
      ...(surveyId === null ? {} : { surveyLink: buildTestSurveyLink(context.organization.linkDomain, surveyId) }),
    }
    const message = addressTo(recipient, composeMessage(composition))
    messages.push(markAsTest(message, chooseLanguage(composition), { number: index + 1, count: drafts.length }))
  }
  return messages
}

function addressTo({ name, email, phone }: TestRecipient, message: Message): Message {
  if (message.channel === 'email') return { ...message, to: { name, address: email } }
  // Without what ties a text message to a sending.
  return { channel: 'sms', from: message.from, to: phone ?? '', text: message.text }
}

async function consumeTestLimit(userId: string, count: number): Promise<void> {
  const bucket = defineBucket(`test-messages ${userId}`, HOUR_SECONDS, TEST_MESSAGES_MAX)
  for (let consumed = 0; consumed < count; consumed += 1) {
    const retryAfter = await consumeBuckets([bucket])
    if (retryAfter === null) continue
    for (let refunded = 0; refunded < consumed; refunded += 1) await refundBucket(bucket)
    throw new RateLimitExceeded(retryAfter)
  }
}

async function deliverInOrder(messages: readonly Message[]): Promise<TestMessageResult[]> {
  const timeout = pause(TEST_TIMEOUT_MS, 'timeout' as const, { ref: false })
  const results: TestMessageResult[] = []
  for (const message of messages) {
    const recipient = message.channel === 'email' ? message.to.address : message.to
    const wasUnanswered = results.some(({ state }) => state === 'unanswered')
    results.push({ channel: message.channel, recipient, ...(await deliver(message, timeout, { wasUnanswered })) })
  }
  return results
}

type TestOutcome = Pick<TestMessageResult, 'state' | 'words'>

/** @param wasUnanswered an earlier message of the test */
async function deliver(
  message: Message,
  timeout: Promise<'timeout'>,
  { wasUnanswered }: { wasUnanswered: boolean },
): Promise<TestOutcome> {
  const send = createSendFunctionForMessage(message)
  if (send === null) return { state: 'captured', words: null }
  if (wasUnanswered) return { state: 'notTried', words: null }
  const outcome = await Promise.race([send(), timeout])
  return outcome === 'timeout' ? { state: 'unanswered', words: null } : presentOutcome(outcome)
}

function presentOutcome(outcome: MessageOutcome): TestOutcome {
  if (outcome.state === 'accepted') return { state: 'sent', words: null }
  return { state: outcome.state === 'unconfirmed' ? 'unanswered' : 'failed', words: outcome.words }
}
