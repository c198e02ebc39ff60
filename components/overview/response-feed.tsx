import { getT } from '@/components/i18n/server'
import { ScoreBadge } from '@/components/responses/score-badge'
import { Feed, FeedItem } from '@/components/ui/lists/feed'
import type { ResponseRow } from '@/server/responses/schema'

/** A few answers to read: who, how they scored, what they wrote. */
export async function ResponseFeed({ responses }: { responses: readonly ResponseRow[] }) {
  const t = await getT('responses')
  return (
    <Feed>
      {responses.map((response) => (
        <FeedItem
          key={response.id}
          href={`/responses/${response.id}`}
          name={response.contact?.name ?? t('deletedContact')}
          mark={<ScoreBadge response={response} />}
          at={response.createdAt}
          words={response.comment}
          instead={response.survey.name}
        />
      ))}
    </Feed>
  )
}
