'use client'

import { Menu as MenuIcon, Search, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '../ui/controls/icon-button'
import { Modal } from '../ui/overlays/modal'
import { AccountMenu } from './account-menu'
import type { AppShellProps } from './app-shell-props'
import { NavList } from './nav-list'
import { openCommandMenu } from './open-panel-store'

export function MobileTopBar(props: AppShellProps) {
  const t = useTranslations('nav')
  const id = useId()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header
      data-print="hide"
      className="sticky top-0 z-30 flex h-12 items-center gap-1 border-b bg-canvas px-2 md:hidden"
    >
      <IconButton
        icon={MenuIcon}
        label={t('openMenu')}
        size="large"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Modal
          labelledBy={id}
          onClose={close}
          className="fixed inset-y-0 right-auto left-0 flex h-dvh max-h-none w-72 max-w-[86vw] animate-from-left flex-col gap-4 bg-rail p-3"
        >
          <h2 id={id} className="sr-only">
            {t('main')}
          </h2>
          <div className="flex items-center gap-1">
            <div className="min-w-0 grow">
              <AccountMenu {...props} />
            </div>
            <IconButton icon={X} label={t('closeMenu')} size="large" onClick={close} />
          </div>
          <NavList items={props.items} isEmailStoredInOutbox={props.isEmailStoredInOutbox} onNavigate={close} />
        </Modal>
      )}
      <span className="min-w-0 grow truncate text-14 font-semibold">{props.organization.name}</span>
      <IconButton icon={Search} label={t('jumpPlaceholder')} size="large" onClick={openCommandMenu} />
    </header>
  )
}
