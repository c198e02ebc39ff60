import { getT } from '@/components/i18n/server'
import { Badge } from '@/components/ui/content/badge'
import { Dash } from '@/components/ui/content/definition-list'
import type { ResponseRow } from '@/server/responses/schema'

/** One person's score with its band in words. */
export async function ScoreBadge({ response }: { response: Pick<ResponseRow, 'rating' | 'band'> }) {
  const t = await getT('common')
  if (response.band === null) return <Dash />
  return (
    <Badge tone={response.band}>
      <span className="figures">{response.rating}</span> · {t(`band.${response.band}`)}
    </Badge>
  )
}
