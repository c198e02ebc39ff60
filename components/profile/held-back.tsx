import type { Account, Profile, SecondFactor } from '@/server/auth/schema'
import { ClientMessages } from '../i18n/client-messages'
import { getT } from '../i18n/server'
import { Section } from '../ui/content/section'
import { SignOutButton, SwitchButton } from './later'
import { SecondFactorSection } from './second-factor-section'

type HeldBackProps = { account: Account; profile: Profile; factor: SecondFactor }

/** In place of every page, for whoever has to set up two-step sign-in before they see anything of the organization. */
export async function HeldBack({ account, profile, factor }: HeldBackProps) {
  const t = await getT('profile')
  const { organization, organizations, user } = account
  const others = organizations.filter(({ id }) => id !== organization.id)
  return (
    <ClientMessages namespaces={['profile']} timeZone={organization.timeZone}>
      <main
        id="content"
        data-page-of={`${user.id}.${organization.id}`}
        className="mx-auto grid max-w-[640px] gap-8 px-5 py-12"
      >
        <header className="grid gap-1">
          <h1 className="text-20 font-semibold">{t('heldBack.title')}</h1>
          <p className="text-ink-soft">{t('heldBack.lead', { organization: organization.name })}</p>
        </header>
        <SecondFactorSection factor={factor} hasPassword={profile.hasPassword} />
        {others.length > 0 && (
          <Section title={t('heldBack.elsewhere')}>
            <ul className="flex flex-wrap gap-2">
              {others.map(({ id, name }) => (
                <li key={id}>
                  <SwitchButton organizationId={id} name={name} label={name} />
                </li>
              ))}
            </ul>
          </Section>
        )}
        <div>
          <SignOutButton />
        </div>
      </main>
    </ClientMessages>
  )
}
