import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { getT } from '@/components/i18n/server'
import { Link } from '../controls/link'
import { type SearchParams, withSearchParams } from '../search-params'

export type ActiveFilter = {
  params: readonly string[]
  label: string
  /** Address without the filter, where its parameter has other values too. */
  hrefWithout?: string
}

export type FilterBarProps = {
  path: string
  params: SearchParams
  activeFilters: readonly ActiveFilter[]
  search?: ReactNode
  children: ReactNode
  after?: ReactNode
}

export async function FilterBar({ path, params, activeFilters, search, children, after }: FilterBarProps) {
  const t = await getT('common')
  const hrefWithout = (names: readonly string[]) =>
    withSearchParams(path, params, Object.fromEntries(names.map((name) => [name, null])))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:flex sm:flex-wrap sm:items-center">
        {search}
        {/* Full-bleed on phones, with room for focus rings. */}
        <div className="flex items-center gap-2 max-sm:-mx-4 max-sm:-my-1 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:contents max-sm:[&_button]:shrink-0">
          {children}
        </div>
      </div>
      {(activeFilters.length > 0 || after) && (
        <div className="flex flex-wrap items-center gap-1.5">
          <ul aria-label={t('activeFilters')} className="flex max-w-full flex-wrap items-center gap-1.5">
            {activeFilters.map((filter) => (
              <li key={filter.label} className="max-w-full sm:max-w-96">
                <Link
                  href={filter.hrefWithout ?? hrefWithout(filter.params)}
                  aria-label={t('removeFilter', { label: filter.label })}
                  className="flex h-6 items-center gap-1 rounded-mark border border-accent-line bg-accent-soft pr-1 pl-2 text-12 font-medium text-ink transition-colors hover:border-accent pointer-coarse:h-9"
                >
                  <span title={filter.label} className="truncate">
                    {filter.label}
                  </span>
                  <X size={12} aria-hidden className="shrink-0 text-ink-soft" />
                </Link>
              </li>
            ))}
            {activeFilters.length > 1 && (
              <li>
                <Link
                  href={hrefWithout(activeFilters.flatMap((filter) => filter.params))}
                  className="rounded-mark px-1.5 text-12 text-ink-soft hover:text-ink"
                >
                  {t('clearAll')}
                </Link>
              </li>
            )}
          </ul>
          {after}
        </div>
      )}
    </div>
  )
}
