import { Building2, IdCard } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { listSettingsPageNames, SETTINGS_PAGES } from '../../settings/settings-pages'
import { NAV_ITEMS, type NavItem, navItemHref } from '../nav-items'
import type { MenuEntry } from './menu-entry'

const SECONDARY_PAGES = [
  { page: 'companies', place: 'contacts', icon: Building2 },
  { page: 'employees', place: 'locations', icon: IdCard },
] as const

export const GUIDE_PAGES = {
  quickStart: '/docs',
  authentication: '/docs/authentication',
  contacts: '/docs/contacts',
  sequences: '/docs/sequences',
  sendings: '/docs/sendings',
  triggers: '/docs/triggers',
  lists: '/docs/lists',
  sync: '/docs/sync',
  errors: '/docs/errors',
  idempotency: '/docs/idempotency',
  webhooks: '/docs/webhooks',
  attribution: '/docs/attribution',
  reviews: '/docs/reviews',
  reference: '/docs/api',
} as const

const typedKeys = <T extends object>(record: T) => Object.keys(record) as (keyof T & string)[]

export function usePageEntries(items: readonly NavItem[], seesSettings: boolean): MenuEntry[] {
  const t = useTranslations('menu')
  const nav = useTranslations('nav')
  const settings = [
    ...listSettingsPageNames({ isMember: !seesSettings }).map((page) => [page, SETTINGS_PAGES[page].href] as const),
    ...(seesSettings ? [['checker', '/settings/webhooks/checker'] as const] : []),
  ]
  const places = items.filter(({ name }) => name !== 'docs')
  return [
    ...places.map(
      (item): MenuEntry => ({
        kind: 'page',
        id: item.name,
        label: nav(item.name),
        synonyms: t(`places.${item.name}`),
        href: navItemHref(item),
        icon: NAV_ITEMS[item.name].icon,
      }),
    ),
    ...SECONDARY_PAGES.map(
      ({ page, place, icon }): MenuEntry => ({
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
      ([page, href]): MenuEntry => ({
        kind: 'settings',
        id: page,
        label: t(`settings.${page}.label`),
        aside: t('under.settings'),
        synonyms: `${t('under.settings')} ${t(`settings.${page}.words`)}`,
        href,
      }),
    ),
    ...typedKeys(GUIDE_PAGES).map(
      (page): MenuEntry => ({
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
