import { Building2, IdCard } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { listSettingsPages, SETTINGS_PAGES } from '../../settings/settings-pages'
import { hrefOf, PLACES, type ShellItem } from '../nav-items'
import type { Entry } from './menu-entry'

const SECONDARY_PAGES = [
  { page: 'companies', place: 'contacts', icon: Building2 },
  { page: 'employees', place: 'locations', icon: IdCard },
] as const

export const GUIDE_PAGES = {
  quickStart: '/docs',
  authentication: '/docs/authentication',
  lists: '/docs/lists',
  errors: '/docs/errors',
  idempotency: '/docs/idempotency',
  webhooks: '/docs/webhooks',
  attribution: '/docs/attribution',
  reviews: '/docs/reviews',
  reference: '/docs/api',
} as const

const typedKeys = <T extends object>(record: T) => Object.keys(record) as (keyof T & string)[]

export function usePages(items: readonly ShellItem[], seesSettings: boolean): Entry[] {
  const t = useTranslations('menu')
  const nav = useTranslations('nav')
  const settings = [
    ...listSettingsPages({ isMember: !seesSettings }).map((page) => [page, SETTINGS_PAGES[page].href] as const),
    ...(seesSettings ? [['checker', '/settings/webhooks/checker'] as const] : []),
  ]
  const places = items.filter(({ place }) => place !== 'docs')
  return [
    ...places.map(
      (item): Entry => ({
        kind: 'page',
        id: item.place,
        label: nav(item.place),
        synonyms: t(`places.${item.place}`),
        href: hrefOf(item),
        icon: PLACES[item.place].icon,
      }),
    ),
    ...SECONDARY_PAGES.map(
      ({ page, place, icon }): Entry => ({
        kind: 'page',
        id: page,
        label: nav(page),
        aside: nav(place),
        synonyms: t(`places.${page}`),
        href: `/${page}`,
        icon,
      }),
    ),
    ...settings.map(
      ([page, href]): Entry => ({
        kind: 'settings',
        id: page,
        label: t(`settings.${page}.label`),
        aside: t('under.settings'),
        synonyms: `${t('under.settings')} ${t(`settings.${page}.words`)}`,
        href,
      }),
    ),
    ...typedKeys(GUIDE_PAGES).map(
      (page): Entry => ({
        kind: 'guide',
        id: page,
        label: t(`guides.${page}.label`),
        aside: t('under.guides'),
        synonyms: `${t('under.guides')} ${t(`guides.${page}.words`)} ${t('places.docs')}`,
        href: GUIDE_PAGES[page],
      }),
    ),
  ]
}
