import { z } from 'zod'
import { Unauthenticated } from '../../errors'
import { requireScope } from '../../principal'
import { fillThanks } from '../../responses/recall-values'
import { getBranding, type OrganizationBranding } from '../../sender-profile/branding'
import { BrandColor, PageLook } from '../../sender-profile/schema'
import { MAX_ENDINGS } from '../../surveys/constants'
import { SurveyFields } from '../../surveys/fields/schema'
import { Ending, Slug } from '../../surveys/logic/schema'
import { listQuestionsIncludingMetric, normalizeQuestions } from '../../surveys/questions'
import type { RecallValues } from '../../surveys/recall/wording'
import { CreateSurvey, ScoreBand } from '../../surveys/schema'
import { BandThanks, destinationFields } from '../../surveys/thanks/schema'
import { omitUnset, type ThanksPage } from '../../surveys/thanks/thanks'
import { Language } from '../../validation/schema'
import { requireSameOriginJsonRequest } from '../csrf'
import { logServerError, toAppError } from '../error-mapping'
import { readJsonObject } from '../request-body'
import { readPrincipalAndRateLimit } from '../session/session'
import type { PublicNoticePageData } from './public-page'
import type { SurveyFormPageData } from './survey-pages'

// A link that is not complete yet does not hide the rest.
const lenientLinks = {
  button: destinationFields.button.catch(null),
  redirectUrl: destinationFields.redirectUrl.catch(null),
}
const DraftThanks = BandThanks.extend(lenientLinks).exactOptional()

const Draft = CreateSurvey.extend({
  name: CreateSurvey.shape.name.catch('Draft'),
  language: Language,
  fields: SurveyFields.catch([]),
  endings: z.array(Ending.extend(lenientLinks)).max(MAX_ENDINGS).exactOptional(),
  thanks: z
    .object({ positive: DraftThanks, neutral: DraftThanks, negative: DraftThanks, plain: DraftThanks })
    .exactOptional(),
  /** In place of the stored one, beside name and logo. */
  branding: z.object({ brandColor: BrandColor.nullable(), look: PageLook }).exactOptional(),
  question: Slug.exactOptional().describe(
    'The question to show of a survey with one on a page. By default, the first.',
  ),
  page: z.string().max(100).exactOptional().describe('A band of thanks, or `ending:` and an id. By default, the form.'),
})
type Draft = z.infer<typeof Draft>

/** The sample person of message previews; anything else shows its fallback. */
const SAMPLE_RECALL: RecallValues = new Map([
  ['firstName', 'Alex'],
  ['lastName', 'Martin'],
])

/**
 * Renders a survey from the unsaved editor state, or its thanks. Nothing is stored.
 * @returns an error status if the draft is invalid or there is no session.
 */
export async function previewSurvey(
  request: Request,
): Promise<SurveyFormPageData | PublicNoticePageData | { status: number }> {
  try {
    requireSameOriginJsonRequest(request)
    const principal = await readPrincipalAndRateLimit(request.headers)
    if (!principal) throw new Unauthenticated()
    requireScope(principal, 'surveys:read')
    const draft = Draft.parse(await readJsonObject(request))
    const organization = { ...(await getBranding(principal.organizationId)), ...draft.branding }
    if (draft.page !== undefined) return presentDraftThanks(draft, draft.page, organization)
    const { type, endings = [], language, layout = 'all' } = draft
    const questions = listQuestionsIncludingMetric({
      type,
      questions: normalizeQuestions(type, draft.questions, endings),
    })
    const current = questions.find(({ id }) => id === draft.question) ?? questions[0]
    return {
      kind: 'form',
      organization,
      language,
      questions,
      layout,
      ...(layout === 'one' ? { current: current?.id } : {}),
      mayRedirect: false,
      answers: new Map(),
      faults: new Map(),
      recall: SAMPLE_RECALL,
    }
  } catch (error) {
    logServerError(error, { page: 'survey preview' })
    return { status: toAppError(error).status }
  }
}

function presentDraftThanks(
  { endings = [], thanks = {}, language }: Draft,
  page: string,
  organization: OrganizationBranding,
): PublicNoticePageData {
  const notice = { kind: 'notice', notice: 'thanks', organization, language } as const
  const ending = endings.find(({ id }) => page === `ending:${id}`)
  const fill = (shown: ThanksPage) => fillThanks(shown, SAMPLE_RECALL, language)
  if (ending) return { ...notice, band: null, thanks: fill({ ...omitUnset(ending), text: ending.text ?? null }) }
  const band = ScoreBand.safeParse(page).data ?? null
  return { ...notice, band, thanks: fill(omitUnset(thanks[band ?? 'plain'] ?? {})) }
}
