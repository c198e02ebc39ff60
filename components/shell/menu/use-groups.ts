import { useTranslations } from 'use-intl/react'
import type { Found, FoundRecord } from '@/server/search/schema'
import type { Entry, Group, GroupName } from './entry'
import { rank } from './fold'

const LOCAL_AT_MOST = 6

type Sources = { query: string; pages: readonly Entry[]; actions: readonly Entry[]; recent: readonly Entry[] }

export function localGroups({ query, pages, actions, recent }: Sources): Group[] {
  if (query.trim() === '')
    return filled([
      { name: 'recent', entries: recent },
      { name: 'actions', entries: actions },
      { name: 'pages', entries: pages },
    ])
  return filled([
    { name: 'actions', entries: matching(actions, query) },
    { name: 'pages', entries: matching(pages, query) },
  ])
}

export function useFoundGroups(found: Found | null): Group[] {
  const t = useTranslations('menu')
  if (found === null) return []
  return filled([
    group('contacts', found.contacts, ({ id, name, email }) => ({
      kind: 'contact',
      id,
      label: name.trim() || email,
      ...(name.trim() === '' ? {} : { detail: email }),
      href: `/contacts/${id}`,
    })),
    group('surveys', found.surveys, ({ id, name, type, status }) => ({
      kind: 'survey',
      id,
      label: name,
      detail: t(`surveyTypes.${type}`),
      ...(status === 'active' ? {} : { aside: t(`states.${status}`) }),
      href: `/surveys/${id}`,
    })),
    group('sequences', found.sequences, ({ id, name, status }) => ({
      kind: 'sequence',
      id,
      label: name,
      detail: t(`states.${status}`),
      href: `/sequences/${id}`,
    })),
    group('responses', found.responses, ({ id, contactName, comment, surveyName, createdAt }) => ({
      kind: 'response',
      id,
      label: contactName?.trim() || t('noName'),
      detail: comment ?? surveyName,
      at: createdAt,
      href: `/responses/${id}`,
    })),
    group('records', found.records, (record) => ({
      kind: record.kind,
      id: record.id,
      label: record.label,
      detail: t(`records.${record.kind}`),
      at: record.createdAt,
      href: hrefOf(record),
    })),
  ])
}

function hrefOf({ kind, id, parentId }: FoundRecord): string {
  if (kind === 'sending') return `/sequences/${parentId}/sendings/${id}`
  if (kind === 'subscription') return `/settings/webhooks/${id}`
  if (kind === 'delivery') return `/settings/webhooks/${parentId}/deliveries/${id}`
  return `/outbox/${id}`
}

function group<T>(name: GroupName, items: readonly T[], toEntry: (item: T) => Entry): Group {
  return { name, entries: items.map(toEntry) }
}

function filled(groups: readonly Group[]): Group[] {
  return groups.filter(({ entries }) => entries.length > 0)
}

function matching(entries: readonly Entry[], query: string): Entry[] {
  return entries
    .flatMap((entry) => {
      const place = rank(query, entry.label, entry.synonyms)
      return place === null ? [] : [{ entry, place }]
    })
    .sort((a, b) => a.place - b.place)
    .slice(0, LOCAL_AT_MOST)
    .map(({ entry }) => entry)
}
