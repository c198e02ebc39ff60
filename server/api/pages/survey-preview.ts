import { Unauthenticated } from '../../errors'
import { requireScope } from '../../principal'
import { getBranding } from '../../sender-profile/branding'
import { listQuestionsIncludingMetric, normalizeQuestions } from '../../surveys/questions'
import { CreateSurvey } from '../../surveys/schema'
import { Language } from '../../validation/schema'
import { requireSameOriginJsonRequest } from '../csrf'
import { logServerError, toAppError } from '../error-mapping'
import { readJsonObject } from '../request-body'
import { readPrincipalAndRateLimit } from '../session/session'
import type { SurveyFormPageData } from './survey-pages'

const Draft = CreateSurvey.extend({ name: CreateSurvey.shape.name.catch('Draft'), language: Language })

/**
 * Renders a survey from the unsaved editor state. Nothing is stored.
 * @returns an error status if the draft is invalid or there is no session.
 */
export async function previewSurvey(request: Request): Promise<SurveyFormPageData | { status: number }> {
  try {
    requireSameOriginJsonRequest(request)
    const principal = await readPrincipalAndRateLimit(request.headers)
    if (!principal) throw new Unauthenticated()
    requireScope(principal, 'surveys:read')
    const { type, questions, endings = [], language } = Draft.parse(await readJsonObject(request))
    return {
      kind: 'form',
      organization: await getBranding(principal.organizationId),
      language,
      questions: listQuestionsIncludingMetric({ type, questions: normalizeQuestions(type, questions, endings) }),
      // All at once, because a preview has no script and sends no form.
      layout: 'all',
      answers: new Map(),
      faults: new Map(),
    }
  } catch (error) {
    logServerError(error, { page: 'survey preview' })
    return { status: toAppError(error).status }
  }
}
