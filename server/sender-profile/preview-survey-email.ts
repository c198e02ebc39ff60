import { db } from '../db'
import { NotFound } from '../errors'
import { renderSurveyEmail } from '../messaging/templates/survey-email'
import { isScale, pickTranslation } from '../surveys/constants'
import { listQuestionsIncludingMetric } from '../surveys/questions'
import { presentEmailSender, SELECT_EMAIL_SENDER } from './email-sender'
import type { PreviewSenderProfile } from './schema'

/** A survey email as the unsaved profile would make it, with the stored logo. Its links lead nowhere, and nothing is written. */
export async function previewSurveyEmail(
  organizationId: string,
  { brandColor, postalAddress, footerText, language }: PreviewSenderProfile,
): Promise<{ html: string }> {
  const stored = await db.organization.findUnique({ where: { id: organizationId }, ...SELECT_EMAIL_SENDER })
  if (!stored) throw new NotFound('organization')
  const [question] = listQuestionsIncludingMetric({ type: 'nps', questions: [] })
  const { html } = renderSurveyEmail({
    branding: {
      ...presentEmailSender({ ...stored, postalAddress, footerText }, language),
      brandColor,
      language,
      unsubscribeUrl: '#',
    },
    firstName: '',
    question: {
      text: question ? pickTranslation(question.text, language) : '',
      scale: question && isScale(question.type) ? question.type : null,
    },
    surveyUrl: '#',
  })
  return { html }
}
