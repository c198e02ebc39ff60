import { computeScores } from '../../responses/scores'
import { findTestSurvey } from '../../responses/test-survey'
import { validateAnswers } from '../../responses/validate-answers'
import { ScoreBand } from '../../surveys/schema'
import { chooseThanks } from '../../surveys/thanks/thanks'
import { readUrlEncodedForm } from '../request-body'
import {
  MAX_SURVEY_FORM_BYTES,
  type PublicNoticePageData,
  type PublicPageResult,
  parseLanguage,
  presentNotice,
  readAnswers,
  type SurveyFormPageData,
  withErrorPage,
  withPreselectedScore,
} from './survey-pages'
import { takeStep, toFormStep } from './survey-steps'

export { isTestSurveyToken } from '../../responses/test-survey'

/* The survey page behind the link of a test message: it looks and checks like the real one, is marked as a test, and stores nothing. */

type Result = PublicPageResult<SurveyFormPageData | PublicNoticePageData>

export function viewTestSurvey(token: string, request: Request): Promise<Result> {
  return withErrorPage<SurveyFormPageData>(request, async () => {
    const { searchParams } = new URL(request.url)
    const survey = await findTestSurvey(token)
    if (!survey) return { status: 404, page: presentNotice('unknown', request) }
    const { organization, questions } = survey
    const step = toFormStep(survey, new Map())
    const language = parseLanguage(searchParams.get('lang')) ?? survey.language
    if (!survey.isOpen)
      return { status: 410, page: { kind: 'notice', notice: 'archived', organization, language, band: null } }
    const answers = withPreselectedScore(questions, new Map(), searchParams.get('score'))
    return {
      status: 200,
      page: { kind: 'form', organization, language, ...step, answers, faults: new Map(), isTest: true },
    }
  })
}

/** Thanks without a redirect, because there is no response to show after one. */
export function submitTestSurvey(token: string, request: Request): Promise<Result> {
  return withErrorPage<SurveyFormPageData>(request, async () => {
    const form = await readUrlEncodedForm(request, MAX_SURVEY_FORM_BYTES)
    const survey = await findTestSurvey(token)
    if (!survey?.isOpen) return viewTestSurvey(token, request)
    if (form.has('_save')) return { status: 204 }
    const { organization, questions, type } = survey
    const language = parseLanguage(form.get('_language')) ?? survey.language
    const submitted = readAnswers(form)
    const page = { organization, language, isTest: true }
    const step = takeStep(survey, form, submitted)
    if (step) return { status: 200, page: { kind: 'form', ...page, ...step, answers: submitted } }
    const { answers, errors } = validateAnswers(questions, submitted, language)
    if (errors.size > 0) {
      const invalid = { ...toFormStep(survey, submitted, errors), answers: submitted, faults: errors }
      return { status: 400, page: { kind: 'form', ...page, ...invalid } }
    }
    const band = ScoreBand.nullable().parse(computeScores(type, answers).band)
    const thanks = chooseThanks(survey, band, answers)
    return { status: 200, page: { kind: 'notice', notice: 'thanks', ...page, band, thanks } }
  })
}
