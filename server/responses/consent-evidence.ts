import type { Response as ResponseRecord } from '@/prisma/generated/client'
import { now } from '../clock'
import type { OrganizationBranding } from '../sender-profile/branding'
import { pickPrivacyNotice } from '../sender-profile/constants'
import type { Language } from '../validation/schema'
import { asStoredAnswers } from './responses'
import type { AnswerWithOptionLabels } from './schema'

type Context = { organization: OrganizationBranding; language: Language }

/**
 * Adds to each consent when and in which language it was given, and the privacy notice that the page showed. Its wording is the `text` of the
 * answer. All of it is part of the answer, so later changes of the survey or the notice do not change it.
 */
export function addConsentEvidence(
  answers: readonly AnswerWithOptionLabels[],
  { organization, language }: Context,
): AnswerWithOptionLabels[] {
  const { text, url } = pickPrivacyNotice(organization.privacyNotice, language)
  const consent = { givenAt: now().toISOString(), language, privacyText: text, privacyUrl: url }
  return answers.map((answer) => (answer.type === 'consent' ? { ...answer, consent } : answer))
}

type ConsentRow = Pick<
  ResponseRecord,
  'answers' | 'language' | 'submittedAt' | 'createdAt' | 'channel' | 'sendingId' | 'surveyLinkId'
>

/** The consents of a response, for a contact's data. Those given before the evidence was stored have the time of the response. */
export function presentConsents(row: ConsentRow) {
  const { channel, sendingId, surveyLinkId } = row
  return asStoredAnswers(row.answers)
    .filter(({ type }) => type === 'consent')
    .map(({ questionId, text, value, consent }) => ({
      questionId,
      wording: text,
      value,
      givenAt: consent?.givenAt ?? (row.submittedAt ?? row.createdAt).toISOString(),
      language: consent?.language ?? row.language,
      privacyText: consent?.privacyText ?? null,
      privacyUrl: consent?.privacyUrl ?? null,
      channel,
      sendingId,
      surveyLinkId,
    }))
}
