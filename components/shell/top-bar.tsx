'use client'

import { Menu as MenuIcon, Search, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '../ui/controls/icon-button'
import type { AppShellProps } from './app-shell-props'
import { NavList } from './nav-list'
import { OrganizationMenu } from './organization-menu'
import { openPalette } from './palette-state'

/** On phones: the way to the navigation, where one is, the way to the list of places. */
export function TopBar({ organization, organizations, user, items, captured }: Omit<AppShellProps, 'children'>) {
  const t = useTranslations('nav')
  const [open, setOpen] = useState(false)
  return (
    <header
      data-print="hide"
      className="sticky top-0 z-30 flex h-12 items-center gap-1 border-b bg-canvas px-2 md:hidden"
    >
      <Radix.Root open={open} onOpenChange={setOpen}>
        <Radix.Trigger asChild>
          <IconButton icon={MenuIcon} label={t('openMenu')} size="large" />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
          <Radix.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[86vw] animate-from-left flex-col gap-4 bg-rail p-3 shadow-float outline-none"
          >
            <Radix.Title className="sr-only">{t('main')}</Radix.Title>
            <div className="flex items-center gap-1">
              <div className="min-w-0 grow">
                <OrganizationMenu organization={organization} organizations={organizations} user={user} />
              </div>
              <Radix.Close asChild>
                <IconButton icon={X} label={t('closeMenu')} size="large" />
              </Radix.Close>
            </div>
            <NavList items={items} captured={captured ?? false} onNavigate={() => setOpen(false)} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      <span className="min-w-0 grow truncate text-14 font-semibold">{organization.name}</span>
      <IconButton icon={Search} label={t('jumpPlaceholder')} size="large" onClick={openPalette} />
    </header>
  )
}
