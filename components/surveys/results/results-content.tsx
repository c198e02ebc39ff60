import { getT } from '@/components/i18n/server'
import type { SearchParams } from '@/components/ui/search-params'
import type { SurveyResults, SurveyResultsComparison } from '@/server/survey-results/schema'
import { QuestionCard } from './question-card'
import { ResultsStats } from './results-stats'

export type ResultsContentProps = {
  results: SurveyResults
  /** Results to compare with, and the names of both. */
  comparison:
    | (Pick<SurveyResultsComparison, 'changes'> & { other: SurveyResults; names: readonly [string, string] })
    | null
  /** Of the list of the responses; null where it may not be opened. */
  listParams: SearchParams | null
  showsTexts?: boolean
}

/** The numbers of all questions, the former ones last. */
export async function ResultsContent({ results, comparison, listParams, showsTexts = true }: ResultsContentProps) {
  const t = await getT('surveyResults')
  const cards = results.questions.filter(({ isCurrent, n }) => isCurrent || n > 0)
  return (
    <>
      <ResultsStats results={results} listParams={listParams} />
      {comparison && <ComparisonLegend results={results} comparison={comparison} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {cards.map((question, index) => (
          <div key={`${question.id} ${question.type}`} className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {!question.isCurrent && cards[index - 1]?.isCurrent !== false && (
              <h2 className="mt-4 text-14 font-semibold">{t('formerTitle')}</h2>
            )}
            <QuestionCard
              question={question}
              other={comparison?.other.questions.find(({ id, type }) => id === question.id && type === question.type)}
              changes={comparison?.changes ?? {}}
              step={results.step}
              isSurveyScore={question.isCurrent && question.type === results.survey.type && index === 0}
              listParams={listParams}
              showsTexts={showsTexts}
            />
          </div>
        ))}
      </div>
    </>
  )
}

type ComparisonLegendProps = { results: SurveyResults; comparison: NonNullable<ResultsContentProps['comparison']> }

async function ComparisonLegend({ results, comparison: { other, names } }: ComparisonLegendProps) {
  const t = await getT('surveyResults')
  const [name, otherName] = names
  return (
    <div className="grid gap-1 text-13">
      <p className="flex items-baseline gap-2">
        <span aria-hidden className="h-1.5 w-4 shrink-0 self-center rounded-full bg-accent" />
        {t('compare.count', { name, count: results.responses })}
      </p>
      <p className="flex items-baseline gap-2">
        <span aria-hidden className="h-1.5 w-4 shrink-0 self-center rounded-full bg-line-strong" />
        {t('compare.count', { name: otherName, count: other.responses })}
      </p>
      <p className="text-ink-faint">{t('compare.difference')}</p>
    </div>
  )
}
