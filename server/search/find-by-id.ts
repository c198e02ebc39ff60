import { db } from '../db'
import { asStoredAnswers } from '../responses/responses'
import { SequenceStatus } from '../sequences/schema'
import { SurveyStatus, SurveyType } from '../surveys/schema'
import { excerptAround } from './excerpt'
import type { FoundByIdItem, SearchResults } from './schema'

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export function isUuid(query: string): boolean {
  return UUID.test(query.trim())
}

export async function findById(
  organizationId: string,
  query: string,
  includesWebhooks: boolean,
): Promise<SearchResults> {
  const where = { organizationId, id: query.trim().toLowerCase() }
  const [contact, survey, sequence, responses, records] = await Promise.all([
    db.contact.findUnique({ where, select: { id: true, firstName: true, lastName: true, email: true } }),
    db.survey.findUnique({
      where: { ...where, deletedAt: null },
      select: { id: true, name: true, type: true, status: true },
    }),
    db.sequence.findUnique({ where, select: { id: true, name: true, status: true } }),
    findResponse(where),
    findOtherItems(where, includesWebhooks),
  ])
  return {
    contacts: contact ? [{ id: contact.id, name: fullName(contact), email: contact.email }] : [],
    surveys: survey
      ? [{ ...survey, type: SurveyType.parse(survey.type), status: SurveyStatus.parse(survey.status) }]
      : [],
    sequences: sequence ? [{ ...sequence, status: SequenceStatus.parse(sequence.status) }] : [],
    responses,
    records,
  }
}

type Where = { organizationId: string; id: string }

async function findResponse(where: Where): Promise<SearchResults['responses']> {
  const response = await db.response.findUnique({
    where,
    select: { contactId: true, answers: true, createdAt: true, survey: { select: { name: true } } },
  })
  if (!response) return []
  const { contactId } = response
  const contact =
    contactId === null
      ? null
      : await db.contact.findUnique({
          where: { organizationId: where.organizationId, id: contactId },
          select: { firstName: true, lastName: true },
        })
  const texts = asStoredAnswers(response.answers).flatMap(({ type, value }) => (type === 'text' ? [String(value)] : []))
  return [
    {
      id: where.id,
      contactName: contact && (fullName(contact) || null),
      isAnonymous: contactId === null,
      surveyName: response.survey.name,
      comment: texts.length === 0 ? null : excerptAround(texts.join(' '), []),
      createdAt: response.createdAt.toISOString(),
    },
  ]
}

async function findOtherItems(where: Where, includesWebhooks: boolean): Promise<FoundByIdItem[]> {
  const { id } = where
  const [sending, message, subscription, delivery] = await Promise.all([
    db.sending.findUnique({
      where: { ...where, sequenceId: { not: null } },
      select: { sequenceId: true, email: true, createdAt: true },
    }),
    db.capturedMessage.findUnique({
      where: { ...where, visibleTo: 'member', userId: null },
      select: { subject: true, recipient: true, createdAt: true },
    }),
    includesWebhooks ? db.webhookSubscription.findUnique({ where, select: { hookUrl: true, createdAt: true } }) : null,
    includesWebhooks
      ? db.webhookDelivery.findUnique({ where, select: { subscriptionId: true, kind: true, createdAt: true } })
      : null,
  ])
  const record = (
    kind: FoundByIdItem['kind'],
    parentId: string | null,
    label: string,
    createdAt: Date,
  ): FoundByIdItem => ({
    id,
    kind,
    parentId,
    label,
    createdAt: createdAt.toISOString(),
  })
  return [
    ...(sending ? [record('sending', sending.sequenceId, sending.email, sending.createdAt)] : []),
    ...(message ? [record('message', null, message.subject ?? message.recipient, message.createdAt)] : []),
    ...(subscription ? [record('subscription', null, subscription.hookUrl, subscription.createdAt)] : []),
    ...(delivery ? [record('delivery', delivery.subscriptionId, delivery.kind, delivery.createdAt)] : []),
  ]
}

function fullName({ firstName, lastName }: { firstName: string; lastName: string | null }): string {
  return lastName === null ? firstName : `${firstName} ${lastName}`
}
