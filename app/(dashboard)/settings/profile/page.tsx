import type { Metadata } from 'next'
import { ClientMessages } from '@/components/i18n/client-messages'
import { getT } from '@/components/i18n/server'
import { EmailSection } from '@/components/profile/email-section'
import { CreateOrganization, EndOtherSessions, PasswordForm, ProfileForm } from '@/components/profile/later'
import { LeaveSection } from '@/components/profile/leave-section'
import { OrganizationTable } from '@/components/profile/organization-table'
import { SecondFactorSection } from '@/components/profile/second-factor-section'
import { SessionTable } from '@/components/profile/session-table'
import { Section } from '@/components/ui/content/section'
import { api } from '@/server/api/caller'

export async function generateMetadata(): Promise<Metadata> {
  const [t, settings] = await Promise.all([getT('profile'), getT('settings')])
  return { title: `${t('title')} · ${settings('title')}` }
}

export default async function ProfilePage() {
  const caller = await api()
  const [t, { data: account }, { data: profile }, { data: sessions }, { data: factor }] = await Promise.all([
    getT('profile'),
    caller.account.get(),
    caller.account.profile(),
    caller.account.sessions(),
    caller.account.secondFactor(),
  ])
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length
  return (
    <ClientMessages namespaces={['profile']}>
      <Section title={t('details.title')} description={t('lead')}>
        <ProfileForm profile={profile} />
      </Section>
      <EmailSection profile={profile} />
      {profile.hasPassword && (
        <Section title={t('password.title')} description={t('password.lead')}>
          <PasswordForm email={profile.email} />
        </Section>
      )}
      <SecondFactorSection factor={factor} hasPassword={profile.hasPassword} />
      <Section
        title={t('organizations.title')}
        description={t('organizations.lead')}
        action={account.mayCreateOrganizations ? <CreateOrganization /> : undefined}
      >
        <OrganizationTable organizations={account.organizations} currentId={account.organization.id} />
      </Section>
      <Section
        title={t('sessions.title')}
        description={t('sessions.lead')}
        action={others > 0 ? <EndOtherSessions count={others} /> : undefined}
      >
        <SessionTable sessions={sessions} />
      </Section>
      <LeaveSection account={account} profile={profile} />
    </ClientMessages>
  )
}
