import type { Account, Profile } from '@/server/auth/schema'
import { getT } from '../i18n/server'
import { Time } from '../ui/content/time'
import { BlockingPage } from './blocking-page'
import { CancelAccountDeletionButton } from './cancel-account-deletion-button'
import { SignOutButton } from './sign-out-button'

export async function DeletionPending({ account, profile }: { account: Account; profile: Profile }) {
  const t = await getT('profile')
  const day = () => profile.deletesAt && <Time value={profile.deletesAt} as="date" />
  return (
    <BlockingPage account={account} title={t('leave.soonTitle')} lead={t.rich('leave.soon', { day })}>
      <div className="flex flex-wrap gap-2">
        <CancelAccountDeletionButton />
        <SignOutButton />
      </div>
    </BlockingPage>
  )
}
