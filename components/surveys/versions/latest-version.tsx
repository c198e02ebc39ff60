import type { SurveyVersionSummary } from '@/server/surveys/versions/schema'
import { ActorName } from '../../audit/audit-table'
import { getT } from '../../i18n/server'
import { Time } from '../../ui/content/time'
import { TextLink } from '../../ui/controls/text-link'

/** Who changed the survey last, and when. */
export async function LatestVersion({ surveyId, version }: { surveyId: string; version: SurveyVersionSummary }) {
  const t = await getT('surveyVersions')
  const { number, actor, createdAt } = version
  return (
    <p className="flex flex-wrap gap-x-1.5 text-13 text-ink-soft">
      <TextLink href={`/surveys/${surveyId}/versions`}>{t('number', { number })}</TextLink>
      <span>
        · {actor ? <ActorName actor={actor} /> : t('unknownActor')} · <Time value={createdAt} />
      </span>
    </p>
  )
}
