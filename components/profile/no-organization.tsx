import { Building2 } from 'lucide-react'
import type { Account, Profile } from '@/server/auth/schema'
import type { MyInvitation } from '@/server/members/schema'
import { ResendVerificationButton } from '../auth/resend-verification-button'
import { getT } from '../i18n/server'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { AcceptInvitationButton } from './accept-invitation-button'
import { BlockingPage } from './blocking-page'
import { DeleteAccountSection } from './delete-account-section'
import { CreateOrganizationDialog } from './lazy-dialogs'
import { ProfileRow } from './profile-row'
import { SignOutButton } from './sign-out-button'

type NoOrganizationProps = { account: Account; profile: Profile; invitations: readonly MyInvitation[] }

export async function NoOrganization({ account, profile, invitations }: NoOrganizationProps) {
  const t = await getT('profile')
  const { email, isEmailVerified } = profile
  return (
    <BlockingPage
      account={account}
      title={t('noOrganization.title')}
      lead={t('noOrganization.lead', { email })}
      namespaces={['auth']}
    >
      <Section title={t('noOrganization.invitations')}>
        {isEmailVerified ? (
          <Invitations email={email} invitations={invitations} />
        ) : (
          <Callout tone="neutral" title={t('noOrganization.unconfirmed', { email })}>
            <p className="mb-2">{t('noOrganization.byLink')}</p>
            {!account.mailCaptured && <ResendVerificationButton />}
          </Callout>
        )}
      </Section>
      {account.mayCreateOrganizations && (
        <Section
          title={t('noOrganization.create')}
          description={t('noOrganization.createLead')}
          action={<CreateOrganizationDialog />}
        >
          {null}
        </Section>
      )}
      <DeleteAccountSection account={account} profile={profile} />
      <div>
        <SignOutButton />
      </div>
    </BlockingPage>
  )
}

async function Invitations({ email, invitations }: Pick<NoOrganizationProps, 'invitations'> & { email: string }) {
  const t = await getT('profile')
  if (invitations.length === 0)
    return <p className="text-13 wrap-anywhere text-ink-soft">{t('noOrganization.none', { email })}</p>
  return (
    <ul className="divide-y rounded-card border bg-surface">
      {invitations.map(({ id, organization, role, invitedBy, expiresAt }) => (
        <ProfileRow
          key={id}
          icon={Building2}
          name={organization}
          description={t.rich('noOrganization.about', {
            who: invitedBy === null ? 'nobody' : 'someone',
            inviter: invitedBy ?? '',
            role,
            day: () => <Time value={expiresAt} as="date" />,
          })}
          action={<AcceptInvitationButton invitationId={id} organization={organization} />}
        />
      ))}
    </ul>
  )
}
