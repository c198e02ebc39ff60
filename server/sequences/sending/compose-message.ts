import type { PropertyDefinition } from '../../contact-properties/constants'
import { buildPropertyPlaceholders } from '../../contact-properties/property-placeholders'
import { signToken } from '../../encryption'
import { buildPublicUrl } from '../../link-domains/public-url'
import type { EmailMessage, Message, SmsMessage } from '../../messaging/message'
import { buildFeedbackId, buildListId, buildMessageId } from '../../messaging/message-id'
import {
  fillTemplate,
  findPlaceholderWithoutFallback,
  type PlaceholderName,
  startsWithGreeting,
} from '../../messaging/message-template'
import { countSegments, truncateToSegments } from '../../messaging/sms-text'
import type { ContactEmailLayoutData } from '../../messaging/templates/layout'
import { presentEmailQuestion } from '../../messaging/templates/present-email-question'
import { sanitizeName, toSingleLine } from '../../messaging/templates/sanitize-name'
import { renderSurveyEmail } from '../../messaging/templates/survey-email'
import { renderTextEmail } from '../../messaging/templates/text-email'
import { pickReviewLinksForLocation } from '../../organizations/review-links'
import { presentEmailSender } from '../../sender-profile/email-sender'
import { buildOrganizationSender, toSenderFields } from '../../sending-domains/organization-sender'
import { pickTranslation } from '../../surveys/constants'
import { listQuestionsIncludingMetric } from '../../surveys/questions'
import { Language, type LocalizedText } from '../../validation/schema'
import { SMS_SEGMENTS_MAX } from '../sms-length'
import type { LoadedStep } from './find-next-step'
import type { RecipientRow } from './in-memory-sending'
import type { BatchOrganizationRow } from './queries'
import { buildSurveyShortLink } from './survey-short-link'

/**
 * @property sendingStepId the unsubscribe link and the Message-ID refer to it
 * @property surveyStepId the first step that sent this survey in this sending; the survey link refers to it
 * @property surveyLink of a test message, instead of that link
 */
export type MessageContext = {
  step: LoadedStep
  sendingStepId: string
  surveyStepId: string | null
  surveyLink?: string
  survey: { type: string; questions: unknown } | null
  contact: Pick<RecipientRow, 'email' | 'phone' | 'firstName' | 'lastName' | 'preferredLanguage' | 'customFields'>
  organization: Pick<
    BatchOrganizationRow,
    | 'id'
    | 'name'
    | 'fromName'
    | 'brandColor'
    | 'pageLook'
    | 'logo'
    | 'postalAddress'
    | 'footerText'
    | 'tracksOpensAndClicks'
    | 'replyTo'
    | 'defaultLanguage'
    | 'reviewLinks'
    | 'sendingDomain'
    | 'linkDomain'
  >
  contactProperties: readonly PropertyDefinition[]
  locationId: string | null
}

export function composeMessage(composition: MessageContext): Message {
  const { step } = composition
  const values = buildPlaceholderValues(composition)
  const renderText = (text: unknown) =>
    text ? fillTemplate(pickTranslation(text as LocalizedText, chooseLanguage(composition)), values) : ''
  if (step.type === 'sms') return composeSms(composition, renderText(step.body), values.surveyLink)
  return composeEmail(composition, renderText(step.subject), renderText(step.body), values)
}

function composeSms(
  { contact, organization, survey, sendingStepId, surveyStepId }: MessageContext,
  text: string,
  surveyLink: string,
): SmsMessage {
  const isLinked = surveyStepId !== null && (survey !== null || text.includes(surveyLink))
  return {
    channel: 'sms',
    from: toSingleLine(organization.name),
    to: contact.phone ?? '',
    statusToken: signToken('sms-status', sendingStepId),
    text: isLinked ? fitTextWithLink(text, surveyLink) : (truncateToSegments(text, SMS_SEGMENTS_MAX, String) ?? text),
    ...(isLinked ? { linkedStepId: surveyStepId } : {}),
  }
}

/** Cuts a text that long values made too long, never its link. */
function fitTextWithLink(text: string, link: string): string {
  const withLink = (part: string) => (part.includes(link) ? part : `${part}\n${link}`)
  const complete = withLink(text)
  if (countSegments(complete) <= SMS_SEGMENTS_MAX) return complete
  const textWithoutLink = text
    .replaceAll(link, '')
    .replace(/[^\S\n]{2,}/g, ' ')
    .trim()
  return truncateToSegments(textWithoutLink, SMS_SEGMENTS_MAX, withLink) ?? complete
}

export function stepRequiresSurveyLink({ subject, body }: Pick<LoadedStep, 'subject' | 'body'>): boolean {
  return [subject, body].some((text) =>
    (typeof text === 'string' ? [text] : Object.values(text ?? {})).some((words) =>
      findPlaceholderWithoutFallback(String(words), 'surveyLink'),
    ),
  )
}

function composeEmail(
  composition: MessageContext,
  subject: string,
  body: string,
  values: ReturnType<typeof buildPlaceholderValues>,
): EmailMessage {
  const { step, contact, organization, survey, sendingStepId } = composition
  const language = chooseLanguage(composition)
  const unsubscribeUrl = buildPublicUrl(organization.linkDomain, `/u/${signToken('unsubscribe', sendingStepId)}`)
  const sender: ContactEmailLayoutData = {
    ...presentEmailSender(organization, language),
    brandColor: organization.brandColor,
    language,
    unsubscribeUrl,
  }
  const [question] = survey ? listQuestionsIncludingMetric(survey) : []
  const rendered = question
    ? renderSurveyEmail({
        branding: sender,
        firstName: sanitizeName(contact.firstName),
        question: presentEmailQuestion(question, language, new Map(Object.entries(values))),
        surveyUrl: values.surveyLink,
        subject: subject || undefined,
        intro: body || undefined,
        introHasGreeting: startsWithGreeting(step.body ? pickTranslation(step.body as LocalizedText, language) : ''),
      })
    : renderTextEmail(sender, subject, body)
  const from = buildOrganizationSender(organization.sendingDomain)
  const fromName = toSingleLine(organization.fromName ?? organization.name)
  return {
    channel: 'email',
    from: { name: fromName, address: from.address },
    to: { name: sanitizeName([contact.firstName, contact.lastName].filter(Boolean).join(' ')), address: contact.email },
    ...(organization.replyTo === null ? {} : { replyTo: { name: fromName, address: organization.replyTo } }),
    ...rendered,
    subject: rendered.subject.replace(/\s+/g, ' '),
    ...toSenderFields(from),
    tracksOpensAndClicks: organization.tracksOpensAndClicks,
    messageId: buildMessageId(sendingStepId, from.domain),
    headers: {
      // RFC 8058: one-click unsubscribe with a single POST.
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': buildListId('surveys', organization.id, from.domain),
      'Feedback-ID': buildFeedbackId(step.id, organization.id, survey ? 'survey' : 'email'),
      // RFC 3834: suppresses out-of-office replies.
      'Auto-Submitted': 'auto-generated',
    },
  }
}

export function buildPlaceholderValues(composition: MessageContext) {
  const { contact, contactProperties, organization, locationId } = composition
  return {
    ...buildPropertyPlaceholders(contact.customFields, contactProperties, chooseLanguage(composition)),
    firstName: sanitizeName(contact.firstName),
    lastName: sanitizeName(contact.lastName ?? ''),
    email: contact.email,
    organization: toSingleLine(organization.name),
    surveyLink: composition.surveyLink ?? buildSurveyLink(composition),
    reviewLinks: pickReviewLinksForLocation(organization.reviewLinks, locationId)
      .map(({ label, url }) => `${label}: ${url}`)
      .join('\n'),
  } satisfies Record<PlaceholderName, string>
}

function buildSurveyLink({ step, surveyStepId, organization: { linkDomain } }: MessageContext): string {
  if (surveyStepId === null) return ''
  return step.type === 'sms'
    ? buildSurveyShortLink(linkDomain, surveyStepId)
    : buildPublicUrl(linkDomain, `/s/${signToken('survey', surveyStepId)}`)
}

export function chooseLanguage({ contact, organization }: Pick<MessageContext, 'contact' | 'organization'>): Language {
  return Language.catch('en').parse(contact.preferredLanguage ?? organization.defaultLanguage)
}
