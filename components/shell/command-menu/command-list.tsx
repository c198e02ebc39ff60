import { Command } from 'cmdk'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { Skeleton } from '../../ui/content/skeleton'
import { EntryRow } from './entry-row'
import { type MenuEntry, type MenuGroup, toEntryKey } from './menu-entry'
import type { MenuSearch } from './use-search-results'

export type CommandListProps = {
  query: string
  groups: readonly MenuGroup[]
  search: MenuSearch
  onSelect: (entry: MenuEntry) => void
}

export function CommandList({ query, groups, search, onSelect }: CommandListProps) {
  const t = useTranslations('menu')
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const isComplete = query.trim() !== '' && !search.isPending
  return (
    <>
      <p role="status" className="sr-only">
        {isComplete && search.failure === null ? t('results', { count }) : ''}
      </p>
      {search.failure !== null && <SearchFailure {...search} failure={search.failure} />}
      <Command.List
        label={t('title')}
        className="min-h-0 grow scroll-py-1.5 overflow-y-auto overscroll-contain p-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-ink-faint"
      >
        {groups.map(({ name, entries }) => (
          <Command.Group key={name} heading={t(`groups.${name}`)}>
            {entries.map((entry) => (
              <EntryRow
                key={toEntryKey(name, entry)}
                name={toEntryKey(name, entry)}
                entry={entry}
                query={query}
                onSelect={() => onSelect(entry)}
              />
            ))}
          </Command.Group>
        ))}
        {count === 0 && search.isPending && <LoadingRows />}
      </Command.List>
      {count === 0 && isComplete && search.failure === null && (
        <div className="grid grow-[999] content-start gap-1 px-4 pb-6 text-14">
          <p className="font-medium [overflow-wrap:anywhere]">{t('none', { query: query.trim() })}</p>
          <p className="text-ink-soft">{t('noneHelp')}</p>
        </div>
      )}
    </>
  )
}

function LoadingRows() {
  return (
    <div className="grid gap-1 px-2.5 py-2.5" aria-hidden>
      {[0, 1, 2].map((line) => (
        <div key={line} className="flex h-10 items-center gap-3">
          <Skeleton className="size-4" />
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      ))}
    </div>
  )
}

function SearchFailure({ failure, retry }: MenuSearch & { failure: string }) {
  const t = useTranslations('menu')
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-negative-soft px-4 py-2.5 text-13"
    >
      <p className="min-w-0 grow basis-60">
        <span className="font-medium">{t('failed')}</span> {failure}
      </p>
      <button
        type="button"
        onClick={retry}
        onKeyDown={stopEnterPropagation}
        className="font-medium text-accent-text hover:underline"
      >
        {t('retry')}
      </button>
    </div>
  )
}

/** Keeps Enter on a button from also opening the selected row. */
export function stopEnterPropagation(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.stopPropagation()
}
