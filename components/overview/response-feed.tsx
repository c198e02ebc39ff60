import { getT } from '@/components/i18n/server'
import { responseHref } from '@/components/responses/response-urls'
import { ResponseScoreAndStatusBadges } from '@/components/responses/score-badge'
import { Feed, FeedItem } from '@/components/ui/lists/feed'
import type { SearchParams } from '@/components/ui/search-params'
import type { ResponseTableRow } from '@/server/responses/schema'
import { respondentName } from '../responses/respondent-name'

type ResponseFeedProps = { responses: readonly ResponseTableRow[]; listParams?: SearchParams }

export async function ResponseFeed({ responses, listParams }: ResponseFeedProps) {
  const t = await getT('responses')
  return (
    <Feed>
      {responses.map((response) => (
        <FeedItem
          key={response.id}
          href={responseHref(response.id, listParams)}
          name={respondentName(t, response)}
          badge={<ResponseScoreAndStatusBadges response={response} />}
          at={response.createdAt}
          text={response.comment}
          fallback={response.choices ?? response.survey.name}
        />
      ))}
    </Feed>
  )
}
