import { useTranslations } from 'use-intl/react'
import type { FoundByIdItem, SearchResults } from '@/server/search/schema'
import { rankMatch } from './match-text'
import type { MenuEntry, MenuGroup, MenuGroupName } from './menu-entry'

const MAX_LOCAL_MATCHES = 6

type Sources = {
  query: string
  pages: readonly MenuEntry[]
  actions: readonly MenuEntry[]
  recent: readonly MenuEntry[]
}

export function buildLocalGroups({ query, pages, actions, recent }: Sources): MenuGroup[] {
  if (query.trim() === '')
    return withoutEmpty([
      { name: 'recent', entries: recent },
      { name: 'actions', entries: actions },
      { name: 'pages', entries: pages },
    ])
  return withoutEmpty([
    { name: 'actions', entries: matchEntries(actions, query) },
    { name: 'pages', entries: matchEntries(pages, query) },
  ])
}

export function useResultGroups(results: SearchResults | null): MenuGroup[] {
  const t = useTranslations('menu')
  if (results === null) return []
  return withoutEmpty([
    toGroup('contacts', results.contacts, ({ id, name, email }) => ({
      kind: 'contact',
      id,
      label: name.trim() || email,
      ...(name.trim() === '' ? {} : { detail: email }),
      href: `/contacts/${id}`,
    })),
    toGroup('surveys', results.surveys, ({ id, name, type, status }) => ({
      kind: 'survey',
      id,
      label: name,
      detail: t(`surveyTypes.${type}`),
      ...(status === 'active' ? {} : { aside: t(`states.${status}`) }),
      href: `/surveys/${id}`,
    })),
    toGroup('sequences', results.sequences, ({ id, name, status }) => ({
      kind: 'sequence',
      id,
      label: name,
      detail: t(`states.${status}`),
      href: `/sequences/${id}`,
    })),
    toGroup('responses', results.responses, ({ id, contactName, isAnonymous, comment, surveyName, createdAt }) => ({
      kind: 'response',
      id,
      label: contactName?.trim() || t(isAnonymous ? 'anonymous' : 'noName'),
      detail: comment ?? surveyName,
      at: createdAt,
      href: `/responses/${id}`,
    })),
    toGroup('records', results.records, (record) => ({
      kind: record.kind,
      id: record.id,
      label: record.label,
      detail: t(`records.${record.kind}`),
      at: record.createdAt,
      href: recordHref(record),
    })),
  ])
}

function recordHref({ kind, id, parentId }: FoundByIdItem): string {
  if (kind === 'sending') return `/sequences/${parentId}/sendings/${id}`
  if (kind === 'subscription') return `/settings/webhooks/${id}`
  if (kind === 'delivery') return `/settings/webhooks/${parentId}/deliveries/${id}`
  return `/outbox/${id}`
}

function toGroup<T>(name: MenuGroupName, items: readonly T[], toEntry: (item: T) => MenuEntry): MenuGroup {
  return { name, entries: items.map(toEntry) }
}

function withoutEmpty(groups: readonly MenuGroup[]): MenuGroup[] {
  return groups.filter(({ entries }) => entries.length > 0)
}

function matchEntries(entries: readonly MenuEntry[], query: string): MenuEntry[] {
  return entries
    .flatMap((entry) => {
      const score = rankMatch(query, entry.label, entry.synonyms)
      return score === null ? [] : [{ entry, score }]
    })
    .sort((a, b) => a.score - b.score)
    .slice(0, MAX_LOCAL_MATCHES)
    .map(({ entry }) => entry)
}
