import { ChevronsUpDown } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Avatar } from '../ui/content/avatar'
import { Menu } from '../ui/controls/menu'
import { useLazyModule } from '../ui/use-lazy-module'
import type { AccountMenuProps } from './app-shell-props'

export function AccountMenu(props: AccountMenuProps) {
  const { organization } = props
  const t = useTranslations('nav')
  const { code, preload } = useLazyModule(async () => import('./account-menu-items'))
  return (
    <Menu
      align="start"
      className="w-60"
      trigger={
        <button
          type="button"
          onPointerEnter={preload}
          onFocus={preload}
          onPointerDown={preload}
          className="flex h-10 w-full items-center gap-2.5 rounded-control px-1 text-left transition-colors hover:bg-hover focus-visible:outline-offset-[-2px] data-[state=open]:bg-hover"
        >
          <Avatar name={organization.name} square />
          <span className="min-w-0 grow truncate text-14 font-semibold md:in-data-[rail=collapsed]:sr-only">
            {organization.name}
            <span className="sr-only"> – {t('account')}</span>
          </span>
          <ChevronsUpDown
            size={14}
            aria-hidden
            className="shrink-0 text-ink-faint md:in-data-[rail=collapsed]:hidden"
          />
        </button>
      }
    >
      {code && <code.AccountMenuItems {...props} />}
    </Menu>
  )
}
