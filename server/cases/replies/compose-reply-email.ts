import type { Tx } from '../../db'
import { toLanguageTag } from '../../messages/locale'
import { getTranslator } from '../../messages/message-catalogue'
import { buildFeedbackId, buildMessageId } from '../../messaging/message-id'
import { makeReason } from '../../messaging/outcome/reasons'
import { type QuotedAnswersData, renderReplyEmail } from '../../messaging/templates/reply-email'
import { sanitizeName, toSingleLine } from '../../messaging/templates/sanitize-name'
import { asStoredAnswers } from '../../responses/responses'
import { presentEmailSender, SELECT_EMAIL_SENDER } from '../../sender-profile/email-sender'
import { loadOrganizationSender, type OrganizationSender } from '../../sending-domains/organization-sender'
import { isScale, SCALES } from '../../surveys/constants'
import type {
  ComposedEmail,
  CustomerReplyHeaders,
  EmailComposer,
  SystemEmailRow,
} from '../../system-emails/composer-types'
import { resolveTimeZone } from '../../time-zones'
import type { Language } from '../../validation/schema'
import { loadAuthor, loadRecipient, type ReplyAuthor, type ReplyRecipient, replyLanguage } from './reply-recipient'

/**
 * The author is the Reply-To, and the answers are quoted below. Sent to the contact's current address; fails with the obstacle if the
 * contact can no longer be emailed.
 */
export const composeReplyEmail: EmailComposer = async (tx, row) => {
  const loaded = await loadReply(tx, row)
  if (!loaded) return { reason: makeReason('obsolete') }
  const { reply, response } = loaded
  const { organizationId } = reply
  const author = await loadAuthor(tx, organizationId, reply.authorId)
  if (!author) return { reason: makeReason('notMember') }
  const { contactId } = response
  const recipient = await loadRecipient(tx, organizationId, contactId)
  if (!recipient || contactId === null) return { reason: makeReason('contactDeleted') }
  if (recipient.hasOptedOut) return { reason: makeReason('unsubscribed') }
  if (recipient.isBlocked) return { reason: makeReason('blocked') }
  if (recipient.isSuppressed) return { reason: makeReason('suppressed') }
  if (recipient.hasDeclinedEmail) return { reason: makeReason('emailDeclined') }
  const sender = await loadOrganizationSender(organizationId)
  const messageId = reply.messageId ?? buildMessageId(reply.id, sender.domain)
  const data = { recipient: recipient.email, messageId }
  await tx.responseReply.update({ where: { id: reply.id, organizationId }, data })
  const { sendingStep } = response
  // For text messages, `messageId` is the provider's id and not a Message-ID.
  const surveyMessageId = sendingStep?.channel === 'email' ? sendingStep.messageId : null
  const references = await loadReferences(tx, reply, surveyMessageId)
  const timeZone = await resolveTimeZone(response.organization.timeZone)
  const feedbackId = buildFeedbackId('replies', organizationId, 'reply')
  const letter = { messageId, references, feedbackId }
  return composeEmail({ reply, response, contactId, author, recipient, timeZone, sender, letter })
}

const REFERENCES_AT_MOST = 20

async function loadReferences(tx: Tx, reply: LoadedReply['reply'], surveyMessageId: string | null): Promise<string[]> {
  const { organizationId, responseId } = reply
  const earlier = await tx.responseReply.findMany({
    where: {
      organizationId,
      responseId,
      id: { not: reply.id },
      createdAt: { lte: reply.createdAt },
      messageId: { not: null },
      OR: [{ sentAt: { not: null } }, { status: 'captured' }],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: REFERENCES_AT_MOST - 1,
    select: { messageId: true },
  })
  return [surveyMessageId, ...earlier.toReversed().map(({ messageId }) => messageId)].filter((id) => id !== null)
}

async function loadReply(tx: Tx, { organizationId, subjectId }: SystemEmailRow) {
  if (organizationId === null || subjectId === null) return null
  const reply = await tx.responseReply.findFirst({ where: { organizationId, id: subjectId, status: 'waiting' } })
  if (!reply) return null
  const response = await tx.response.findFirst({
    where: { organizationId, id: reply.responseId },
    include: {
      sendingStep: { select: { channel: true, messageId: true } },
      organization: { select: { ...SELECT_EMAIL_SENDER.select, timeZone: true } },
    },
  })
  return response && { reply, response }
}

type LoadedReply = NonNullable<Awaited<ReturnType<typeof loadReply>>>
type ReplyParts = LoadedReply & {
  contactId: string
  author: ReplyAuthor
  recipient: ReplyRecipient
  timeZone: string
  sender: OrganizationSender
  letter: Pick<CustomerReplyHeaders, 'messageId' | 'references' | 'feedbackId'>
}

function composeEmail({
  reply,
  response,
  contactId,
  author,
  recipient,
  timeZone,
  sender,
  letter,
}: ReplyParts): ComposedEmail {
  const language = replyLanguage(recipient, response.language)
  const t = getTranslator(language, 'email')
  const name = sanitizeName(author.name)
  const authorValues = { who: name === '' ? ('none' as const) : ('named' as const), name }
  const organization = toSingleLine(response.organization.name)
  return {
    to: {
      name: sanitizeName([recipient.firstName, recipient.lastName].filter(Boolean).join(' ')),
      address: recipient.email,
    },
    rendered: renderReplyEmail({
      language,
      ...presentEmailSender(response.organization, language),
      subject: toSingleLine(reply.subject),
      text: reply.text,
      quote: quoteAnswers(response, timeZone, language),
      footer: t('reply.footer', { ...authorValues, organization }),
    }),
    replyHeaders: {
      ...letter,
      sender: { ...sender, name: toSingleLine(t('reply.from', { ...authorValues, organization })) },
      replyTo: { name, address: author.email },
      contactId,
    },
  }
}

function quoteAnswers(
  { answers, submittedAt, createdAt }: LoadedReply['response'],
  timeZone: string,
  language: Language,
): QuotedAnswersData | null {
  const quotedAnswers = asStoredAnswers(answers).map(({ text, ...answer }) => ({
    question: text,
    answer: formatAnswer(language, answer),
  }))
  if (quotedAnswers.length === 0) return null
  const at = submittedAt ?? createdAt
  const day = new Intl.DateTimeFormat(toLanguageTag(language), { dateStyle: 'long', timeZone }).format(at)
  return { intro: getTranslator(language, 'email')('reply.quote', { day }), answers: quotedAnswers }
}

type Answer = Omit<ReturnType<typeof asStoredAnswers>[number], 'text'>

function formatAnswer(language: Language, { type, value, labels = [] }: Answer): string {
  if (isScale(type) && typeof value === 'number')
    return getTranslator(language, 'email')('scoreLabel', { score: value, max: SCALES[type].max })
  if (type === 'thumbs') return getTranslator(language, 'survey')(value === true ? 'thumbsUp' : 'thumbsDown')
  if (typeof value === 'boolean') return getTranslator(language, 'survey')(value ? 'yes' : 'no')
  if (labels.length > 0) return labels.join(', ')
  return Array.isArray(value) ? value.join(', ') : String(value)
}
