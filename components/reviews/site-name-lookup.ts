import { getT } from '@/components/i18n/server'
import type { ReviewFacts } from '@/server/reviews/schema'
import { SITE_KINDS, type SiteKind } from '@/server/reviews/vocabulary'

const isKind = (source: string): source is SiteKind => SITE_KINDS.some((kind) => kind === source)

export async function siteNames({ sources }: Pick<ReviewFacts, 'sources'>): Promise<(source: string) => string> {
  const t = await getT('reviews')
  const names = new Map(sources.map(({ source, name }) => [source, name]))
  return (source) => (isKind(source) ? t(`kinds.${source}`) : (names.get(source) ?? source))
}
