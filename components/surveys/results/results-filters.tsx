import { ClientMessages } from '@/components/i18n/client-messages'
import { getLocale, getT } from '@/components/i18n/server'
import { MasterDataFilter } from '@/components/master-data/master-data-filter'
import { formatPeriod } from '@/components/overview/format-period'
import { SegmentedLinks } from '@/components/overview/segmented-links'
import { RangeFilter } from '@/components/responses/range-filter'
import type { Option } from '@/components/ui/controls/select'
import { type ActiveFilter, FilterBar } from '@/components/ui/lists/filter-bar'
import { FilterMenu } from '@/components/ui/lists/filter-menu'
import type { SearchParams } from '@/components/ui/search-params'
import { PERIOD_OPTIONS_DAYS } from '@/server/overview/constants'
import { RESPONSE_CHANNELS } from '@/server/responses/constants'
import type { SurveyResults, SurveyResultsQuery } from '@/server/survey-results/schema'
import { LANGUAGES } from '@/server/validation/languages'
import { ConditionFilter } from './condition-filter'

const VERSIONS_MAX = 20

export type ResultsFiltersProps = {
  path: string
  params: SearchParams
  query: SurveyResultsQuery
  period: SurveyResults['period']
  activeFilters: readonly ActiveFilter[]
  chosen: Record<'location' | 'employee' | 'company' | 'vs_location' | 'vs_employee' | 'vs_company', Option | null>
  segments: readonly { id: string; name: string }[]
  properties: readonly Option[]
  /** Hidden fields of the survey. */
  fields: readonly Option[]
  /** Of the survey now; earlier ones can be chosen. */
  version: number
}

/** Period, filters and comparison of the results; their state is in the URL. */
export async function ResultsFilters(props: ResultsFiltersProps) {
  const { path, params, query, period, activeFilters, chosen, segments, version } = props
  const [t, responses, overview, locale] = await Promise.all([
    getT('surveyResults'),
    getT('responses'),
    getT('overview'),
    getLocale(),
  ])
  const isCustom = query.from !== undefined
  const languages = LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))
  const channels = RESPONSE_CHANNELS.map((value) => ({ value, label: responses(`channels.${value}`) }))
  const versions = listVersionOptions(version)
  const segmentOptions = segments.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedLinks
          label={overview('period')}
          param="days"
          value={isCustom ? 'custom' : String(query.days ?? '')}
          params={params}
          path={path}
          clearedParams={['from', 'to', 'step']}
          options={[
            { value: '', label: t('allTime') },
            ...PERIOD_OPTIONS_DAYS.map((days) => ({ value: String(days), label: overview(`periods.${days}`) })),
          ]}
        />
        <ClientMessages namespaces={['responses']}>
          <RangeFilter
            kind="date"
            label={isCustom && period ? formatPeriod(period, locale) : responses('filters.date')}
            bounds={[
              { param: 'from', label: responses('filters.from') },
              { param: 'to', label: responses('filters.to') },
            ]}
          />
        </ClientMessages>
        <FilterMenu
          param="vs"
          label={t('compare.with')}
          allLabel={t('compare.none')}
          options={[
            ...(query.days === undefined && !isCustom ? [] : [{ value: 'previous', label: t('compare.previous') }]),
            { value: 'all', label: t('compare.all') },
            ...prefix('channel', channels),
            ...prefix('language', languages),
            ...prefix(
              'version',
              versions.map(({ value }) => ({ value, label: t('filters.versionIs', { version: Number(value) }) })),
            ),
            ...prefix('segment', segmentOptions),
          ]}
        />
        {SUBJECT_PARAMS.filter((param) => chosen[param] !== null).map((param) => (
          <MasterDataFilter
            key={param}
            collection={COLLECTIONS[param]}
            param={`vs_${param}`}
            label={t(`compare.${param}`)}
            chosen={chosen[`vs_${param}`]}
          />
        ))}
      </div>
      <FilterBar path={path} params={params} activeFilters={activeFilters}>
        {SUBJECT_PARAMS.map((param) => (
          <MasterDataFilter
            key={param}
            collection={COLLECTIONS[param]}
            param={param}
            label={responses(`filters.${param}`)}
            chosen={chosen[param]}
          />
        ))}
        <FilterMenu param="channel" label={responses('filters.channel')} options={channels} />
        <FilterMenu param="language" label={t('filters.language')} options={languages} />
        {versions.length > 0 && <FilterMenu param="version" label={t('filters.version')} options={versions} />}
        {segments.length > 0 && <FilterMenu param="segment" label={t('filters.segment')} options={segmentOptions} />}
        <ClientMessages namespaces={['surveyResults']}>
          {CONDITION_PARAMS.map(({ param, source }) =>
            props[source].length > 0 ? <ConditionFilter key={param} param={param} options={props[source]} /> : null,
          )}
        </ClientMessages>
      </FilterBar>
    </div>
  )
}

const CONDITION_PARAMS = [
  { param: 'property', source: 'properties' },
  { param: 'field', source: 'fields' },
] as const

/** The latest versions, if there are several. */
function listVersionOptions(latest: number): Option[] {
  if (latest === 1) return []
  const count = Math.min(latest, VERSIONS_MAX)
  return Array.from({ length: count }, (_, index) => String(latest - index)).map((value) => ({ value, label: value }))
}

const SUBJECT_PARAMS = ['location', 'employee', 'company'] as const
const COLLECTIONS = { location: 'locations', employee: 'employees', company: 'companies' } as const

function prefix(param: string, options: readonly Option[]): Option[] {
  return options.map(({ value, label }) => ({ value: `${param}:${value}`, label }))
}
