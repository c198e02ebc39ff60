import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { SEARCH_QUERY_MAX_CHARACTERS } from '@/server/search/constants'
import { Keys } from '../../ui/content/kbd'
import { Spinner } from '../../ui/content/spinner'
import type { CommandMenuProps } from '../app-shell-props'
import { closePanel, consumeTypeAhead, focusOpener, getOpenPanelName } from '../open-panel-store'
import { passesUnsavedChangesGuard } from '../passes-unsaved-changes-guard'
import { CommandList, stopEnterPropagation } from './command-list'
import { type MenuEntry, PAGE_ENTRY_KINDS, toEntryKey } from './menu-entry'
import { buildLocalGroups, useResultGroups } from './menu-groups'
import { addRecentItem, type RecentItem, readRecentItems } from './recent-items'
import { useActionEntries } from './use-action-entries'
import { usePageEntries } from './use-page-entries'
import { useSearchResults } from './use-search-results'

const KEY_HINTS = [
  ['move', ['↑', '↓']],
  ['open', ['↵']],
  ['newTab', ['mod', '↵']],
  ['close', ['Esc']],
] as const

export function CommandMenu({ items, organization, user }: CommandMenuProps) {
  const t = useTranslations('menu')
  const router = useRouter()
  const owner = { organizationId: organization.id, email: user.email }
  const seesSettings = user.role !== 'member'
  const [query, setQuery] = useState(consumeTypeAhead)
  const [recent] = useState(() => readRecentItems(owner))
  const search = useSearchResults(query)
  const [pages, actions] = [usePageEntries(items, seesSettings), useActionEntries(seesSettings)]
  const groups = [
    ...buildLocalGroups({ query, pages, actions, recent: filterRecentItems(recent, pages, seesSettings) }),
    ...useResultGroups(search.results),
  ]
  const first = groups.flatMap(({ name, entries }) =>
    entries.map((entry) => ({ entry, name: toEntryKey(name, entry) })),
  )[0]
  const selection = useHighlightedRow(first?.name ?? '')
  const hasNavigated = useRef(false)
  const inNewTab = useRef(false)

  function openEntry(entry: MenuEntry) {
    const { kind, id, label, href, run } = entry
    const opensNewTab = inNewTab.current
    inNewTab.current = false
    if (href !== undefined && isRemembered(entry)) addRecentItem(owner, { kind, id, label, href })
    if (href !== undefined && opensNewTab) return void window.open(href, '_blank', 'noopener')
    hasNavigated.current = href !== undefined
    closePanel()
    run?.()
    if (href !== undefined && passesUnsavedChangesGuard(href)) router.push(href)
  }

  // Enter before the results arrive applies to those results, not to stale ones.
  const awaitsResults = useRef(false)
  useEffect(() => {
    if (!awaitsResults.current || search.isPending) return
    awaitsResults.current = false
    if (first !== undefined) openEntry(first.entry)
  })

  function onKeyDown(event: KeyboardEvent) {
    awaitsResults.current = false
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    inNewTab.current = event.metaKey || event.ctrlKey
    if (!search.isPending || selection.isOwn || isLocalEntryKey(first?.name)) return
    event.preventDefault()
    awaitsResults.current = true
  }

  function changeQuery(words: string) {
    selection.reset()
    awaitsResults.current = false
    setQuery(words)
  }

  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && closePanel()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            if (query === '') return
            event.preventDefault()
            changeQuery('')
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (hasNavigated.current) document.getElementById('content')?.focus({ preventScroll: true })
            else if (getOpenPanelName() === null) focusOpener()
          }}
          className="fixed inset-0 z-50 flex h-dvh animate-rise flex-col bg-surface outline-none sm:inset-x-4 sm:top-[12vh] sm:bottom-auto sm:mx-auto sm:h-[min(480px,76vh)] sm:max-w-[640px] sm:overflow-hidden sm:rounded-card sm:shadow-float"
        >
          <Radix.Title className="sr-only">{t('title')}</Radix.Title>
          <Command
            label={t('placeholder')}
            shouldFilter={false}
            vimBindings={false}
            loop
            value={selection.value}
            onValueChange={selection.choose}
            onKeyDown={onKeyDown}
            onClickCapture={(event) => {
              inNewTab.current = event.metaKey || event.ctrlKey
            }}
            className="flex min-h-0 grow flex-col outline-none"
          >
            <div className="flex shrink-0 items-center gap-3 border-b px-4">
              {search.isPending ? (
                <Spinner size={16} className="text-ink-faint" />
              ) : (
                <Search size={16} aria-hidden className="shrink-0 text-ink-faint" />
              )}
              <Command.Input
                value={query}
                onValueChange={changeQuery}
                placeholder={t('placeholder')}
                maxLength={SEARCH_QUERY_MAX_CHARACTERS}
                enterKeyHint="go"
                className="h-12 min-w-0 grow bg-transparent text-16 text-ellipsis outline-none placeholder:text-ink-faint max-sm:h-14"
              />
              <Radix.Close
                onKeyDown={stopEnterPropagation}
                className="shrink-0 rounded-control py-2 text-14 font-medium text-accent-text sm:hidden"
              >
                {t('keys.close')}
              </Radix.Close>
            </div>
            <CommandList query={query} groups={groups} search={search} onSelect={openEntry} />
          </Command>
          <div
            aria-hidden
            className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t bg-rail px-4 py-2 text-12 text-ink-faint max-sm:hidden"
          >
            {KEY_HINTS.map(([name, keys]) => (
              <span key={name} className="flex items-center gap-1">
                <Keys keys={keys} /> {t(`keys.${name}`)}
              </span>
            ))}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Selected row: always the first until the user selects another. */
function useHighlightedRow(first: string) {
  const [userChoice, setUserChoice] = useState<string | null>(null)
  return {
    value: userChoice ?? first,
    isOwn: userChoice !== null,
    choose: (value: string) => setUserChoice(value === first || value === '' ? null : value),
    reset: () => setUserChoice(null),
  }
}

function filterRecentItems(
  recent: readonly RecentItem[],
  pages: readonly MenuEntry[],
  seesSettings: boolean,
): MenuEntry[] {
  return recent.flatMap((item) => {
    // Opened when the user was an admin.
    if (!seesSettings && item.href.startsWith('/settings/') && item.kind !== 'settings') return []
    if (!PAGE_ENTRY_KINDS.has(item.kind)) return [item]
    return pages.filter(({ kind, id }) => kind === item.kind && id === item.id)
  })
}

function isRemembered({ kind, href }: MenuEntry): boolean {
  return kind !== 'apiKey' && kind !== 'location' && href !== undefined && !/\/new$|\?create$/.test(href)
}

function isLocalEntryKey(line: string | undefined): boolean {
  return line !== undefined && /^(?:actions|pages|recent) /.test(line)
}
