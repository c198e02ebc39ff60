import { Building2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Account, AccountWithOrganization, Profile, SecondFactorStatus } from '@/server/auth/schema'
import type { MyInvitation } from '@/server/members/schema'
import type { Namespace } from '@/server/messages/message-catalogue'
import { NO_ORGANIZATION_ID } from '@/server/organizations/constants'
import { ResendVerificationButton } from '../auth/resend-verification-button'
import { ClientMessages } from '../i18n/client-messages'
import { getT } from '../i18n/server'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import {
  AcceptInvitationButton,
  CancelAccountDeletionButton,
  LeaveOrganizationDialog,
  SignOutButton,
  SwitchToOrganizationButton,
} from './blocking-page-buttons'
import { DeleteAccountSection } from './delete-account-section'
import { CreateOrganizationDialog } from './lazy-dialogs'
import { ProfileRow } from './profile-row'
import { SecondFactorSection } from './second-factor-section'

/* Screens that replace every page of the dashboard while the account is restricted. */

export async function AccountDeletionPendingPage({ account, profile }: { account: Account; profile: Profile }) {
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

type SecondFactorGateProps = { account: AccountWithOrganization; profile: Profile; factor: SecondFactorStatus }

/** Until the user sets up the two-factor authentication that the organization requires. */
export async function SecondFactorRequiredPage({ account, profile, factor }: SecondFactorGateProps) {
  const t = await getT('profile')
  const { organization, organizations, user } = account
  const others = organizations.filter(({ id }) => id !== organization.id)
  const { name } = organization
  return (
    <BlockingPage
      account={account}
      title={t('heldBack.title')}
      lead={t('heldBack.lead', { organization: name })}
      namespaces={['members']}
    >
      <SecondFactorSection factor={factor} hasPassword={profile.hasPassword} />
      {others.length > 0 && (
        <Section title={t('heldBack.elsewhere')}>
          <ul className="flex flex-wrap gap-2">
            {others.map((other) => (
              <li key={other.id}>
                <SwitchToOrganizationButton organizationId={other.id} name={other.name} label={other.name} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <div className="flex flex-wrap gap-2">
        <SignOutButton />
        {user.role !== 'owner' && <LeaveOrganizationDialog organization={name} />}
      </div>
    </BlockingPage>
  )
}

type NoOrganizationProps = { account: Account; profile: Profile; invitations: readonly MyInvitation[] }

export async function NoOrganizationPage({ account, profile, invitations }: NoOrganizationProps) {
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
            who: invitedBy === null ? 'none' : 'named',
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

type BlockingPageProps = {
  account: Account
  title: ReactNode
  lead: ReactNode
  /** In addition to `profile`. */
  namespaces?: readonly Namespace[]
  children: ReactNode
}

function BlockingPage({ account, title, lead, namespaces = [], children }: BlockingPageProps) {
  const { organization, user } = account
  return (
    <ClientMessages namespaces={['profile', ...namespaces]} timeZone={organization?.timeZone ?? 'UTC'}>
      <main
        id="content"
        data-page-of={`${user.id}.${organization?.id ?? NO_ORGANIZATION_ID}`}
        className="mx-auto grid max-w-[640px] gap-8 px-5 py-12"
      >
        <header className="grid gap-1">
          <h1 className="text-20 font-semibold">{title}</h1>
          <p className="wrap-anywhere text-ink-soft">{lead}</p>
        </header>
        {children}
      </main>
    </ClientMessages>
  )
}
