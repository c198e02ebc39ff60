import { hashToken } from '../auth/account-token'
import { MINUTE_MS, runWithClockOffset } from '../clock'
import { db } from '../db'
import { loadSurveyResults } from '../survey-results/load-survey-results'
import { type QuestionResults, type SurveyResults, SurveyResultsFilters } from '../survey-results/schema'
import { findSharedResultsRow, type SharedResultsRow } from './queries'

export type SharedPage = Omit<SharedResultsRow, 'filters'> & { filters: SurveyResultsFilters }

/** @returns null for a token that is unknown, revoked or expired, or whose survey or organization is gone */
export async function findSharedPage(token: string): Promise<SharedPage | null> {
  const row = await findSharedResultsRow(hashToken(token))
  return row && { ...row, filters: SurveyResultsFilters.parse(row.filters) }
}

/** The results as the page of the survey tells them now, without what is not shared. */
export async function loadSharedResults(page: SharedPage): Promise<SurveyResults> {
  const { organizationId, surveyId, filters, questionIds, showsTexts, clockOffsetMs } = page
  const results = await runWithClockOffset(clockOffsetMs, async () =>
    loadSurveyResults(organizationId, { ...filters, id: surveyId }),
  )
  const shown = results.questions.filter(({ id }) => questionIds === null || questionIds.includes(id))
  return {
    ...results,
    questions: shown.map((question) => ({ ...question, texts: toSharedTexts(question, showsTexts) })),
  }
}

function toSharedTexts({ texts }: QuestionResults, showsTexts: boolean): QuestionResults['texts'] {
  return showsTexts ? texts.map((text, index) => ({ ...text, responseId: String(index) })) : []
}

export type FilterNames = Record<'location' | 'employee' | 'company' | 'segment', string | null>

/** The names in the filters, of records that exist. */
export async function loadFilterNames({ organizationId, filters }: SharedPage): Promise<FilterNames> {
  const find = async (
    model: { findFirst: (query: { where: object; select: { name: true } }) => Promise<{ name: string } | null> },
    id: string | undefined,
  ) =>
    id === undefined
      ? null
      : ((await model.findFirst({ where: { organizationId, id }, select: { name: true } }))?.name ?? null)
  const [location, employee, company, segment] = await Promise.all([
    find(db.location, filters.location_id),
    find(db.employee, filters.employee_id),
    find(db.contactOrganization, filters.contact_organization_id),
    find(db.segment, filters.segment_id),
  ])
  return { location, employee, company, segment }
}

/** At most once a minute. */
export async function recordSharedView({ organizationId, id }: SharedPage): Promise<void> {
  const at = new Date()
  await db.sharedResults.updateMany({
    where: {
      organizationId,
      id,
      OR: [{ lastViewedAt: null }, { lastViewedAt: { lt: new Date(at.getTime() - MINUTE_MS) } }],
    },
    data: { lastViewedAt: at },
  })
}
