import { useRouter } from 'next/navigation'
import { useTheme } from 'next-themes'
import { useLocale, useTranslations } from 'use-intl/react'
import type { Messages } from '@/server/messages/message-catalogue'
import { useSignOut } from '../../auth/use-sign-out'
import { storeLanguageCookie } from '../../ui/preferences/store-language-cookie'
import { openShortcutsDialog } from '../open-panel-store'
import type { MenuEntry } from './menu-entry'

type Action = Omit<MenuEntry, 'id' | 'label' | 'synonyms'> & { id: keyof Messages['menu']['actions'] }

const CREATE_ACTIONS: readonly Action[] = [
  { id: 'contact', kind: 'contact', href: '/contacts/new' },
  { id: 'survey', kind: 'survey', href: '/surveys/new' },
  { id: 'sequence', kind: 'sequence', href: '/sequences/new' },
  { id: 'company', kind: 'company', href: '/companies?create' },
]
const ADMIN_CREATE_ACTIONS: readonly Action[] = [
  { id: 'apiKey', kind: 'apiKey', href: '/settings/api-keys?create' },
  { id: 'webhook', kind: 'subscription', href: '/settings/webhooks?create' },
  { id: 'reviewSource', kind: 'reviewSource', href: '/settings/review-sources/new' },
  { id: 'location', kind: 'location', href: '/locations?create' },
  { id: 'employee', kind: 'employee', href: '/employees?create' },
]

const THEMES = ['light', 'dark', 'system'] as const

export function useActionEntries(seesSettings: boolean): MenuEntry[] {
  const t = useTranslations('menu.actions')
  const { theme = 'system', setTheme } = useTheme()
  const otherLocale = useLocale() === 'fr' ? 'en' : 'fr'
  const router = useRouter()
  const signOut = useSignOut()

  function switchLanguage() {
    storeLanguageCookie(otherLocale)
    router.refresh()
  }

  const actions: Action[] = [
    ...CREATE_ACTIONS,
    ...(seesSettings ? ADMIN_CREATE_ACTIONS : []),
    ...THEMES.filter((name) => name !== theme).map((name) => ({ id: name, kind: name, run: () => setTheme(name) })),
    { id: 'language', kind: 'language', run: switchLanguage, lang: otherLocale },
    { id: 'shortcuts', kind: 'shortcuts', run: openShortcutsDialog },
    { id: 'signOut', kind: 'signOut', run: () => void signOut() },
  ]
  return actions.map((action) => ({
    ...action,
    label: t(`${action.id}.label`),
    synonyms: t(`${action.id}.words`),
  }))
}
