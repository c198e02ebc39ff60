import { db } from '../db'
import { NotFound } from '../errors'
import { presentEmailQuestion } from '../messaging/templates/present-email-question'
import { renderSurveyEmail } from '../messaging/templates/survey-email'
import { listQuestionsIncludingMetric } from '../surveys/questions'
import { presentEmailSender, SELECT_EMAIL_SENDER } from './email-sender'
import type { PreviewSenderProfile } from './schema'

/** A survey email as the unsaved profile would make it, with the stored logo. Its links lead nowhere, and nothing is written. */
export async function previewSurveyEmail(
  organizationId: string,
  { brandColor, pageLook, postalAddress, footerText, language }: PreviewSenderProfile,
): Promise<{ html: string }> {
  const stored = await db.organization.findUnique({ where: { id: organizationId }, ...SELECT_EMAIL_SENDER })
  if (!stored) throw new NotFound('organization')
  const [question] = listQuestionsIncludingMetric({ type: 'nps', questions: [] })
  const { html } = renderSurveyEmail({
    branding: {
      ...presentEmailSender({ ...stored, pageLook, postalAddress, footerText }, language),
      brandColor,
      language,
      unsubscribeUrl: '#',
    },
    firstName: '',
    question: question ? presentEmailQuestion(question, language) : { text: '', scale: null },
    surveyUrl: '#',
  })
  return { html }
}
