'use client'

import { ChevronsUpDown, LogOut } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { signOut } from '../auth/session'
import { trpc, useToFailure } from '../trpc'
import { Avatar } from '../ui/content/avatar'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../ui/controls/menu'
import { toast } from '../ui/overlays/toast'
import { LanguageChoices } from '../ui/preferences/language-choices'
import { ThemeChoices } from '../ui/preferences/theme-choices'
import type { AppShellProps } from './app-shell-props'

/** Where one is and who one is: other organizations, language, theme, the way out. */
export function OrganizationMenu(props: Pick<AppShellProps, 'organization' | 'organizations' | 'user'>) {
  const { organization, organizations, user } = props
  const t = useTranslations('nav')
  const common = useTranslations('common')
  const toFailure = useToFailure()
  const router = useRouter()

  async function switchTo(organizationId: string) {
    if (organizationId === organization.id) return
    try {
      await trpc.account.switchOrganization.mutate({ organizationId })
      router.push('/')
      router.refresh()
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
  }

  async function leave() {
    if (!(await signOut())) return void toast.error(common('unreachable'))
    // The whole page anew: nothing of the session stays in what the router keeps.
    window.location.assign('/sign-in')
  }

  return (
    <Menu
      align="start"
      className="w-60"
      trigger={
        <button
          type="button"
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
      <div className="grid px-2 py-1.5">
        <span className="truncate text-14 font-medium">{user.name}</span>
        <span className="truncate text-13 text-ink-faint">{user.email}</span>
      </div>
      <MenuLine />
      {organizations.length > 1 && (
        <>
          <MenuChoices
            label={t('organizations')}
            value={organization.id}
            onChange={(id) => void switchTo(id)}
            options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <MenuLine />
        </>
      )}
      <ThemeChoices />
      <MenuLine />
      <LanguageChoices />
      <MenuLine />
      <MenuItem icon={LogOut} onSelect={() => void leave()}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  )
}
