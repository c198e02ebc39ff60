import type { ReviewSource } from '@/server/reviews/connections/schema'
import { getRequestTime, getT } from '../i18n/server'
import { Badge } from '../ui/content/badge'
import { getSourceState, SOURCE_STATE_TONES } from './source-state'

export async function SourceBadge({ source }: { source: ReviewSource }) {
  const t = await getT('reviews')
  const state = getSourceState(source, getRequestTime())
  const { seen = 0, total = null } = source.progress ?? {}
  return (
    <Badge tone={SOURCE_STATE_TONES[state]} className="figures">
      {state !== 'importing'
        ? t(`sources.state.${state}`)
        : total === null
          ? t('sources.state.importing', { seen })
          : t('sources.state.importingOf', { seen: Math.min(seen, total), total })}
    </Badge>
  )
}
