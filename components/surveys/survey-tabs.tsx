import { getT } from '@/components/i18n/server'
import { Link } from '../ui/controls/link'
import { TAB_LIST_STYLE, TAB_STYLE } from '../ui/controls/tab-style'

/** Pages of one survey. Without `LinkTabs`, whose script the page of the questions has no room for. */
export async function SurveyTabs({ id, current }: { id: string; current: 'questions' | 'sharing' }) {
  const t = await getT('sharing')
  const tabs = [
    { key: 'questions', href: `/surveys/${id}`, label: t('tabs.questions') },
    { key: 'sharing', href: `/surveys/${id}/sharing`, label: t('tab') },
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
