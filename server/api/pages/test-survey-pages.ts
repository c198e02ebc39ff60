import { fillThanks, loadRecallValues } from '../../responses/recall-values'
import { computeScores } from '../../responses/scores'
import { findTestSurvey, type TestSurvey } from '../../responses/test-survey'
import { type FormAnswers, validateAnswers } from '../../responses/validate-answers'
import type { FieldValues } from '../../surveys/fields/constants'
import { ScoreBand } from '../../surveys/schema'
import { chooseThanks } from '../../surveys/thanks/thanks'
import type { Language } from '../../validation/schema'
import { readUrlEncodedForm } from '../request-body'
import { readAddress, readAnswers, readCarriedFields, withPreselectedScore } from './page-parameters'
import {
  MAX_SURVEY_FORM_BYTES,
  type PublicNoticePageData,
  type PublicPageResult,
  parseLanguage,
  presentNotice,
  withErrorPage,
} from './public-page'
import type { SurveyFormPageData } from './survey-pages'
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
    const { prefill, ...address } = readAddress(survey, searchParams)
    const answers = withPreselectedScore(questions, prefill, searchParams.get('score'))
    const page = { organization, language, ...address, isTest: true }
    const recall = await loadTestRecall(survey, { answers, fields: address.fields, language })
    return { status: 200, page: { kind: 'form', ...page, ...step, answers, faults: new Map(), recall } }
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
    const fields = readCarriedFields(survey, form)
    const recall = await loadTestRecall(survey, { answers: submitted, fields, language })
    const page = { organization, language, isTest: true }
    const formPage = {
      kind: 'form',
      ...page,
      fields,
      addressParameters: Object.entries(fields),
      recall,
    } as const
    const step = takeStep(survey, form, submitted)
    if (step) return { status: 200, page: { ...formPage, ...step, answers: submitted } }
    const { answers, errors } = validateAnswers(questions, submitted, language)
    if (errors.size > 0) {
      const invalid = { ...toFormStep(survey, submitted, errors), answers: submitted, faults: errors }
      return { status: 400, page: { ...formPage, ...invalid } }
    }
    const band = ScoreBand.nullable().parse(computeScores(type, answers).band)
    const thanks = fillThanks(chooseThanks(survey, band, answers), recall, language)
    return { status: 200, page: { kind: 'notice', notice: 'thanks', ...page, band, thanks } }
  })
}

/** A test has no contact: names and properties show their fallbacks. */
function loadTestRecall(
  survey: TestSurvey,
  { answers, fields, language }: { answers: FormAnswers; fields: FieldValues; language: Language },
) {
  return loadRecallValues({ organizationId: survey.organizationId, survey, contact: null, fields }, answers, language)
}
