import { Building2 } from 'lucide-react'
import type { IdentitiesAndProviders } from '@/server/auth/schema'
import { getT } from '../i18n/server'
import { Callout } from '../ui/content/callout'
import { Section } from '../ui/content/section'
import { Time } from '../ui/content/time'
import { GoogleSignInLogo } from './google-logo'
import { ConnectIdentityDialog, DisconnectIdentityDialog } from './identity-dialogs'
import { ProfileRow } from './profile-row'

/** Result of a connection attempt, from the URL's query. */
const OUTCOMES = { connected: 'positive', otherAccount: 'negative', cancelled: 'neutral', failed: 'negative' } as const

export type IdentitySectionProps = {
  identities: IdentitiesAndProviders
  hasPassword: boolean
  outcome: string | undefined
}

export async function IdentitySection({
  identities: { identities, available },
  hasPassword,
  outcome,
}: IdentitySectionProps) {
  if (identities.length + available.length === 0) return null
  const t = await getT('profile')
  const displayName = (name: string | null) => name ?? t('identities.company')
  const knownOutcome = Object.keys(OUTCOMES).find((key): key is keyof typeof OUTCOMES => key === outcome)
  return (
    <Section title={t('identities.title')} description={t('identities.lead')}>
      {knownOutcome && <Callout tone={OUTCOMES[knownOutcome]}>{t(`identities.outcomes.${knownOutcome}`)}</Callout>}
      <ul className="divide-y rounded-card border bg-surface">
        {identities.map(({ id, provider, name, email, addedAt, lastUsedAt }) => (
          <ProfileRow
            key={id}
            icon={provider === 'google' ? GoogleSignInLogo : Building2}
            name={displayName(name)}
            description={
              <>
                {email === null ? '' : `${email} · `}
                {t('secondFactor.added')} <Time value={addedAt} as="date" />
                {lastUsedAt !== null && (
                  <>
                    , {t('secondFactor.lastUsed')} <Time value={lastUsedAt} as="date" />
                  </>
                )}
              </>
            }
            action={<DisconnectIdentityDialog id={id} name={displayName(name)} hasPassword={hasPassword} />}
          />
        ))}
        {available.map(({ id, name }) => (
          <ProfileRow
            key={id}
            icon={id === 'google' ? GoogleSignInLogo : Building2}
            name={displayName(name)}
            description={t('identities.notConnected')}
            action={<ConnectIdentityDialog provider={id} name={displayName(name)} hasPassword={hasPassword} />}
          />
        ))}
      </ul>
    </Section>
  )
}
