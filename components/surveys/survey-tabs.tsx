import { getT } from '@/components/i18n/server'
import { Link } from '../ui/controls/link'
import { TAB_LIST_STYLE, TAB_STYLE } from '../ui/controls/tab-style'

export type SurveyTab = 'results' | 'questions' | 'sharing'

/** Pages of one survey. Without `LinkTabs`, whose script the page of the questions has no room for. */
export async function SurveyTabs({ surveyId, current }: { surveyId: string; current: SurveyTab }) {
  const [t, sharing] = await Promise.all([getT('surveyResults'), getT('sharing')])
  const tabs = [
    { key: 'results', href: `/surveys/${surveyId}/results`, label: t('tab') },
    { key: 'questions', href: `/surveys/${surveyId}`, label: t('tabs.questions') },
    { key: 'sharing', href: `/surveys/${surveyId}/sharing`, label: sharing('tab') },
  ]
  return (
    <nav aria-label={t('tabs.label')} className={TAB_LIST_STYLE}>
      {tabs.map(({ key, href, label }) => (
        <Link key={key} href={href} aria-current={key === current ? 'page' : undefined} className={TAB_STYLE}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
