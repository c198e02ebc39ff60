import { formatDate } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import type { Option } from '@/components/ui/controls/select'
import type { ActiveFilter } from '@/components/ui/lists/filter-bar'
import { readTextParam, type SearchParams } from '@/components/ui/search-params'
import { getPageCaller } from '@/server/api/session/page-caller'
import type { SurveyResultsQuery } from '@/server/survey-results/schema'

const SUBJECT_PARAMS = ['location', 'employee', 'company', 'vs_location', 'vs_employee', 'vs_company'] as const

export type ChosenSubjects = Record<(typeof SUBJECT_PARAMS)[number], Option | null>

/** The names of the locations, employees and companies in the page's address. */
export async function readChosenSubjects(params: SearchParams): Promise<ChosenSubjects> {
  const [common, caller] = await Promise.all([getT('common'), getPageCaller()])
  const getters = {
    location: caller.locations.get,
    employee: caller.employees.get,
    company: caller.contactOrganizations.get,
  }
  const entries = await Promise.all(
    SUBJECT_PARAMS.map(async (param) => {
      const id = readTextParam(params, param)
      if (id === undefined) return [param, null] as const
      const get = getters[param.replace('vs_', '') as 'location']
      const record = await get({ id }).catch(() => null)
      return [param, { value: id, label: record ? record.data.name : common('unknown') }] as const
    }),
  )
  return Object.fromEntries(entries) as ChosenSubjects
}

/** Labels of a query's filters without its period, each with its parameter. */
export async function listResultsFilters(
  query: SurveyResultsQuery,
  subjects: Pick<ChosenSubjects, 'location' | 'employee' | 'company'>,
  segments: readonly { id: string; name: string }[],
): Promise<ActiveFilter[]> {
  const [t, responses, common] = await Promise.all([getT('surveyResults'), getT('responses'), getT('common')])
  const chip = <T>(param: string, value: T | null | undefined, label: (value: T) => string): ActiveFilter[] =>
    value === undefined || value === null ? [] : [{ params: [param], label: label(value) }]
  const segmentName = (id: string) => segments.find((segment) => segment.id === id)?.name ?? common('unknown')
  return [
    ...chip('location', subjects.location, ({ label }) => responses('filterLocation', { name: label })),
    ...chip('employee', subjects.employee, ({ label }) => responses('filterEmployee', { name: label })),
    ...chip('company', subjects.company, ({ label }) => responses('filterCompany', { name: label })),
    ...chip('channel', query.channel, (channel) =>
      responses('filterChannel', { channel: responses(`channels.${channel}`) }),
    ),
    ...chip('language', query.language, (language) =>
      t('filters.languageIs', { language: t(`languages.${language}`) }),
    ),
    ...chip('version', query.survey_version, (version) => t('filters.versionIs', { version })),
    ...chip('segment', query.segment_id, (id) => t('filters.segmentIs', { name: segmentName(id) })),
    ...chip('property', query.property, (condition) => t('filters.propertyIs', { condition })),
    ...chip('field', query.field, (condition) => t('filters.fieldIs', { condition })),
  ]
}

/** Names the responses of a query: its filters and days, or all of them. */
export async function describeResponses(
  filters: readonly ActiveFilter[],
  days: { from: string; to: string } | null,
): Promise<string> {
  const [t, locale] = await Promise.all([getT('surveyResults'), getLocale()])
  const date = (day: string) => formatDate(day, locale, 'UTC')
  const parts = [
    ...filters.map(({ label }) => label),
    ...(days ? [t('period', { from: date(days.from), to: date(days.to) })] : []),
  ]
  return parts.length === 0 ? t('compare.all') : parts.join(', ')
}
