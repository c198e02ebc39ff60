'use client'

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import { accessStorage } from '../ui/access-storage'
import { IconButton } from '../ui/controls/icon-button'
import { AccountMenu } from './account-menu'
import type { AppShellProps } from './app-shell-props'
import { CommandMenuButton } from './command-menu-button'
import { NavList } from './nav-list'
import { SIDEBAR_STORAGE_KEY } from './pre-paint-script'

export function Sidebar(props: AppShellProps) {
  const t = useTranslations('nav')
  const collapsed = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.rail === 'collapsed',
    () => false,
  )
  return (
    <header
      data-print="hide"
      className="sticky top-0 z-20 hidden h-dvh w-60 flex-col gap-4 border-r bg-rail px-3 py-3 transition-[width] duration-150 md:flex in-data-[rail=collapsed]:w-[57px]"
    >
      <AccountMenu {...props} />
      <CommandMenuButton />
      <NavList items={props.items} isEmailStoredInOutbox={props.isEmailStoredInOutbox} hasTooltips={collapsed} />
      <IconButton
        icon={collapsed ? PanelLeftOpen : PanelLeftClose}
        label={collapsed ? t('expand') : t('collapse')}
        aria-expanded={!collapsed}
        onClick={() => setCollapsed(!collapsed)}
      />
    </header>
  )
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setCollapsed(collapsed: boolean): void {
  if (collapsed) document.documentElement.dataset.rail = 'collapsed'
  else delete document.documentElement.dataset.rail
  accessStorage(() => localStorage.setItem(SIDEBAR_STORAGE_KEY, collapsed ? 'collapsed' : 'open'))
  for (const listener of listeners) listener()
}
