import { formatNumber, formatPercent, formatShortDuration } from '@/components/format'
import { getLocale, getT } from '@/components/i18n/server'
import { formatConfidenceBounds, formatMetricValue } from '@/components/responses/format-metric-value'
import { responseListHref } from '@/components/responses/response-urls'
import { Stat } from '@/components/ui/charts/stat'
import { Link } from '@/components/ui/controls/link'
import type { SearchParams } from '@/components/ui/search-params'
import { MIN_ANSWERS_FOR_SCORE } from '@/server/overview/constants'
import type { SurveyResults } from '@/server/survey-results/schema'
import { isMetric } from '@/server/surveys/constants'

type ResultsStatsProps = { results: SurveyResults; listParams: SearchParams | null }

/** How many answered, the survey's score, and how many submitted. */
export async function ResultsStats({ results, listParams }: ResultsStatsProps) {
  const [t, locale] = await Promise.all([getT('surveyResults'), getLocale()])
  const { responses, counted, completion } = results
  const { begun, submitted } = completion
  const count = formatNumber(responses, locale)
  const isLatest = begun < responses
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 rounded-card border bg-surface p-5 sm:flex sm:flex-wrap sm:gap-x-14">
        <Stat
          label={
            listParams && responses > 0 ? (
              <Link
                href={responseListHref(listParams)}
                className="underline decoration-line-strong underline-offset-3 hover:text-ink"
              >
                {t('responses')}
              </Link>
            ) : (
              t('responses')
            )
          }
          value={count}
        />
        <SurveyScore results={results} />
        {begun >= MIN_ANSWERS_FOR_SCORE && (
          <Stat
            label={t('completion')}
            value={formatPercent(submitted / begun, locale)}
            facts={[isLatest ? t('completionLatest', { begun }) : t('completionNote', { begun })]}
          />
        )}
        <TimeToCompleteStat time={results.timeToComplete} responses={responses} />
      </div>
      {counted < responses && <p className="text-13 text-ink-soft">{t('sample', { counted, responses })}</p>}
    </div>
  )
}

type TimeToCompleteStatProps = { time: SurveyResults['timeToComplete']; responses: number }

async function TimeToCompleteStat({ time, responses }: TimeToCompleteStatProps) {
  const [t, locale] = await Promise.all([getT('surveyResults'), getLocale()])
  if (time === null || time.known < MIN_ANSWERS_FOR_SCORE) return null
  const { known, median } = time
  const [low, high] = [time.lowerQuartile, time.upperQuartile].map((seconds) => formatShortDuration(seconds, locale))
  return (
    <Stat
      label={t('time')}
      value={formatShortDuration(median, locale)}
      facts={[
        t('timeMiddleHalf', { low: low ?? '', high: high ?? '' }),
        ...(known < responses ? [t('timeKnown', { count: known })] : []),
      ]}
    />
  )
}

async function SurveyScore({ results: { survey, questions } }: Pick<ResultsStatsProps, 'results'>) {
  const [overview, t, locale] = await Promise.all([getT('overview'), getT('surveyResults'), getLocale()])
  const { type } = survey
  const score = questions.find((question) => question.type === type)?.score
  if (!isMetric(type) || !score) return null
  const isTooFew = score.n < MIN_ANSWERS_FOR_SCORE
  const bounds = formatConfidenceBounds(type, score, locale)
  return (
    <Stat
      label={overview(`metrics.${type}`)}
      value={score.value === null || isTooFew ? null : formatMetricValue(type, score.value, locale)}
      {...(type === 'nps' ? {} : { unit: overview(`units.${type}`) })}
      empty={t('n', { count: score.n })}
      facts={isTooFew ? [overview('tooFew', { least: MIN_ANSWERS_FOR_SCORE })] : bounds ? [t('interval', bounds)] : []}
    />
  )
}
