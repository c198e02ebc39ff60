import { loadContactProperties } from '../../contact-properties/contact-properties'
import { loadSmsOptOuts } from '../../contacts/sms-opt-outs'
import { loadSuppressions } from '../../contacts/suppression'
import { db } from '../../db'
import { NotFound } from '../../errors'
import { makeReason } from '../../messaging/outcome/reasons'
import type { Reason } from '../../messaging/outcome/schema'
import { listQuestionsIncludingMetric, normalizeQuestions } from '../../surveys/questions'
import { transact } from '../../unit-of-work'
import type { Language } from '../../validation/schema'
import type { MessageContext } from '../sending/compose-message'
import { findRecipientSkipReason } from '../sending/decide-step'
import { STEP_DEFAULTS } from '../sending/find-next-step'
import type { RecipientRow } from '../sending/in-memory-sending'
import { loadSendingBatch } from '../sending/queries'
import type { MessageDraft } from './schema'

/** What the messages of one preview or test have in common. Loaded as a sending loads it; nothing is written. */
export type PreviewContext = Pick<MessageContext, 'contact' | 'organization' | 'contactProperties' | 'locationId'> & {
  organizationId: string
  recipient: RecipientRow | null
}

const SAMPLE_RECIPIENT = {
  email: 'alex.martin@example.com',
  phone: '+447700900123',
  firstName: 'Alex',
  lastName: 'Martin',
  preferredLanguage: null,
  customFields: {},
} satisfies MessageContext['contact']

/**
 * @param contactId null for a sample person
 * @throws {NotFound} for a contact of another organization
 */
export async function loadPreviewContext(
  organizationId: string,
  contactId: string | null,
  language: Language | null,
): Promise<PreviewContext> {
  const [{ organization }, contactProperties, recipient] = await Promise.all([
    transact(({ tx }) => loadSendingBatch(tx, organizationId, [])),
    loadContactProperties(organizationId),
    contactId === null ? null : loadRecipient(organizationId, contactId),
  ])
  const contact = recipient ?? SAMPLE_RECIPIENT
  return {
    organizationId,
    organization,
    contactProperties,
    recipient,
    contact: language === null ? contact : { ...contact, preferredLanguage: language },
    locationId: recipient?.locationId ?? null,
  }
}

async function loadRecipient(organizationId: string, id: string): Promise<RecipientRow> {
  const contact = await db.contact.findFirst({ where: { organizationId, id } })
  if (!contact) throw new NotFound('contact')
  return { ...contact, customFields: contact.customFields as Record<string, unknown> }
}

/** @param sendingStepId ids and links are derived from it @throws {NotFound} for a survey of another organization */
export async function toMessageContext(
  context: PreviewContext,
  draft: MessageDraft,
  sendingStepId: string,
): Promise<MessageContext> {
  const { organizationId } = context
  const { type, surveyId, earlierSurveyId, subject, body } = draft
  const survey = await loadSurvey(organizationId, draft)
  if (surveyId === null && earlierSurveyId !== null) await requireSurvey(organizationId, earlierSurveyId)
  return {
    ...context,
    step: { ...STEP_DEFAULTS, id: sendingStepId, type, surveyId, subject, body },
    sendingStepId,
    surveyStepId: survey !== null || earlierSurveyId !== null ? sendingStepId : null,
    survey,
  }
}

async function loadSurvey(organizationId: string, { survey, surveyId }: MessageDraft) {
  const stored = surveyId === null ? null : await requireSurvey(organizationId, surveyId)
  if (!survey) return stored
  return { type: survey.type, questions: normalizeQuestions(survey.type, survey.questions) }
}

async function requireSurvey(organizationId: string, id: string) {
  const survey = await db.survey.findFirst({
    where: { organizationId, id, deletedAt: null },
    select: { type: true, questions: true },
  })
  if (!survey) throw new NotFound('survey')
  return survey
}

/** Why the chosen contact would not get this message, by the rules of a sending that do not depend on its time. */
export async function findPreviewReason(
  { organizationId, recipient }: PreviewContext,
  { step, survey }: MessageContext,
): Promise<Reason | null> {
  if (survey && listQuestionsIncludingMetric(survey).length === 0) return makeReason('surveyEmpty')
  if (recipient === null) return null
  const { email, phone } = recipient
  const [suppressionsByEmail, smsOptOuts] = await Promise.all([
    loadSuppressions(db, organizationId, [email]),
    loadSmsOptOuts(db, organizationId, [phone]),
  ])
  const code = findRecipientSkipReason({ suppressionsByEmail, smsOptOuts }, step, recipient)
  return code === undefined ? null : makeReason(code)
}
