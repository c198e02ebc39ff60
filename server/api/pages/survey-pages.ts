import { consumePublicFormLimit } from '../../rate-limit/public-form-rate-limit'
import { fillThanks, loadRecallValues } from '../../responses/recall-values'
import type { Response } from '../../responses/schema'
import { computeScores } from '../../responses/scores'
import {
  getSurveyPageState,
  type SurveyPageState,
  savePartialResponse,
  submitResponse,
} from '../../responses/submit-response'
import { secondsSinceOpening } from '../../responses/time-to-complete'
import type { AnswerErrorCode, FormAnswers } from '../../responses/validate-answers'
import type { OrganizationBranding } from '../../sender-profile/branding'
import type { FieldValues } from '../../surveys/fields/constants'
import type { RecallValues } from '../../surveys/recall/wording'
import { ScoreBand } from '../../surveys/schema'
import { chooseRedirectUrl, chooseThanks } from '../../surveys/thanks/thanks'
import type { Language } from '../../validation/schema'
import { readUrlEncodedForm } from '../request-body'
import { readBasedOn, takeAnswerChange } from './answer-changes'
import type { OpenLinkFormData } from './open-link-page-data'
import { readAddress, readAnswers, readCarriedFields, withPreselectedScore } from './page-parameters'
import {
  MAX_SURVEY_FORM_BYTES,
  type PublicNoticePageData,
  type PublicPageResult,
  parseLanguage,
  presentNotice,
  withErrorPage,
} from './public-page'
import { type FormStep, takeStep, toFormStep } from './survey-steps'

/* Transport of the page behind a survey link. The routes render it. */

export type SurveyFormPageData = {
  kind: 'form'
  organization: OrganizationBranding
  language: Language
  answers: FormAnswers
  faults: ReadonlyMap<string, AnswerErrorCode>
  /** Values of hidden fields, which the form sends back; without signed ones. */
  fields?: FieldValues
  /** For the address of the page in another language. */
  addressParameters?: readonly (readonly [string, string])[]
  /** What fills the placeholders in its texts. */
  recall?: RecallValues
  /** When a survey link was opened, in milliseconds: its form sends it back. An open link has it in its token. */
  openedAt?: number | null
  /** When the submitted answers were given that this form changes, in milliseconds. */
  basedOn?: number
  /** Behind the link of a test message: nothing is stored. */
  isTest?: boolean
  openLink?: OpenLinkFormData
} & FormStep

/**
 * GET /s/<token>. `?score=` preselects the first answer without recording it; `?lang=` sets the language; `?change` is the form that changes
 * submitted answers.
 */
export function viewSurvey(token: string, request: Request) {
  return withErrorPage<SurveyFormPageData>(request, async () => {
    const { searchParams } = new URL(request.url)
    const survey = await getSurveyPageState(token, parseLanguage(searchParams.get('lang')))
    if (survey.state === 'unknown') return { status: 404, page: presentNotice('unknown', request) }
    const { organization, language } = survey
    if (survey.state === 'archived')
      return { status: 410, page: { kind: 'notice', notice: 'archived', organization, language, band: null } }
    if (survey.state === 'submitted') {
      const { changeableSince } = survey
      if (changeableSince !== null && searchParams.has('change'))
        return { status: 200, page: await presentChangeForm(survey, changeableSince) }
      const change = changeableSince === null ? {} : { changeHref: `/s/${token}?change&lang=${language}` }
      return { status: 200, page: { ...(await presentThanks(survey)), ...change } }
    }
    const { response } = survey.request
    const { prefill, addressParameters, ...address } = readAddress(survey.request.survey, searchParams)
    const fields = { ...response?.fields, ...address.fields }
    const score = searchParams.get('score')
    const answers = withPreselectedScore(survey.questions, new Map([...prefill, ...survey.answers]), score)
    const resumed = score === null ? survey.answers : new Map()
    const form = { ...toFormStep(survey, resumed), answers, faults: new Map(), addressParameters }
    return { status: 200, page: await presentForm(survey, { ...form, fields, openedAt: Date.now() }) }
  })
}

type OpenSurvey = Exclude<SurveyPageState, { state: 'unknown' | 'archived' }>
type FormState = Pick<SurveyFormPageData, 'answers' | 'faults' | 'openedAt' | 'basedOn' | 'addressParameters'> &
  FormStep & { fields: FieldValues }

async function presentForm(
  { organization, language, request }: OpenSurvey,
  form: FormState,
): Promise<SurveyFormPageData> {
  const { addressParameters = Object.entries(form.fields) } = form
  const recall = await loadRecallValues({ ...request, fields: form.fields }, form.answers, language)
  return { kind: 'form', organization, language, ...form, addressParameters, recall }
}

async function presentThanks({
  organization,
  language,
  band,
  request,
  ...survey
}: Submitted): Promise<PublicNoticePageData> {
  const { response, reviewLinks } = request
  const recall = await loadRecallValues({ ...request, fields: response?.fields ?? {} }, survey.answers, language)
  const thanks = fillThanks(survey.thanks, recall, language)
  return { kind: 'notice', notice: 'thanks', organization, language, band, thanks, reviewLinks }
}

function presentChangeForm(survey: Submitted, basedOn: number): Promise<SurveyFormPageData> {
  const { answers, request } = survey
  // From the first question: all of them have answers.
  const step = toFormStep(survey, new Map())
  return presentForm(survey, { ...step, answers, faults: new Map(), fields: request.response?.fields ?? {}, basedOn })
}

/**
 * POST /s/<token>: submits the response. With the field `_save`, only stores a partial response; with `_stay`, answers
 * with the resulting page instead of a redirect, for a script on a slow connection. Idempotent: a repeated submission
 * gets the same answer; a different one gets the `already` notice, and the first is kept, unless it
 * is a form that changes submitted answers (`_change`).
 */
export function submitSurvey(token: string, request: Request) {
  return withErrorPage<SurveyFormPageData>(request, async () => {
    const form = await readUrlEncodedForm(request, MAX_SURVEY_FORM_BYTES)
    const isSave = form.has('_save')
    const basedOn = readBasedOn(form)
    if (isSave && basedOn !== null) return { status: 204 }
    const survey = await getSurveyPageState(token, parseLanguage(form.get('_language')))
    if (survey.state !== 'open' && (isSave || survey.state !== 'submitted')) return viewSurvey(token, request)
    const { organization, language } = survey
    const answers = readAnswers(form)
    const openedAt = readOpenedAt(form)
    const { carried, fields } = readFields(survey.request, form)
    const step = survey.state === 'open' ? takeStep(survey, form, answers) : null
    const retryAfter = await consumePublicFormLimit(isSave || step ? 'save' : 'submission', token, request.headers)
    if (retryAfter !== null) {
      const page: PublicNoticePageData = { kind: 'notice', notice: 'tooMany', organization, language, band: null }
      return { status: 429, page, retryAfter }
    }
    if (survey.state === 'submitted' && basedOn !== null)
      return submitChange(survey, basedOn, { token, request, form, answers })
    if (isSave || step) await savePartialResponse(token, answers, language, carried)
    if (isSave) return { status: 204 }
    if (step) return { status: 200, page: await presentForm(survey, { ...step, answers, openedAt, fields }) }
    return submitAnswers(survey, { token, request, answers, fields, openedAt, isStaying: form.has('_stay') })
  })
}

/** @returns `fields`: with the stored ones that the form does not carry */
function readFields({ survey, response }: OpenSurvey['request'], form: URLSearchParams) {
  const carried = readCarriedFields(survey, form)
  return { carried, fields: { ...response?.fields, ...carried } }
}

type Submitted = Extract<SurveyPageState, { state: 'submitted' }>
type ChangeSubmission = { token: string; request: Request; form: URLSearchParams; answers: FormAnswers }

async function submitChange(
  survey: Submitted,
  basedOn: number,
  { token, request, form, answers }: ChangeSubmission,
): Promise<PublicPageResult<SurveyFormPageData | PublicNoticePageData>> {
  const { organization, language, request: source, changeableSince } = survey
  if (changeableSince === null)
    return { status: 200, page: { kind: 'notice', notice: 'late', organization, language, band: null } }
  const responseId = source.response?.id ?? ''
  const result = await takeAnswerChange(source, { responseId, basedOn, form, answers, language })
  if (result.state === 'form') {
    const { step, faults } = result
    const page = await presentForm(survey, { ...step, answers, faults, fields: source.response?.fields ?? {}, basedOn })
    return { status: faults.size > 0 ? 400 : 200, page }
  }
  if (result.state !== 'changed') {
    const notice = result.state === 'late' ? 'late' : 'changedSince'
    return { status: 200, page: { kind: 'notice', notice, organization, language, band: null } }
  }
  if (!form.has('_stay')) return { status: 303 }
  return viewSurvey(token, request)
}

type Submission = {
  token: string
  request: Request
  answers: FormAnswers
  fields: FieldValues
  openedAt: number | null
  isStaying: boolean
}

async function submitAnswers(
  survey: OpenSurvey,
  { token, request, answers, fields, openedAt, isStaying }: Submission,
): Promise<PublicPageResult<SurveyFormPageData | PublicNoticePageData>> {
  const { organization, language } = survey
  const snapshot = survey.state === 'open' ? survey.request : undefined
  const secondsToComplete = secondsSinceOpening(openedAt)
  const submission = await submitResponse(token, answers, language, { snapshot, secondsToComplete, fields })
  if (submission.state === 'invalid') {
    const { errors, ...invalid } = submission
    const form = { ...toFormStep(invalid, answers, errors), answers, faults: errors }
    return { status: 400, page: await presentForm(survey, { ...form, fields, openedAt }) }
  }
  if (submission.state !== 'submitted') return viewSurvey(token, request)
  if (!submission.hasSameAnswers)
    return { status: 200, page: { kind: 'notice', notice: 'already', organization, language, band: null } }
  const redirectUrl = findRedirectUrl(survey, submission.response.answers)
  if (!isStaying) return { status: 303, ...(redirectUrl ? { location: redirectUrl } : {}) }
  const view = await viewSurvey(token, request)
  if (redirectUrl && 'page' in view && view.page.kind === 'notice') view.page.isRedirect = true
  return view
}

function findRedirectUrl(survey: OpenSurvey, answers: Response['answers']): string | null {
  const { survey: content, reviewLinks } = survey.request
  if (survey.state === 'submitted') return chooseRedirectUrl(survey.thanks, reviewLinks)
  const band = ScoreBand.nullable().parse(computeScores(content.type, answers).band)
  return chooseRedirectUrl(chooseThanks(content, band, answers), reviewLinks)
}

function readOpenedAt(form: URLSearchParams): number | null {
  const value = form.get('_opened') ?? ''
  return /^\d{1,15}$/.test(value) ? Number(value) : null
}
