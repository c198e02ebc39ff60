import { DigestPreferencesSection } from '@/components/digests/digest-preferences-section'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { ChangePasswordForm } from '@/components/profile/change-password-form'
import { CreateOrganizationDialog } from '@/components/profile/create-organization-dialog'
import { DeleteAccountSection } from '@/components/profile/delete-account-section'
import { EmailSection } from '@/components/profile/email-section'
import { EndAllSessionsDialog, EndOtherSessionsDialog } from '@/components/profile/end-sessions'
import { IdentitySection } from '@/components/profile/identity-section'
import { OrganizationTable } from '@/components/profile/organization-table'
import { PhoneSection } from '@/components/profile/phone-section'
import { ProfileForm } from '@/components/profile/profile-form'
import { SecondFactorSection } from '@/components/profile/second-factor-section'
import { SessionTable } from '@/components/profile/session-table'
import { Section } from '@/components/ui/content/section'
import { getPageCaller, requireMemberAccount } from '@/server/api/session/page-caller'

export async function generateMetadata() {
  const [t, settings] = await Promise.all([getT('profile'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

type Props = { searchParams: Promise<{ connect?: string | string[] }> }

export default async function ProfilePage({ searchParams }: Props) {
  const [{ connect }, caller] = [await searchParams, await getPageCaller()]
  const [
    t,
    { data: account },
    { data: profile },
    { data: sessions },
    { data: factor },
    { data: identities },
    { data: digests },
  ] = await Promise.all([
    getT('profile'),
    requireMemberAccount(caller.account.get()),
    caller.account.profile(),
    caller.account.sessions(),
    caller.account.secondFactor(),
    caller.account.identities(),
    caller.digests.choices(),
  ])
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length
  // The banner above every page already has the resend button for an unverified owner.
  const hasBanner = account.organization.hold === 'verification' && account.user.role === 'owner'
  return (
    <ClientMessages namespaces={['profile', 'digests']}>
      <Section title={t('details.title')} description={t('lead')}>
        <ProfileForm profile={profile} />
      </Section>
      <EmailSection profile={profile} canConfirm={!profile.isEmailVerified && !account.mailCaptured && !hasBanner} />
      <PhoneSection profile={profile} isCaptured={account.smsCaptured} />
      <Section title={t('password.title')} description={t(profile.hasPassword ? 'password.lead' : 'password.none')}>
        {profile.hasPassword ? (
          <ChangePasswordForm email={profile.email} />
        ) : (
          <p>
            {/* oxlint-disable-next-line next/no-html-link-for-pages -- a document that no router of this page knows */}
            <a className="text-accent-text underline" href="/forgot-password">
              {t('password.set')}
            </a>
          </p>
        )}
      </Section>
      <IdentitySection
        identities={identities}
        hasPassword={profile.hasPassword}
        outcome={typeof connect === 'string' ? connect : undefined}
      />
      <SecondFactorSection factor={factor} hasPassword={profile.hasPassword} />
      <Section
        title={t('organizations.title')}
        description={t('organizations.lead')}
        action={account.mayCreateOrganizations ? <CreateOrganizationDialog /> : undefined}
      >
        <OrganizationTable organizations={account.organizations} currentId={account.organization.id} />
      </Section>
      <DigestPreferencesSection choices={digests} isEmailStoredInOutbox={account.mailCaptured} />
      <Section
        title={t('sessions.title')}
        description={t('sessions.lead')}
        action={
          <div className="flex flex-wrap gap-2">
            {others > 0 && <EndOtherSessionsDialog count={others} />}
            <EndAllSessionsDialog />
          </div>
        }
      >
        <SessionTable sessions={sessions} />
      </Section>
      <DeleteAccountSection account={account} profile={profile} />
    </ClientMessages>
  )
}
