import { getT } from '@/components/i18n/server'
import { isInvertedRange } from './inverted-range'

type Ranges = {
  start_date?: string | undefined
  end_date?: string | undefined
  rating_min?: number | undefined
  rating_max?: number | undefined
}

/** Explains an inverted range in the filters; null if there is none. */
export async function describeInvertedRange(query: Ranges): Promise<string | null> {
  const t = await getT('responses')
  const { start_date: from = '', end_date: to = '', rating_min: minScore = '', rating_max: maxScore = '' } = query
  if (isInvertedRange('date', from, to)) return t('datesTurned')
  return isInvertedRange('score', String(minScore), String(maxScore)) ? t('scoresTurned') : null
}
