import { Keyboard, LogOut, Plus, UserRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import type { UpdateProfile } from '@/server/auth/schema'
import { useSignOut } from '../auth/use-sign-out'
import { trpc, useParseCallError } from '../trpc'
import { MenuItem, MenuRadioGroup, MenuSeparator } from '../ui/controls/menu'
import { toast } from '../ui/overlays/toast'
import { LanguageChoices } from '../ui/preferences/language-menu'
import { ThemeChoices } from '../ui/preferences/theme-menu'
import { useMutationAction } from '../use-mutation-action'
import type { AccountMenuProps } from './app-shell-props'
import { openShortcutsDialog } from './open-panel-store'

type Preference = Pick<UpdateProfile, 'interfaceLanguage' | 'theme'>

export function AccountMenuItems({ organization, organizations, user, canCreateOrganization }: AccountMenuProps) {
  const t = useTranslations('nav')
  const toFailure = useParseCallError()
  const router = useRouter()
  const { run } = useMutationAction()
  const signOut = useSignOut()

  function switchTo(organizationId: string) {
    if (organizationId === organization.id) return
    run(async () => {
      await trpc.account.switchOrganization.mutate({ organizationId })
      return { href: '/' }
    })
  }

  /** Saves the preference for other browsers of the user; this one has applied it. */
  async function savePreference(preference: Preference) {
    try {
      await trpc.account.updateProfile.mutate(preference)
    } catch (error) {
      toast.error(toFailure(error).summary)
    }
  }

  return (
    <>
      <div className="grid px-2 py-1.5">
        <span className="truncate text-14 font-medium">{user.name}</span>
        <span className="truncate text-13 text-ink-faint">{user.email}</span>
      </div>
      <MenuSeparator />
      {organizations.length > 1 && (
        <>
          <MenuRadioGroup
            label={t('organizations')}
            value={organization.id}
            onChange={switchTo}
            options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={UserRound} onSelect={() => router.push('/settings/profile')}>
        {t('profile')}
      </MenuItem>
      {canCreateOrganization && (
        <MenuItem icon={Plus} onSelect={() => router.push('/settings/profile?create')}>
          {t('newOrganization')}
        </MenuItem>
      )}
      <MenuSeparator />
      <ThemeChoices onChosen={(theme) => void savePreference({ theme })} />
      <MenuSeparator />
      <LanguageChoices onChosen={(interfaceLanguage) => void savePreference({ interfaceLanguage })} />
      <MenuSeparator />
      <MenuItem icon={Keyboard} onSelect={openShortcutsDialog}>
        {t('shortcuts')}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={() => void signOut()}>
        {t('signOut')}
      </MenuItem>
    </>
  )
}
