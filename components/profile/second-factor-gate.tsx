import type { AccountWithOrganization, Profile, SecondFactorStatus } from '@/server/auth/schema'
import { getT } from '../i18n/server'
import { Section } from '../ui/content/section'
import { BlockingPage } from './blocking-page'
import { LeaveOrganizationDialog } from './leave-organization-dialog'
import { OpenOrganizationButton } from './open-organization-button'
import { SecondFactorSection } from './second-factor-section'
import { SignOutButton } from './sign-out-button'

type HeldBackProps = { account: AccountWithOrganization; profile: Profile; factor: SecondFactorStatus }

/** Replaces every page until the user sets up the two-factor authentication that the organization requires. */
export async function SecondFactorGate({ account, profile, factor }: HeldBackProps) {
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
                <OpenOrganizationButton organizationId={other.id} name={other.name} label={other.name} />
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
