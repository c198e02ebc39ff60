import type { Account, Profile } from '@/server/auth/schema'
import { ClientMessages } from '../i18n/client-messages'
import { getT } from '../i18n/server'
import { Time } from '../ui/content/time'
import { KeepAccount, SignOutButton } from './later'

/** In place of every page, for whoever signs in to an account that is about to go. */
export async function Leaving({ account, profile }: { account: Account; profile: Profile }) {
  const t = await getT('profile')
  const { organization, user } = account
  return (
    <ClientMessages namespaces={['profile']} timeZone={organization.timeZone}>
      <main
        id="content"
        data-page-of={`${user.id}.${organization.id}`}
        className="mx-auto grid max-w-[640px] gap-6 px-5 py-12"
      >
        <header className="grid gap-1">
          <h1 className="text-20 font-semibold">{t('leave.soonTitle')}</h1>
          <p className="text-ink-soft">
            {t.rich('leave.soon', { day: () => profile.deletesAt && <Time value={profile.deletesAt} as="date" /> })}
          </p>
        </header>
        <div className="flex flex-wrap gap-2">
          <KeepAccount />
          <SignOutButton />
        </div>
      </main>
    </ClientMessages>
  )
}
