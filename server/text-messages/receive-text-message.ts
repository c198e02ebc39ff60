import { DAY_MS, now } from '../clock'
import { SMS_NUMBER } from '../contacts/phone'
import { listOrganizationsRefusedByNumber, recordSmsOptOut, removeSmsOptOut } from '../contacts/sms-opt-outs'
import { CONTACT_ACTOR, recordContactEvents } from '../contacts/timeline/record-contact-events'
import type { Tx } from '../db'
import { env } from '../env'
import { lockRow } from '../locks'
import { log } from '../log'
import { consumeBuckets, defineBucket } from '../rate-limit/rate-limit'
import { transact } from '../unit-of-work'
import { composeReply } from './compose-reply'
import { listSendersToNumber, type TextMessageSender } from './queries'
import { AMBIGUOUS_START_WORDS, readKeyword, type TextMessageKeyword } from './read-keyword'

/**
 * A text message that Twilio received.
 * @property from E.164
 * @property optOutType what Twilio's Advanced Opt-Out took it for, and answered; undefined if that is off
 */
export type InboundTextMessage = { id: string; from: string; text: string; optOutType: TextMessageKeyword | undefined }

/** An answer is for the organization that texted the number last, if that is not longer ago. */
const ANSWER_DAYS = 90
const TEXT_MAX_CHARACTERS = 480
const DAY_SECONDS = 86_400
const STORED_TEXTS_PER_DAY = 20
const REPLIES_PER_DAY = 5

/**
 * Processes a text message from a customer, once however often Twilio delivers it. STOP counts for every organization that texted the number,
 * START for every one that it refused; HELP and anything else belong to the organization that texted it last.
 * @returns the text to answer, or null for none
 */
export async function receiveTextMessage(message: InboundTextMessage): Promise<string | null> {
  const { from } = message
  if (!SMS_NUMBER.test(from)) return null
  const [senders, refused] = await Promise.all([listSendersToNumber(from), listOrganizationsRefusedByNumber(from)])
  const meaning = readMeaning(message, { hasRefused: refused.length > 0 })
  const [latest] = senders
  if (!meaning) {
    if (latest) await recordAnswer(message, latest)
    return null
  }
  const texting = senders.map(({ organizationId }) => organizationId)
  const concerned = {
    stop: [...new Set([...texting, ...refused])],
    start: refused,
    help: texting.slice(0, 1),
  }[meaning.keyword]
  if (meaning.keyword === 'stop') await recordStop(message, concerned)
  if (meaning.keyword === 'start') await recordStart(message, concerned)
  if (meaning.isAnsweredByTwilio || (await exceedsDailyLimit('sms-replies', from, REPLIES_PER_DAY))) return null
  return composeReply(meaning.keyword, meaning.language, concerned)
}

/** Null if the text is none of the keywords. */
function readMeaning({ text, optOutType }: InboundTextMessage, { hasRefused }: { hasRefused: boolean }) {
  const match = readKeyword(text)
  const language = match?.language ?? null
  if (optOutType !== undefined) return { keyword: optOutType, language, isAnsweredByTwilio: true }
  if (!match || (AMBIGUOUS_START_WORDS.has(match.word) && !hasRefused)) return null
  const isAnsweredByTwilio = match.isTwilioDefault && env.twilio?.answersKeywords === true
  return { keyword: match.keyword, language, isAnsweredByTwilio }
}

async function recordStop(message: InboundTextMessage, organizationIds: readonly string[]): Promise<void> {
  for (const organizationId of organizationIds)
    await processOnce(organizationId, message, (tx) => recordSmsOptOut(tx, organizationId, message.from))
  log.info({ organizations: organizationIds.length, messageId: message.id }, 'a number answered STOP')
}

async function recordStart(message: InboundTextMessage, organizationIds: readonly string[]): Promise<void> {
  for (const organizationId of organizationIds)
    await processOnce(organizationId, message, (tx) => removeSmsOptOut(tx, organizationId, message.from))
  log.info({ organizations: organizationIds.length, messageId: message.id }, 'a number answered START')
}

/** Shows the text on the contact's timeline, a few a day. */
async function recordAnswer(
  message: InboundTextMessage,
  { organizationId, contactId, at }: TextMessageSender,
): Promise<void> {
  const { from: phone } = message
  const text = message.text.trim().slice(0, TEXT_MAX_CHARACTERS).toWellFormed().replaceAll('\0', '')
  if (text === '' || now().getTime() - at.getTime() > ANSWER_DAYS * DAY_MS) return
  if (await exceedsDailyLimit('sms-answers', phone, STORED_TEXTS_PER_DAY)) return
  await processOnce(organizationId, message, async (tx) => {
    if (!(await lockRow(tx, 'contact', organizationId, contactId, 'KEY SHARE'))) return
    const event = { contactId, kind: 'smsReceived' as const, details: { phone, text } }
    await recordContactEvents(tx, organizationId, [event], CONTACT_ACTOR)
  })
}

async function processOnce(
  organizationId: string,
  { id }: InboundTextMessage,
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await transact(async ({ tx }) => {
    const data = [{ organizationId, messageId: id, receivedAt: now() }]
    const { count } = await tx.receivedTextMessage.createMany({ data, skipDuplicates: true })
    if (count > 0) await work(tx)
  })
}

async function exceedsDailyLimit(kind: string, phone: string, limit: number): Promise<boolean> {
  return (await consumeBuckets([defineBucket(`${kind} ${phone}`, DAY_SECONDS, limit)])) !== null
}
