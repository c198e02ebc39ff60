import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Dash } from '@/components/ui/content/definition-list'
import { SentimentShape } from '@/components/ui/content/sentiment-shape'
import type { ResponseTableRow } from '@/server/responses/schema'
import { SCALES } from '@/server/surveys/constants'

type ScoredResponse = Pick<ResponseTableRow, 'metric' | 'rating' | 'band' | 'counts' | 'status' | 'importId'>

export async function ResponseScoreAndStatusBadges({ response }: { response: ScoredResponse }) {
  const t = await getT('responses')
  const { counts, status, importId } = response
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {(counts || status === 'flagged') && <ScoreBadge response={response} />}
      {status === 'partial' && <Badge>{t('unsubmitted')}</Badge>}
      {status === 'flagged' && <Badge>{t('flagged')}</Badge>}
      {/* On phones, a list row has no room for it beside the name. */}
      {importId !== null && (
        <span className="in-[tr]:max-sm:hidden">
          <Badge>{t('imported')}</Badge>
        </span>
      )}
    </span>
  )
}

/**
 * Score with its scale, "NPS 6/10", since a bare 6 is bad for NPS and good for CES. The band has a shape, a color and a screen-reader word.
 */
export async function ScoreBadge({ response }: { response: Pick<ResponseTableRow, 'metric' | 'rating' | 'band'> }) {
  const [t, common] = await Promise.all([getT('responses'), getT('common')])
  const { metric, rating, band } = response
  if (metric === null || rating === null || band === null) return <Dash />
  return (
    <Badge tone={band} shape={<SentimentShape sentiment={band} />}>
      <span className="figures">
        {t(`score.${metric}`, { score: String(rating), max: String(SCALES[metric].max) })}
      </span>{' '}
      <span className="sr-only">{common(`band.${band}`)}</span>
    </Badge>
  )
}
