import type { Account, Profile } from '@/server/auth/schema'
import { getLocale, getT } from '../i18n/server'
import { Section } from '../ui/content/section'
import { DeleteAccountDialog } from './lazy-dialogs'

export async function DeleteAccountSection({ account, profile }: { account: Account; profile: Profile }) {
  const [t, locale] = await Promise.all([getT('profile'), getLocale()])
  const ownedNames = account.organizations
    .filter(({ role, isLeaving }) => role === 'owner' && !isLeaving)
    .map(({ name }) => name)
  return (
    <Section title={t('leave.title')} description={t('leave.lead')}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card border bg-surface p-4">
        <a className="text-accent-text underline" href="/api/account" download>
          {t('leave.download')}
        </a>
        {ownedNames.length > 0 ? (
          <p className="text-13 text-ink-soft">
            {t('leave.owner', { organizations: new Intl.ListFormat(locale).format(ownedNames) })}
          </p>
        ) : (
          <DeleteAccountDialog hasPassword={profile.hasPassword} />
        )}
      </div>
    </Section>
  )
}
