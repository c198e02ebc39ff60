import type { SurveyVersionSummary } from '@/server/surveys/versions/schema'
import { ActorName } from '../../audit/audit-table'
import { getT } from '../../i18n/server'
import { Badge } from '../../ui/content/badge'
import { Time } from '../../ui/content/time'
import { Button } from '../../ui/controls/button'
import { Link } from '../../ui/controls/link'
import { ChangeList } from './change-list'

type VersionListProps = { versions: readonly SurveyVersionSummary[]; path: string; current: number }

export async function VersionList({ versions, path, current }: VersionListProps) {
  const t = await getT('surveyVersions')
  return (
    <ol className="divide-y rounded-card border bg-surface">
      {versions.map(({ number, createdAt, actor, changes }) => (
        <li key={number} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-4 p-4">
          <div className="grid gap-1.5">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14">
              <span className="font-medium">{t('number', { number })}</span>
              {number === current && <Badge tone="accent">{t('current')}</Badge>}
              <span className="text-13 text-ink-soft">
                {actor ? <ActorName actor={actor} /> : t('unknownActor')} · <Time value={createdAt} as="datetime" />
              </span>
            </p>
            {changes ? (
              <ChangeList changes={changes} />
            ) : (
              <p className="text-13 text-ink-soft">{t(number === 1 ? 'first' : 'noEarlier')}</p>
            )}
          </div>
          <Button size="small" asChild>
            <Link href={`${path}?version=${number}`} aria-label={t('showNumber', { number })}>
              {t('show')}
            </Link>
          </Button>
        </li>
      ))}
    </ol>
  )
}
