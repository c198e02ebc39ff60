import { Unauthenticated } from '../../errors'
import { Language } from '../../fields/schema'
import { getOrganization } from '../../organizations/organizations'
import { requireScope } from '../../principal'
import { normalizeQuestions, readQuestions } from '../../surveys/questions'
import { CreateSurvey } from '../../surveys/schema'
import { refuseCrossSite } from '../csrf'
import { logFailure, toAppError } from '../error-mapping'
import { readJsonObject } from '../request-body'
import { principalIn } from '../session/session'
import type { SurveyForm } from './survey-pages'

const Draft = CreateSurvey.extend({ name: CreateSurvey.shape.name.catch('Draft'), language: Language })

/**
 * Renders a survey from the unsaved editor state. Nothing is stored.
 * @returns an error status if the draft is invalid or there is no session.
 */
export async function previewSurvey(request: Request): Promise<SurveyForm | { status: number }> {
  try {
    refuseCrossSite(request)
    const principal = await principalIn(request.headers)
    if (!principal) throw new Unauthenticated()
    requireScope(principal, 'surveys:read')
    const { type, questions, language } = Draft.parse(await readJsonObject(request))
    const { name, brandColor } = await getOrganization(principal.organizationId)
    return {
      kind: 'form',
      asker: { name, brandColor },
      language,
      questions: readQuestions({ type, questions: normalizeQuestions(type, questions) }),
      given: new Map(),
      faults: new Map(),
    }
  } catch (error) {
    logFailure(error, { page: 'survey preview' })
    return { status: toAppError(error).status }
  }
}
