import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { BandShape } from '@/components/ui/content/band-shape'
import { Dash } from '@/components/ui/content/definition-list'
import type { ResponseRow } from '@/server/responses/schema'
import { SCALES } from '@/server/surveys/vocabulary'

type ScoredResponse = Pick<ResponseRow, 'metric' | 'rating' | 'band' | 'counts' | 'status'>

export async function ResponseScore({ response }: { response: ScoredResponse }) {
  const t = await getT('responses')
  const { counts, status } = response
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {counts && <ScoreBadge response={response} />}
      {status === 'partial' && <Badge>{t('unsubmitted')}</Badge>}
    </span>
  )
}

/**
 * Score with its scale, "NPS 6/10", since a bare 6 is bad for NPS and good for CES. The band has a shape, a color and a screen-reader word.
 */
export async function ScoreBadge({ response }: { response: Pick<ResponseRow, 'metric' | 'rating' | 'band'> }) {
  const [t, common] = await Promise.all([getT('responses'), getT('common')])
  const { metric, rating, band } = response
  if (metric === null || rating === null || band === null) return <Dash />
  return (
    <Badge tone={band} shape={<BandShape band={band} />}>
      <span className="figures">
        {t(`score.${metric}`, { score: String(rating), max: String(SCALES[metric].max) })}
      </span>{' '}
      <span className="sr-only">{common(`band.${band}`)}</span>
    </Badge>
  )
}
