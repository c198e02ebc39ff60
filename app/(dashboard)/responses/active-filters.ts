import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import type { Option } from '@/components/ui/controls/select'
import type { ActiveFilter } from '@/components/ui/lists/filter-bar'
import { api } from '@/server/api/session/page-caller'
import { ASSIGNEE_FILTERS, type CASE_FILTERS } from '@/server/cases/vocabulary'
import type { BrowseResponses } from '@/server/responses/schema'

export type RecordFilters = { location: Option | null; employee: Option | null }

/** Active filters of the list as labels, each with its URL parameters. @param names of surveys, tags and members. */
export async function listActiveFilters(
  query: BrowseResponses,
  about: RecordFilters,
  names: ReadonlyMap<string, string>,
): Promise<ActiveFilter[]> {
  const [t, common, locale] = await Promise.all([getT('responses'), getT('common'), getLocale()])
  const { survey_id: surveyId, contact_id: contactId, band, start_date: from, end_date: to } = query
  const shortDate = (date: string) => formatDate(date, locale, 'UTC')
  const chip = (param: string, label: string | undefined): ActiveFilter[] =>
    label === undefined ? [] : [{ params: [param], label }]
  return [
    ...chip('search', query.search && t('filterSearch', { search: query.search })),
    ...chip('survey', surveyId && t('filterSurvey', { name: names.get(surveyId) ?? common('unknown') })),
    ...chip('contact', contactId && t('filterContact', { name: await readContactName(contactId) })),
    ...chip('location', about.location ? t('filterLocation', { name: about.location.label }) : undefined),
    ...chip('employee', about.employee ? t('filterEmployee', { name: about.employee.label }) : undefined),
    ...chip('band', band && t('filterBand', { band: common(`band.${band}`) })),
    ...chip('from', from && t('filterFrom', { date: shortDate(from) })),
    ...chip('to', to && t('filterTo', { date: shortDate(to) })),
    ...chip('min', query.rating_min === undefined ? undefined : t('filterMin', { score: String(query.rating_min) })),
    ...chip('max', query.rating_max === undefined ? undefined : t('filterMax', { score: String(query.rating_max) })),
    ...chip('metric', query.metric && t('filterMetric', { metric: query.metric.toUpperCase() })),
    ...chip('new', query.new && t('filterNew')),
    ...chip('status', query.status === 'partial' ? t('filterPartial') : undefined),
    ...(await caseFilters(query, names)),
  ]
}

async function caseFilters(query: BrowseResponses, names: ReadonlyMap<string, string>): Promise<ActiveFilter[]> {
  const [t, common] = await Promise.all([getT('cases'), getT('common')])
  const { case: state, assignee, tag_id: tagIds } = query
  const assigneeKeyword = ASSIGNEE_FILTERS.find((value) => value === assignee)
  const displayName = (id: string) => names.get(id) ?? common('unknown')
  return [
    ...(state ? [{ params: ['case'], label: t('filters.caseIs', { state: caseStateLabel(t, state) }) }] : []),
    ...(assignee
      ? [
          {
            params: ['assignee'],
            label: t('filters.assigneeIs', {
              name: assigneeKeyword ? t(`filters.${assigneeKeyword}`) : displayName(assignee),
            }),
          },
        ]
      : []),
    ...(tagIds ? [{ params: ['tag'], label: await tagsFilter(tagIds.map(displayName)) }] : []),
  ]
}

async function tagsFilter(names: readonly string[]): Promise<string> {
  const [t, locale] = await Promise.all([getT('cases'), getLocale()])
  return t('filters.tagIs', { name: new Intl.ListFormat(locale, { type: 'disjunction' }).format(names) })
}

export function caseStateLabel(
  t: Awaited<ReturnType<typeof getT<'cases'>>>,
  state: (typeof CASE_FILTERS)[number],
): string {
  return state === 'unresolved' ? t('filters.unresolved') : t(`state.${state}`)
}

async function readContactName(id: string): Promise<string> {
  const [t, caller] = await Promise.all([getT('responses'), api()])
  const { data } = await caller.responses.browse({ contact_id: id, page: 1, limit: 1 })
  return data[0]?.contact?.name ?? t('deletedContact')
}
