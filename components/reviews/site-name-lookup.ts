import { getT } from '@/components/i18n/server'
import { SITE_KINDS, type SiteKind } from '@/server/reviews/constants'
import type { ReviewsSummary } from '@/server/reviews/schema'

const isKind = (source: string): source is SiteKind => SITE_KINDS.some((kind) => kind === source)

export async function getSiteNameLookup({ sources }: Pick<ReviewsSummary, 'sources'>) {
  const t = await getT('reviews')
  const names = new Map(sources.map(({ source, name }) => [source, name]))
  return (source: string) => (isKind(source) ? t(`kinds.${source}`) : (names.get(source) ?? source))
}
