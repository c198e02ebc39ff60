import { v7 as uuidv7 } from 'uuid'
import type { Response as ResponseRecord } from '@/prisma/generated/client'
import { now, runWithClockOffset } from '../clock'
import { db, type Tx } from '../db'
import type { OrganizationBranding } from '../sender-profile/branding'
import type { FieldValues } from '../surveys/fields/constants'
import type { SurveyLayout } from '../surveys/logic/schema'
import { type Question, ScoreBand } from '../surveys/schema'
import { chooseThanks, type ThanksPage } from '../surveys/thanks/thanks'
import { type DomainEvent, transact } from '../unit-of-work'
import type { Language } from '../validation/schema'
import { findChangeableSince } from './change-response'
import { addConsentEvidence } from './consent-evidence'
import { executeSubmitResponse } from './queries'
import { asStoredAnswers, presentResponse } from './responses'
import type { AnswerWithOptionLabels, Response } from './schema'
import { computeScores } from './scores'
import { findSurveyRequest, lockSurveyRequest, type SurveyRequest } from './survey-request'
import {
  type AnswerErrorCode,
  answersEqual,
  type FormAnswers,
  toFormAnswers,
  validateAnswers,
} from './validate-answers'

type SubmissionContext = {
  /** A recent read of the link. The write succeeds only if that data is still current. */
  snapshot?: SurveyRequest | undefined
  secondsToComplete?: number | null
  /** Values of hidden fields that the form sent. Stored ones that it did not send stay. */
  fields?: FieldValues
}

type FormSurvey = { questions: Question[]; layout: SurveyLayout; mayRedirect: boolean }

/** `changeableSince`: when the answers were given, in milliseconds; null if they can no longer be changed. */
export type SurveyPageState =
  | { state: 'unknown' }
  | ({ organization: OrganizationBranding; language: Language } & (
      | { state: 'archived' }
      | ({
          state: 'submitted'
          changeableSince: number | null
          band: ScoreBand | null
          thanks: ThanksPage
          answers: FormAnswers
          request: SurveyRequest
        } & FormSurvey)
      | ({ state: 'open'; answers: FormAnswers; request: SurveyRequest } & FormSurvey)
    ))

/**
 * Only `submitted` with `isNew` has written anything. `hasSameAnswers`: the stored response equals the submitted answers, for example in a
 * retry after a lost connection.
 */
export type SubmissionResult =
  | { state: 'unknown' | 'archived' }
  | { state: 'submitted'; isNew: boolean; hasSameAnswers: boolean; response: Response }
  | ({ state: 'invalid'; errors: Map<string, AnswerErrorCode> } & FormSurvey)

export async function getSurveyPageState(
  token: string,
  requestedLanguage: Language | undefined,
): Promise<SurveyPageState> {
  const request = await findSurveyRequest(token)
  if (!request) return { state: 'unknown' }
  const { survey, organization, response } = request
  const language = requestedLanguage ?? request.language
  const { questions, layout, mayRedirect } = survey
  const stored = asStoredAnswers(response?.answers ?? [])
  const answers = toFormAnswers(stored)
  const form = { organization, language, questions, layout, mayRedirect, answers, request }
  if (response?.isSubmitted) {
    const band = ScoreBand.nullable().parse(response.band)
    const thanks = chooseThanks(survey, band, stored)
    const changeableSince = survey.isOpen ? findChangeableSince(request, response) : null
    return { state: 'submitted', ...form, changeableSince, band, thanks }
  }
  return survey.isOpen ? { state: 'open', ...form } : { state: 'archived', organization, language }
}

/** @param fields those that the form sent */
export async function savePartialResponse(
  token: string,
  form: FormAnswers,
  language: Language,
  fields: FieldValues = {},
): Promise<boolean> {
  return transact(async ({ tx }) => {
    const request = await lockSurveyRequest(tx, token)
    if (!request || request.response?.isSubmitted || !request.survey.isOpen) return false
    const { answers } = validateAnswers(request.survey.questions, form, language)
    if (answers.length === 0 && !request.response) return false
    await writePartial(tx, request, { answers, language, fields })
    return true
  })
}

const MAX_ATTEMPTS = 4

/**
 * Submits a response in one statement: its scores, the status of the sending's step, the events `new_response` and, for a detractor,
 * `detractor_response`, and a row that queues the response for the alert rules. A low score opens its case. A second submission, also a
 * concurrent one, finds the first and changes nothing.
 */
export async function submitResponse(
  token: string,
  form: FormAnswers,
  language: Language,
  { snapshot, secondsToComplete = null, fields = {} }: SubmissionContext = {},
): Promise<SubmissionResult> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const request = (attempt === 1 && snapshot) || (await findSurveyRequest(token))
    if (!request) return { state: 'unknown' }
    const { organizationId, survey, response } = request
    const { answers, errors } = validateAnswers(survey.questions, form, language)
    if (response?.isSubmitted) {
      const stored = await db.response.findFirst({ where: { id: response.id, organizationId } })
      if (!stored) continue
      const hasSameAnswers = answersEqual(answers, asStoredAnswers(stored.answers))
      return { state: 'submitted', isNew: false, hasSameAnswers, response: presentResponse(stored) }
    }
    if (!survey.isOpen) return { state: 'archived' }
    if (errors.size > 0) {
      const { questions, layout, mayRedirect } = survey
      return { state: 'invalid', questions, layout, mayRedirect, errors }
    }
    const isFirst = !response?.countsInScores
    const { clockOffsetMs, hasAlertRules } = request
    const content = { answers, language, secondsToComplete, fields }
    const row = runWithClockOffset(clockOffsetMs, () => completedRow(request, content))
    const store = () => storeResponseWithEvents(row, { isFirst, hasAlertRules })
    if (await runWithClockOffset(clockOffsetMs, store))
      return { state: 'submitted', isNew: true, hasSameAnswers: true, response: presentResponse(row) }
    // The data changed since it was read: retry.
  }
  throw new Error(`the data of the survey link changed in each of ${MAX_ATTEMPTS} attempts`)
}

/**
 * Writes a response that counts, with its events.
 * @param isFirst false if the response counted before: no event or alert is sent again.
 * @returns false, with nothing written, if the data that the row was made from has changed.
 */
export async function storeResponseWithEvents(
  row: ResponseRecord,
  { isFirst, hasAlertRules }: { isFirst: boolean; hasAlertRules: boolean },
): Promise<boolean> {
  const kinds: DomainEvent['kind'][] = row.isDetractor ? ['new_response', 'detractor_response'] : ['new_response']
  const { organizationId } = row
  const payload = presentResponse(row)
  return executeSubmitResponse(
    row,
    isFirst ? kinds.map((kind) => ({ organizationId, kind, payload })) : [],
    hasAlertRules,
  )
}

type PartialContent = { answers: AnswerWithOptionLabels[]; language: Language; fields: FieldValues }
type CompletedContent = PartialContent & { secondsToComplete: number | null }

/**
 * createdAt is the time when the response starts to count, usually its submission: clients that poll by createdAt must not miss
 * responses that were started earlier.
 */
function completedRow(
  { organization, subject, survey, response }: SurveyRequest,
  { answers, language, secondsToComplete, fields }: CompletedContent,
): ResponseRecord {
  const at = now()
  return {
    id: response?.id ?? uuidv7(),
    ...subject,
    surveyVersion: survey.version,
    status: 'completed',
    language,
    answers: addConsentEvidence(answers, { organization, language }),
    fields: { ...response?.fields, ...fields },
    ...computeScores(survey.type, answers),
    importId: null,
    surveyLinkId: null,
    flag: null,
    flaggedContact: null,
    // submit_response opens the case of a low score.
    caseState: null,
    assigneeId: null,
    dueOn: null,
    remindedOn: null,
    submittedAt: at,
    changedAt: null,
    secondsToComplete,
    createdAt: response?.countsInScores ? response.createdAt : at,
    updatedAt: at,
  }
}

async function writePartial(
  tx: Tx,
  { organizationId, organization, subject, survey, response }: SurveyRequest,
  { language, fields, ...partial }: PartialContent,
): Promise<void> {
  const answers = addConsentEvidence(partial.answers, { organization, language })
  const content = {
    surveyVersion: survey.version,
    language,
    answers,
    fields: { ...response?.fields, ...fields },
    ...computeScores(survey.type, answers),
  }
  if (response) {
    await tx.response.update({ where: { id: response.id, organizationId }, data: content, select: { id: true } })
    // A response that counts already may now have a low score, which opens its case.
    await tx.response.updateMany({
      where: { id: response.id, organizationId, status: 'completed', band: 'negative', caseState: null },
      data: { caseState: 'open' },
    })
  } else {
    await tx.response.create({ data: { status: 'partial', ...content, ...subject }, select: { id: true } })
  }
}
