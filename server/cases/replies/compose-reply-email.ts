import { type Tx } from '../../db'
import type { Language } from '../../fields/schema'
import { translator } from '../../messages/messages'
import { messageIdOf } from '../../messaging/message-id'
import { reasonFor } from '../../messaging/outcome/reasons'
import { renderReplyEmail } from '../../messaging/templates/reply-email'
import { oneLine, plainName } from '../../messaging/templates/sanitize-name'
import type { Compose, Composed, Letter, SystemEmailRow } from '../../system-emails/composer-types'
import { knownTimeZone } from '../../time-zones'
import { type AnsweredResponse, quoteAnswers } from './quote-answers'
import { type Addressee, type Author, addresseeLanguage, readAddressee, readAuthor } from './recipient'

/**
 * The author is the Reply-To, and the answers are quoted below. Sent to the contact's current address; fails with the obstacle if the
 * contact can no longer be emailed.
 */
export const composeReply: Compose = async (tx, row) => {
  const loaded = await loadReply(tx, row)
  if (!loaded) return { reason: reasonFor('obsolete') }
  const { reply, response } = loaded
  const { organizationId } = reply
  const author = await readAuthor(tx, organizationId, reply.authorId)
  if (!author) return { reason: reasonFor('notMember') }
  const recipient = await readAddressee(tx, organizationId, response.contactId)
  if (!recipient) return { reason: reasonFor('contactDeleted') }
  if (recipient.hasOptedOut) return { reason: reasonFor('unsubscribed') }
  if (recipient.isSuppressed) return { reason: reasonFor('suppressed') }
  const messageId = reply.messageId ?? messageIdOf(reply.id)
  await tx.responseReply.update({
    where: { id: reply.id, organizationId },
    data: { recipient: recipient.email, messageId },
  })
  const { sendingStep } = response
  // For text messages, `messageId` is the provider's id and not a Message-ID.
  const surveyMessageId = sendingStep?.channel === 'email' ? sendingStep.messageId : null
  const references = await loadReferences(tx, reply, surveyMessageId)
  const timeZone = await knownTimeZone(response.organization.timeZone)
  return composeEmail({ reply, response, author, recipient, timeZone, letter: { messageId, references } })
}

const REFERENCES_AT_MOST = 20

async function loadReferences(tx: Tx, reply: ReplyRow, surveyMessageId: string | null): Promise<string[]> {
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
      organization: { select: { name: true, timeZone: true } },
    },
  })
  return response && { reply, response }
}

type LoadedReply = NonNullable<Awaited<ReturnType<typeof loadReply>>>
type ReplyRow = LoadedReply['reply']
type ReplyParts = LoadedReply & {
  author: Author
  recipient: Addressee
  timeZone: string
  letter: Pick<Letter, 'messageId' | 'references'>
}

function composeEmail({ reply, response, author, recipient, timeZone, letter }: ReplyParts): Composed {
  const language: Language = addresseeLanguage(recipient, response.language)
  const t = translator(language, 'email')
  const name = plainName(author.name)
  const authorValues = { who: name === '' ? ('nobody' as const) : ('somebody' as const), name }
  const organization = oneLine(response.organization.name)
  return {
    to: {
      name: plainName([recipient.firstName, recipient.lastName].filter(Boolean).join(' ')),
      address: recipient.email,
    },
    rendered: renderReplyEmail({
      language,
      organization,
      subject: oneLine(reply.subject),
      text: reply.text,
      quote: quoteAnswers(response satisfies AnsweredResponse, timeZone, language),
      foot: t('reply.footer', { ...authorValues, organization }),
    }),
    letter: {
      ...letter,
      fromName: oneLine(t('reply.from', { ...authorValues, organization })),
      replyTo: { name, address: author.email },
      contactId: response.contactId,
    },
  }
}
