import Link from 'next/link'
import { getT } from '@/components/i18n/server'
import { ScoreBadge } from '@/components/responses/score-badge'
import { Time } from '@/components/ui/content/time'
import type { ResponseRow } from '@/server/responses/schema'

/** A few answers to read: who, how they scored, what they wrote. */
export async function ResponseFeed({ responses }: { responses: readonly ResponseRow[] }) {
  const t = await getT('responses')
  return (
    <ul className="divide-y rounded-card border bg-surface">
      {responses.map((response) => (
        <li key={response.id} className="relative grid gap-1.5 px-4 py-3 transition-colors hover:bg-hover">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Link
              href={`/responses/${response.id}`}
              className="min-w-0 truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
            >
              {response.contact?.name ?? t('deletedContact')}
            </Link>
            <ScoreBadge response={response} />
            <span className="ml-auto text-13 text-ink-faint">
              <Time value={response.createdAt} />
            </span>
          </div>
          {response.comment === null ? (
            <p className="truncate text-13 text-ink-faint">{response.survey.name}</p>
          ) : (
            <p className="line-clamp-2 text-14 text-ink-soft">{response.comment}</p>
          )}
        </li>
      ))}
    </ul>
  )
}
