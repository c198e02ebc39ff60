import type { Response as ResponseRow } from '@/prisma/generated/client'
import { db } from '../../db'
import { NotFound } from '../../errors'
import { translator } from '../../messages/messages'
import { isCapturing } from '../../messaging/outbox'
import { oneLine } from '../../messaging/templates/sanitize-name'
import { readRecordName } from '../../records/resolve-record'
import { storedAnswers } from '../../responses/responses'
import { ratedMetric } from '../../responses/scores'
import { SCALES } from '../../surveys/vocabulary'
import type { ReplyForm } from '../schema'
import { followingSubject, SUBJECT_MAX_CHARACTERS } from '../vocabulary'
import { addresseeLanguage, findObstacle, readAddressee, readAuthor } from './recipient'

export async function getReplyForm(organizationId: string, id: string, userId: string): Promise<ReplyForm> {
  const response = await db.response.findFirst({
    where: { organizationId, id, status: 'completed' },
    include: { organization: { select: { name: true } }, survey: { select: { type: true } } },
  })
  const author = await readAuthor(db, organizationId, userId)
  if (!response || !author) throw new NotFound('response')
  const recipient = await readAddressee(db, organizationId, response.contactId)
  const language = addresseeLanguage(recipient, response.language)
  const previousReply = await db.responseReply.findFirst({
    where: { organizationId, responseId: id, subject: { not: '' } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { subject: true },
  })
  const organization = oneLine(response.organization.name)
  const subject = previousReply
    ? followingSubject(previousReply.subject)
    : translator(language, 'email')('reply.subject', { organization })
  return {
    obstacle: findObstacle(recipient, author),
    address: recipient?.email ?? null,
    answersTo: author.email,
    subject: subject.slice(0, SUBJECT_MAX_CHARACTERS).toWellFormed(),
    language,
    isUnsubscribed: recipient?.isUnsubscribed ?? false,
    isCaptured: isCapturing().email,
    values: {
      firstName: recipient?.firstName ?? '',
      lastName: recipient?.lastName ?? '',
      score: formatScore(response),
      location: (await readRecordName('location', organizationId, response.locationId))?.name ?? '',
      organization,
      writer: author.name,
    },
  }
}

function formatScore({ survey, rating, ...response }: ResponseRow & { survey: { type: string } }): string {
  const metric = ratedMetric(survey.type, response, storedAnswers(response.answers))
  return metric === null || rating === null ? '' : `${rating}/${SCALES[metric].max}`
}
