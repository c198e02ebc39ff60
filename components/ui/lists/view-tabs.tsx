import { getT } from '@/components/i18n/server'
import type { SavedView } from '@/server/views/schema'
import { Link } from '../controls/link'
import { TAB_LIST_STYLE, TAB_STYLE } from '../controls/tab-style'
import type { SearchParams } from '../search-params'

export type ViewTabsProps = { path: string; params: SearchParams; views: readonly SavedView[] }

export async function ViewTabs({ path, params, views }: ViewTabsProps) {
  if (views.length === 0) return null
  const t = await getT('lists')
  const query = normalizeViewQuery(params)
  const tabs = [{ id: 'all', name: t('viewAll'), query: '' }, ...views]
  return (
    <nav aria-label={t('views')} className={TAB_LIST_STYLE}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          href={tab.query === '' ? path : `${path}?${tab.query}`}
          aria-current={tab.query === query ? 'page' : undefined}
          className={TAB_STYLE}
        >
          {tab.name}
        </Link>
      ))}
    </nav>
  )
}

/** Normalized query without the page, for comparing filters. */
export function normalizeViewQuery(params: SearchParams): string {
  const entries = Object.entries(params)
    .filter(([name]) => name !== 'page')
    .flatMap(([name, value]) => [value ?? []].flat().map((each): [string, string] => [name, each]))
    .filter(([, value]) => value.trim() !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return new URLSearchParams(entries).toString()
}
