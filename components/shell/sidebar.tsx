'use client'

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '../ui/controls/icon-button'
import type { AppShellProps } from './app-shell-props'
import { CommandMenuButton } from './command-menu-button'
import { NavList } from './nav-list'
import { OrganizationMenu } from './organization-menu'
import { useSidebar } from './sidebar-state'

export function Sidebar(props: Omit<AppShellProps, 'children'>) {
  const { organization, organizations, user, mayCreate, items, isMailCaptured } = props
  const t = useTranslations('nav')
  const { collapsed, toggle } = useSidebar()
  return (
    <header
      data-print="hide"
      className="sticky top-0 z-20 hidden h-dvh w-60 flex-col gap-4 border-r bg-rail px-3 py-3 transition-[width] duration-150 md:flex in-data-[rail=collapsed]:w-[57px]"
    >
      <OrganizationMenu organization={organization} organizations={organizations} user={user} mayCreate={mayCreate} />
      <CommandMenuButton />
      <NavList items={items} isMailCaptured={isMailCaptured ?? false} hasTooltips={collapsed} />
      <IconButton
        icon={collapsed ? PanelLeftOpen : PanelLeftClose}
        label={collapsed ? t('expand') : t('collapse')}
        aria-expanded={!collapsed}
        onClick={toggle}
      />
    </header>
  )
}
