import type { Response as ResponseRow } from '@/prisma/generated/client'
import { loadContactProperties } from '../../contact-properties/contact-properties'
import { buildPropertyPlaceholders } from '../../contact-properties/property-placeholders'
import { db, type Prisma } from '../../db'
import { NotFound } from '../../errors'
import { loadResolvedIdAndName } from '../../master-data/resolve-merged-ids'
import { getTranslator } from '../../messages/message-catalogue'
import { getOutboxChannels } from '../../messaging/outbox'
import { toSingleLine } from '../../messaging/templates/sanitize-name'
import { asStoredAnswers } from '../../responses/responses'
import { getResponseRatingMetric } from '../../responses/scores'
import { SCALES } from '../../surveys/constants'
import { REPLY_SUBJECT_MAX_CHARACTERS, toReplySubject } from '../constants'
import type { ReplyForm } from '../schema'
import { findReplyObstacle, loadAuthor, loadRecipient, replyLanguage } from './reply-recipient'

export async function getReplyForm(organizationId: string, id: string, userId: string): Promise<ReplyForm> {
  const response = await db.response.findFirst({
    where: { organizationId, id, status: 'completed' },
    include: { organization: { select: { name: true } }, survey: { select: { type: true } } },
  })
  const author = await loadAuthor(db, organizationId, userId)
  if (!response || !author) throw new NotFound('response')
  const recipient = await loadRecipient(db, organizationId, response.contactId)
  const language = replyLanguage(recipient, response.language)
  const previousReply = await db.responseReply.findFirst({
    where: { organizationId, responseId: id, subject: { not: '' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { subject: true },
  })
  const organization = toSingleLine(response.organization.name)
  const subject = previousReply
    ? toReplySubject(previousReply.subject)
    : getTranslator(language, 'email')('reply.subject', { organization })
  return {
    obstacle: findReplyObstacle(response, recipient, author),
    recipientEmail: recipient?.email ?? null,
    replyToEmail: author.email,
    subject: subject.slice(0, REPLY_SUBJECT_MAX_CHARACTERS).toWellFormed(),
    language,
    isUnsubscribed: recipient?.isUnsubscribed ?? false,
    isCaptured: getOutboxChannels().email,
    values: {
      ...buildPropertyPlaceholders(
        (recipient?.customFields ?? {}) as Prisma.JsonObject,
        await loadContactProperties(organizationId),
        language,
      ),
      firstName: recipient?.firstName ?? '',
      lastName: recipient?.lastName ?? '',
      score: formatScore(response),
      location: (await loadResolvedIdAndName('location', organizationId, response.locationId))?.name ?? '',
      organization,
      writer: author.name,
    },
  }
}

function formatScore({ survey, rating, ...response }: ResponseRow & { survey: { type: string } }): string {
  const metric = getResponseRatingMetric(survey.type, response, asStoredAnswers(response.answers))
  return metric === null || rating === null ? '' : `${rating}/${SCALES[metric].max}`
}
