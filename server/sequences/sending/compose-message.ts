import { signToken } from '../../encryption'
import { env } from '../../env'
import { Language, type LocalizedText } from '../../fields/schema'
import type { EmailMessage, Message } from '../../messaging/message'
import { listIdOf, messageIdOf } from '../../messaging/message-id'
import type { Sender } from '../../messaging/templates/layout'
import { fillIn, needsLink, type Placeholders } from '../../messaging/templates/placeholders'
import { oneLine, plainName } from '../../messaging/templates/sanitize-name'
import { renderSurveyEmail } from '../../messaging/templates/survey-email'
import { renderTextEmail } from '../../messaging/templates/text-email'
import { greetsReader } from '../../messaging/vocabulary'
import { linksFor } from '../../organizations/review-links'
import { readQuestions } from '../../surveys/questions'
import { isScale, wordingIn } from '../../surveys/vocabulary'
import type { Step } from './next-step'
import type { OrganizationRow } from './queries'

export type Recipient = {
  email: string
  phone: string | null
  firstName: string
  lastName: string | null
  preferredLanguage: string | null
}

/**
 * @property sendingStepId the unsubscribe link and the Message-ID refer to it
 * @property surveyStepId the first step that sent this survey in this sending; the survey link refers to it
 */
export type Composition = {
  step: Step
  sendingStepId: string
  surveyStepId: string | null
  survey: { type: string; questions: unknown } | null
  contact: Recipient
  organization: Pick<
    OrganizationRow,
    'id' | 'name' | 'brandColor' | 'postalAddress' | 'replyTo' | 'defaultLanguage' | 'reviewLinks'
  >
  locationId: string | null
}

export function composeMessage(composition: Composition): Message {
  const { step, contact, organization } = composition
  const values = placeholderValues(composition)
  const renderText = (text: unknown) =>
    text ? fillIn(wordingIn(text as LocalizedText, chooseLanguage(composition)), values) : ''
  if (step.type === 'sms') {
    const text = renderText(step.body)
    const link = composition.survey && !text.includes(values.surveyLink) ? `\n${values.surveyLink}` : ''
    return { channel: 'sms', from: oneLine(organization.name), to: contact.phone ?? '', text: `${text}${link}` }
  }
  return composeEmail(composition, renderText(step.subject), renderText(step.body), values.surveyLink)
}

export function showsLink({ subject, body }: Pick<Step, 'subject' | 'body'>): boolean {
  return [subject, body].some((text) =>
    (typeof text === 'string' ? [text] : Object.values(text ?? {})).some((words) => needsLink(String(words))),
  )
}

function composeEmail(composition: Composition, subject: string, body: string, surveyUrl: string): EmailMessage {
  const { step, contact, organization, survey, sendingStepId } = composition
  const language = chooseLanguage(composition)
  const unsubscribeUrl = `${env.baseUrl}/u/${signToken('unsubscribe', sendingStepId)}`
  const sender: Sender = {
    organization: oneLine(organization.name),
    brandColor: organization.brandColor,
    postalAddress: organization.postalAddress,
    language,
    unsubscribeUrl,
  }
  const [question] = survey ? readQuestions(survey) : []
  const rendered = question
    ? renderSurveyEmail({
        sender,
        firstName: plainName(contact.firstName),
        question: { text: wordingIn(question.text, language), scale: isScale(question.type) ? question.type : null },
        surveyUrl,
        subject: subject || undefined,
        intro: body || undefined,
        isGreeted: greetsReader(step.body ? wordingIn(step.body as LocalizedText, language) : ''),
      })
    : renderTextEmail(sender, subject, body)
  const from = env.mailFrom.address
  return {
    channel: 'email',
    from: { name: oneLine(organization.name), address: from },
    to: { name: plainName([contact.firstName, contact.lastName].filter(Boolean).join(' ')), address: contact.email },
    ...(organization.replyTo === null
      ? {}
      : { replyTo: { name: oneLine(organization.name), address: organization.replyTo } }),
    ...rendered,
    subject: rendered.subject.replace(/\s+/g, ' '),
    messageId: messageIdOf(sendingStepId),
    headers: {
      // RFC 8058: one-click unsubscribe with a single POST.
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': listIdOf('surveys', organization.id),
      // RFC 3834: suppresses out-of-office replies.
      'Auto-Submitted': 'auto-generated',
    },
  }
}

function placeholderValues({ contact, organization, surveyStepId, locationId }: Composition): Placeholders {
  return {
    firstName: plainName(contact.firstName),
    lastName: plainName(contact.lastName ?? ''),
    email: contact.email,
    organization: oneLine(organization.name),
    surveyLink: surveyStepId === null ? '' : `${env.baseUrl}/s/${signToken('survey', surveyStepId)}`,
    reviewLinks: linksFor(organization.reviewLinks, locationId)
      .map(({ label, url }) => `${label}: ${url}`)
      .join('\n'),
  }
}

function chooseLanguage({ contact, organization }: Composition): Language {
  return Language.catch('en').parse(contact.preferredLanguage ?? organization.defaultLanguage)
}
