import { PERIOD_OPTIONS_DAYS } from '@/server/overview/constants'
import type { OverviewQuery } from '@/server/overview/schema'
import { ClientMessages } from '../i18n/client-messages'
import { getLocale, getT } from '../i18n/server'
import { RangeFilter } from '../responses/range-filter'
import { FilterMenu } from '../ui/lists/filter-menu'
import type { SearchParams } from '../ui/search-params'
import { formatPeriod } from './format-period'
import { SegmentedLinks } from './segmented-links'

export type PeriodFiltersProps = {
  query: Pick<OverviewQuery, 'days' | 'from' | 'surveyId'>
  period: { from: string; to: string }
  surveys: readonly { id: string; name: string }[]
  path: string
  params: SearchParams
}

/** Filters by survey and period; their state is in the URL. */
export async function PeriodFilters({ query, period, surveys, path, params }: PeriodFiltersProps) {
  const [t, responses, locale] = await Promise.all([getT('overview'), getT('responses'), getLocale()])
  const isCustom = query.from !== undefined
  return (
    <>
      <FilterMenu
        param="survey"
        label={surveys.find(({ id }) => id === query.surveyId)?.name ?? t('allSurveys')}
        allLabel={t('allSurveys')}
        options={surveys.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ClientMessages namespaces={['responses']}>
        <RangeFilter
          kind="date"
          label={isCustom ? formatPeriod(period, locale) : t('custom')}
          bounds={[
            { param: 'from', label: responses('filters.from') },
            { param: 'to', label: responses('filters.to') },
          ]}
        />
      </ClientMessages>
      {/* Own line on phones: whether it fits beside the button depends on the font. */}
      <div className="max-sm:w-[calc(100vw-2rem)]">
        <SegmentedLinks
          label={t('period')}
          param="days"
          value={isCustom ? '' : String(query.days)}
          params={params}
          path={path}
          clearedParams={['from', 'to', 'step', 'page']}
          options={PERIOD_OPTIONS_DAYS.map((days) => ({ value: String(days), label: t(`periods.${days}`) }))}
        />
      </div>
    </>
  )
}
