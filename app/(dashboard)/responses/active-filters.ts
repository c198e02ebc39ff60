import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { describeValue } from '@/components/surveys/results/describe-value'
import type { Option } from '@/components/ui/controls/select'
import type { ActiveFilter } from '@/components/ui/lists/filter-bar'
import { getPageCaller } from '@/server/api/session/page-caller'
import { ASSIGNEE_FILTERS, type CASE_FILTERS } from '@/server/cases/constants'
import { parseAnswerKey } from '@/server/responses/constants'
import type { BrowseResponses } from '@/server/responses/schema'
import { pickTranslation } from '@/server/surveys/constants'
import { listResultsFilters } from '../surveys/list-results-filters'

export type MasterDataFilters = Record<'location' | 'employee' | 'company', Option | null>

/** Active filters of the list as labels, each with its URL parameters. @param names of surveys, tags and members. */
export async function listActiveFilters(
  query: BrowseResponses,
  { location, employee, company }: MasterDataFilters,
  names: ReadonlyMap<string, string>,
): Promise<ActiveFilter[]> {
  const [t, cases, common, locale] = await Promise.all([getT('responses'), getT('cases'), getT('common'), getLocale()])
  const shortDate = (date: string) => formatDate(date, locale, 'UTC')
  const displayName = (id: string) => names.get(id) ?? common('unknown')
  const assigneeName = (value: string) => {
    const keyword = ASSIGNEE_FILTERS.find((filter) => filter === value)
    return keyword ? cases(`filters.${keyword}`) : displayName(value)
  }
  const or = new Intl.ListFormat(locale, { type: 'disjunction' })
  const contactName = query.contact_id && (await readContactName(query.contact_id))
  const linkName = query.survey_link_id && (await readLinkName(query.survey_link_id))
  const chip = <T>(param: string, value: T | null | undefined, label: (value: T) => string): ActiveFilter[] =>
    value === undefined || value === null ? [] : [{ params: [param], label: label(value) }]
  return [
    ...chip('search', query.search, (search) => t('filterSearch', { search })),
    ...chip('survey', query.survey_id, (id) => t('filterSurvey', { name: displayName(id) })),
    ...chip('contact', contactName, (name) => t('filterContact', { name })),
    ...chip('location', location, ({ label }) => t('filterLocation', { name: label })),
    ...chip('employee', employee, ({ label }) => t('filterEmployee', { name: label })),
    ...chip('company', company, ({ label }) => t('filterCompany', { name: label })),
    ...chip('band', query.band, (band) => t('filterBand', { band: common(`band.${band}`) })),
    ...chip('channel', query.channel, (channel) => t('filterChannel', { channel: t(`channels.${channel}`) })),
    ...(await listOriginFilters(query)),
    ...chip('from', query.start_date, (date) => t('filterFrom', { date: shortDate(date) })),
    ...chip('to', query.end_date, (date) => t('filterTo', { date: shortDate(date) })),
    ...chip('min', query.rating_min, (score) => t('filterMin', { score: String(score) })),
    ...chip('max', query.rating_max, (score) => t('filterMax', { score: String(score) })),
    ...chip('metric', query.metric, (metric) => t('filterMetric', { metric: metric.toUpperCase() })),
    ...chip('new', query.new, () => t('filterNew')),
    ...chip('link', linkName, (name) => t('filterLink', { name })),
    ...chip('status', query.status === 'partial' ? query.status : null, () => t('filterPartial')),
    ...chip('status', query.status === 'flagged' ? query.status : null, () => t('filterFlagged')),
    ...chip('case', query.case, (state) => cases('filters.caseIs', { state: caseStateLabel(cases, state) })),
    ...chip('assignee', query.assignee, (value) => cases('filters.assigneeIs', { name: assigneeName(value) })),
    ...chip('tag', query.tag_id, (ids) => cases('filters.tagIs', { name: or.format(ids.map(displayName)) })),
  ]
}

export function caseStateLabel(
  t: Awaited<ReturnType<typeof getT<'cases'>>>,
  state: (typeof CASE_FILTERS)[number],
): string {
  return state === 'unresolved' ? t('filters.unresolved') : t(`state.${state}`)
}

async function readLinkName(id: string): Promise<string> {
  const [common, caller] = await Promise.all([getT('common'), getPageCaller()])
  return (await caller.surveyLinks.name({ id }).catch(() => null))?.data.name ?? common('unknown')
}

async function readContactName(id: string): Promise<string> {
  const [t, caller] = await Promise.all([getT('responses'), getPageCaller()])
  const { data } = await caller.responses.browse({ contact_id: id, page: 1, limit: 1 })
  return data[0]?.contact?.name ?? t('deletedContact')
}

/** Filters that the results of a survey lead here with. */
async function listOriginFilters(query: BrowseResponses): Promise<ActiveFilter[]> {
  const [t, caller] = await Promise.all([getT('surveyResults'), getPageCaller()])
  const { data: segments } = query.segment_id === undefined ? { data: [] } : await caller.segments.names()
  const filters = await listResultsFilters(
    { id: '', ...pickOrigin(query) },
    { location: null, employee: null, company: null },
    segments,
  )
  if (query.answer === undefined) return filters
  return [...filters, { params: ['answer'], label: t('filters.answerIs', { answer: await describeAnswer(query) }) }]
}

function pickOrigin({ language, segment_id, property, survey_version, field }: BrowseResponses) {
  return {
    ...(language === undefined ? {} : { language }),
    ...(survey_version === undefined ? {} : { survey_version }),
    ...(segment_id === undefined ? {} : { segment_id }),
    ...(property === undefined ? {} : { property }),
    ...(field === undefined ? {} : { field }),
  }
}

/** The question and, if it is about one answer, its words. */
async function describeAnswer({ survey_id: surveyId, answer = '' }: BrowseResponses): Promise<string> {
  const [caller, locale] = await Promise.all([getPageCaller(), getLocale()])
  const { questionId, type, value } = parseAnswerKey(answer) ?? { questionId: '', type: '', value: null }
  const survey =
    surveyId === undefined ? null : await caller.surveys.getWithQuestions({ id: surveyId }).catch(() => null)
  const question = survey?.data.questions.find((one) => one.id === questionId && one.type === type)
  if (!question) return [questionId, value].filter(Boolean).join(' – ')
  const text = pickTranslation(question.text, locale)
  if (value === null) return text
  const label = question.options?.find(({ id }) => id === value)?.label ?? null
  return `${text} – ${await describeValue(question, { value, label })}`
}
