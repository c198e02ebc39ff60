import type { MemberAccount, Profile, SecondFactor } from '@/server/auth/schema'
import { getT } from '../i18n/server'
import { Section } from '../ui/content/section'
import { OnlyPage } from './blocking-page'
import { LeaveOrganization } from './leave-organization-dialog'
import { SwitchButton } from './open-organization-button'
import { SecondFactorSection } from './second-factor-section'
import { SignOutButton } from './sign-out-button'

type HeldBackProps = { account: MemberAccount; profile: Profile; factor: SecondFactor }

/** Replaces every page until the user sets up the two-factor authentication that the organization requires. */
export async function HeldBack({ account, profile, factor }: HeldBackProps) {
  const t = await getT('profile')
  const { organization, organizations, user } = account
  const others = organizations.filter(({ id }) => id !== organization.id)
  const { name } = organization
  return (
    <OnlyPage
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
                <SwitchButton organizationId={other.id} name={other.name} label={other.name} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <div className="flex flex-wrap gap-2">
        <SignOutButton />
        {user.role !== 'owner' && <LeaveOrganization organization={name} />}
      </div>
    </OnlyPage>
  )
}
